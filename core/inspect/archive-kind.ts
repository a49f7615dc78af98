/** Recognizes archives by their first bytes. Their reader (unpack.ts) is loaded when it is needed. */

export type ArchiveKind = "zip" | "tar" | "gzip";

/** The name of each kind in a sentence, without its article. */
export const ARCHIVE_NAMES: Readonly<Record<ArchiveKind, string>> = {
  zip: "ZIP archive",
  tar: "tar archive",
  gzip: "gzip file",
};

/** The kind of an archive; null for any other file. */
export function archiveKind(bytes: Uint8Array): ArchiveKind | null {
  const [first, second, third, fourth] = bytes;
  // PK, then a local header or, in an empty archive, the end.
  if (first === 0x50 && second === 0x4b) {
    return third === 3 && fourth === 4 || third === 5 && fourth === 6 ? "zip" : null;
  }
  if (first === 0x1f && second === 0x8b) return third === 8 ? "gzip" : null;
  if (bytes.length < 512) return null;
  const isTar = USTAR.every((octet, at) => bytes[257 + at] === octet) || isOldTar(bytes);
  return isTar ? "tar" : null;
}

const USTAR = [0x75, 0x73, 0x74, 0x61, 0x72];

/**
 * Whether the bytes begin with a header of tar from before ustar (Version 7 of Unix), which has no mark: a name, numbers in
 * octal digits, zeros at its end, and a sum of its octets that is right.
 */
function isOldTar(bytes: Uint8Array): boolean {
  // Text has no zeros, and other data hardly has these.
  if (bytes[257] !== 0 || bytes[511] !== 0 || bytes[0] === 0) return false;
  let number = "";
  for (const octet of bytes.subarray(148, 156)) number += String.fromCharCode(octet);
  const digits = /^ {0,7}([0-7]{1,7})[ \0]{1,7}$/.exec(number);
  if (digits === null) return false;
  let sum = 8 * 0x20;
  for (let at = 0; at < 512; at++) if (at < 148 || at >= 156) sum += bytes[at];
  return sum === parseInt(digits[1], 8);
}
