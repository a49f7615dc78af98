/** Describes in one sentence how the reader changed a text. */
import { listed } from "../../kernel/formatting.ts";
import type { LayerCode } from "./layers.ts";

/** A layer that the reader undid. */
export interface Repair {
  code: LayerCode;
}

const STEPS: Readonly<Record<LayerCode, string>> = {
  "nul": "removed NUL characters",
  "control": "removed control characters",
  "hex": "decoded hexadecimal",
  "xml-key": "wrote the XML key of .NET as PEM",
  "rtf": "removed the formatting of RTF",
  "entities": "decoded the character references of HTML and XML",
  "tags": "removed tags",
  "percent": "decoded percent encoding",
  "backslashes": "decoded backslash escapes",
  "quoted-printable": "decoded quoted-printable",
  "lookalikes": "replaced typographic characters by those of ASCII",
  "labels": "corrected the BEGIN and END lines",
  "headers": "put the headers of the encrypted key on lines of their own",
  "quotes": "removed quotes and the text around them",
  "line-ends": "removed marks at the ends of lines",
  "prefixes": "removed other text from each line",
  "separators": "replaced separators by line breaks",
  "spaces": "replaced spaces by plus signs",
  "other-characters": "removed characters that Base64 does not have",
};

/** The field of answers with a sentence about the layers that were undone; absent if the text was read as it is. */
export function repairedField(repairs: readonly Repair[]): { repaired?: string } {
  const repaired = repairSentence(repairs);
  return repaired === null ? {} : { repaired };
}

/** "To read this text, we decoded percent encoding and removed control characters". Null if nothing was changed. */
export function repairSentence(repairs: readonly Repair[]): string | null {
  const steps = new Set(repairs.map(({ code }) => STEPS[code]));
  return steps.size === 0 ? null : `To read this text, we ${listed([...steps])}`;
}
