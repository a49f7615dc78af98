/** The headline about a signed or encrypted file, if there is only one. */
import type { ObjectRow } from "../../../../core/inspect/contract.ts";
import type { Tone } from "../../ui/base/tone.ts";
import type { Picture } from "./inspection.ts";
import { sentences, statusOf } from "./words.ts";

/** Describes a signed or encrypted file in a sentence or two; null for other objects. */
export const messageOf = ({ signed, encrypted }: ObjectRow): string | null =>
  (signed ?? encrypted)?.message ?? null;

/** The only signed or encrypted file, if the other objects are its certificates; otherwise null. */
export function mainFile({ rows, sets }: Picture): ObjectRow | null {
  const files = [...rows.values()].filter((row) => messageOf(row) !== null);
  const hasKeys = sets.some(({ privateKeys }) => privateKeys.length > 0);
  return files.length === 1 && !hasKeys ? files[0] : null;
}

/** A sentence that ends before a space. A full stop in quotes or in a file's name does not end it. */
const FIRST_SENTENCE = /^((?:"[^"]{0,200}"|[^."]|\.(?! ))+)\. /;

/** The headline about the only signed file; null without one, and for several. */
export function signedHeadline(
  picture: Picture,
): { tone: Tone; title: string; text: string } | null {
  const row = mainFile(picture);
  if (row === null) return null;
  const message = messageOf(row)!;
  const title = FIRST_SENTENCE.exec(message)?.[1] ?? message.replace(/\.$/, "");
  const rest = message.slice(title.length + 1).trim();
  // Signers send certificates without their keys, and the message says whether their chain is valid.
  const others = picture.verdict.statements.filter(({ text, outcome, code }) =>
    !text.includes(message) && outcome !== "good" && code !== "chain" && code !== "missing_key"
  );
  return {
    tone: statusOf(row)?.tone ?? "info",
    title,
    text: [rest, sentences(others)].filter(Boolean).join(" "),
  };
}
