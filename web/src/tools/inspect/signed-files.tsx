/** Signed and encrypted files among all objects: in the headline if there is one, otherwise as a list. */
import type { ObjectRow } from "../../../../core/inspect/contract.ts";
import { printable, withCommas } from "../../../../core/kernel/formatting.ts";
import { Button } from "../../ui/base/button.tsx";
import type { Tone } from "../../ui/base/tone.ts";
import { StatusPill } from "../../ui/feedback/status.tsx";
import { Section } from "../../ui/layout/card.tsx";
import { ItemList } from "../../ui/layout/item-list.tsx";
import type { Picture } from "./inspection.ts";
import { kindOf, sentences, statusOf, titleOf } from "./words.ts";

/** How many files the overview lists. */
const MOST = 12;

const messageOf = ({ signed, encrypted }: ObjectRow): string | null =>
  (signed ?? encrypted)?.message ?? null;

/** The only signed or encrypted file, if the other objects are its certificates; otherwise null. */
function mainFile({ rows, sets }: Picture): ObjectRow | null {
  const files = [...rows.values()].filter((row) => messageOf(row) !== null);
  const hasKeys = sets.some(({ privateKeys }) => privateKeys.length > 0);
  return files.length === 1 && !hasKeys ? files[0] : null;
}

/** A sentence that ends before a space. A full stop in quotes or in a file's name does not end it. */
const FIRST_SENTENCE = /^((?:"[^"]{0,200}"|[^."]|\.(?! ))+)\. /;

/** What the headline says about the only signed file; null if there is none, or several. */
export function signedHeadline(
  picture: Picture,
): { tone: Tone; title: string; text: string } | null {
  const row = mainFile(picture);
  if (row === null) return null;
  const message = messageOf(row)!;
  const title = FIRST_SENTENCE.exec(message)?.[1] ?? message.replace(/\.$/, "");
  const rest = message.slice(title.length + 1).trim();
  const others = picture.verdict.statements.filter(({ text, outcome }) =>
    !text.includes(message) && outcome !== "good" &&
    !/^(?:The chain |No private key of )/.test(text)
  );
  return {
    tone: statusOf(row)?.tone ?? "info",
    title,
    text: [rest, sentences(others)].filter(Boolean).join(" "),
  };
}

/** The files with their verdicts; nothing if the headline covers them. */
export function SignedFiles(
  { picture, onSelect }: { picture: Picture; onSelect: (id: number) => void },
) {
  const files = [...picture.rows.values()].filter((row) => messageOf(row) !== null);
  if (files.length === 0 || mainFile(picture) !== null) return null;
  return (
    <Section heading="Signed and encrypted files" count={files.length}>
      <ItemList
        items={files.slice(0, MOST).map((row) => {
          const status = statusOf(row);
          return {
            title: (
              <Button size="small" kind="quiet" flush onClick={() => onSelect(row.id)}>
                {printable(titleOf(row))}
              </Button>
            ),
            data: kindOf(row),
            status: status && <StatusPill tone={status.tone}>{status.text}</StatusPill>,
            children: <p>{messageOf(row)}</p>,
          };
        })}
      />
      {files.length > MOST && (
        <p>… and {withCommas(files.length - MOST)} more, in the list of objects.</p>
      )}
    </Section>
  );
}
