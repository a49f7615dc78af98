/** The signed and encrypted files among all objects, as a list. */
import { printable, withCommas } from "../../../../core/kernel/formatting.ts";
import { Button } from "../../ui/base/button.tsx";
import { StatusPill } from "../../ui/feedback/status.tsx";
import { Section } from "../../ui/layout/card.tsx";
import { ItemList } from "../../ui/layout/item-list.tsx";
import type { Picture } from "./inspection.ts";
import { mainFile } from "../../../../core/verdict/judge/inspect/main.ts";
import { kindOf, messageOf, statusOf, titleOf } from "./words.ts";

/** How many files the overview lists. */
const MOST = 12;

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
