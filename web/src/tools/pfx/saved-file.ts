/** The file as it is saved (docs/decisions.md, "Words and file names"). */
import { decodeBase64, withoutDataUrl } from "../../../../core/x509/pem/base64.ts";
import * as TEXT from "../../../../core/texts.ts";

const MIN_LENGTH = 32;
const DEFAULT_NAME = "certificate.pfx";
const ENDING = ".pfx";

type SavedFile = { bytes: Uint8Array<ArrayBuffer>; filename: string } | { error: string };

/**
 * Decodes base64, also in a data URL or with white space, and returns the bytes and the file name.
 * Returns the error for content that is missing, shorter than 32 characters or not base64.
 */
export function savedFile(
  content: string | null | undefined,
  filename: string | null | undefined,
): SavedFile {
  const base64 = withoutDataUrl(content ?? "").replaceAll(/\s/g, "");
  const bytes = base64.length < MIN_LENGTH ? null : decode(base64);
  if (bytes === null) return { error: TEXT.pfxContentInvalid };
  const name = filename?.trim() || DEFAULT_NAME;
  return { bytes, filename: name.toLowerCase().endsWith(ENDING) ? name : name + ENDING };
}

/** Null for anything but the alphabet and padding of RFC 4648, 4. */
function decode(base64: string): Uint8Array<ArrayBuffer> | null {
  const decoded = /^[A-Za-z0-9+/]+={0,2}$/.test(base64) ? decodeBase64(base64) : null;
  return typeof decoded === "string" ? null : decoded;
}
