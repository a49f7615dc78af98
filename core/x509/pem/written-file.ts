/** Files in answers: text unchanged, bytes as base64 without line breaks. */
import { encodeBase64 } from "./base64.ts";
import { writePem } from "./pem.ts";

/** How DER is written to a file: as PEM (RFC 7468), or as bytes. */
export const ENCODINGS = ["pem", "der"] as const;
type Encoding = (typeof ENCODINGS)[number];

export interface WrittenFile {
  readonly content: string;
  readonly contentEncoding: "text" | "base64";
  readonly mediaType: string;
  /** The extension of the file's name. */
  readonly ending: string;
}

/** `ending` and `mediaType` are for bytes. PEM gets .txt, because every system opens it in an editor. */
export function derFile(
  bytes: Uint8Array,
  { label, ending, mediaType }: { label: string; ending: string; mediaType: string },
  encoding: Encoding,
): WrittenFile {
  return encoding === "pem"
    ? textFile(writePem(label, bytes), { ending: `${ending}.txt`, mediaType: PEM })
    : { content: encodeBase64(bytes), contentEncoding: "base64", mediaType, ending };
}

/** RFC 7468 registers no media type. With this one, browsers add no extension to the file's name. */
export const PEM = "application/x-pem-file";

/** A file whose content is this text. */
export function textFile(
  content: string,
  kind: { ending: string; mediaType: string },
): WrittenFile {
  return { content, contentEncoding: "text", ...kind };
}
