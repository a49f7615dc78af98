/** Reads files as text for a text area: PEM unchanged, DER as base64. */
import { MAX_TEXT_LENGTH } from "../../../../core/kernel/contract.ts";
import * as TEXT from "../../../../core/texts.ts";
import { fieldText } from "../../../../core/x509/pem/file-text.ts";

const MIB = 1024 * 1024;

/**
 * Returns the text of a file. Binary content becomes base64 in lines of 64 characters. Returns an error
 * text if the file cannot be read or is larger than `limit` bytes.
 */
export async function readAsText(
  file: Blob,
  limit = MAX_TEXT_LENGTH,
): Promise<{ text: string } | { error: string }> {
  if (file.size > limit) return { error: tooLarge("The file", file.size, limit) };
  let bytes: Uint8Array<ArrayBuffer>;
  try {
    bytes = new Uint8Array(await file.arrayBuffer());
  } catch {
    return { error: TEXT.fileUnreadable };
  }
  return { text: fieldText(bytes) };
}

/** The error for a text that is too large. Both sizes are in bytes. */
export const tooLarge = (what: string, size: number, limit: number): string =>
  TEXT.tooLarge(what, size / MIB, limit / MIB);
