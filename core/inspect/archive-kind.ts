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
  return bytes.length >= 512 && USTAR.every((octet, at) => bytes[257 + at] === octet)
    ? "tar"
    : null;
}

const USTAR = [0x75, 0x73, 0x74, 0x61, 0x72];
