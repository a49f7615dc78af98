/** Files as operations answer them: text as it is, bytes as base64 without line breaks. */
import { encodeBase64 } from "./base64.ts";
import { writePem } from "./pem.ts";

/** How DER is written into a file: in PEM's lines (RFC 7468), or the bytes alone. */
export const ENCODINGS = ["pem", "der"] as const;
type Encoding = (typeof ENCODINGS)[number];

export interface WrittenFile {
  readonly content: string;
  readonly contentEncoding: "text" | "base64";
  readonly mediaType: string;
  /** What follows the base of the file's name. */
  readonly ending: string;
}

/** `ending` and `mediaType` are those of the bytes alone. PEM gets .txt, which any editor opens. */
export function derFile(
  bytes: Uint8Array,
  { label, ending, mediaType }: { label: string; ending: string; mediaType: string },
  encoding: Encoding,
): WrittenFile {
  return encoding === "pem"
    ? textFile(writePem(label, bytes), { ending: `${ending}.txt`, mediaType: PEM })
    : { content: encodeBase64(bytes), contentEncoding: "base64", mediaType, ending };
}

/** RFC 7468 registers none; browsers add no ending of their own to this one. */
export const PEM = "application/x-pem-file";

/** A file whose content is this text. */
export function textFile(
  content: string,
  kind: { ending: string; mediaType: string },
): WrittenFile {
  return { content, contentEncoding: "text", ...kind };
}
