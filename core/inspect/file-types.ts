/**
 * Files of other kinds, recognized by their first bytes: named, so that nobody wonders, and
 * skipped.
 */

interface FileType {
  /** What it is, with its article. */
  name: string;
  /** What to do with it; null when there is nothing to say. */
  advice: string | null;
}

interface Signature extends FileType {
  offset: number;
  octets: readonly number[];
}

const ascii = (text: string): number[] => [...text].map((character) => character.charCodeAt(0));

const UNPACK = "UNPACK IT AND DROP WHAT IS INSIDE";
const KEYTOOL =
  "CONVERT IT WITH keytool -importkeystore -srckeystore FILE -destkeystore FILE.p12 -deststoretype PKCS12";

const sign = (
  name: string,
  octets: readonly number[],
  advice: string | null = null,
  offset = 0,
): Signature => ({ name, octets, advice, offset });

const SIGNATURES: readonly Signature[] = [
  sign("A JAVA KEYSTORE (JKS)", [0xfe, 0xed, 0xfe, 0xed], KEYTOOL),
  sign("A JAVA KEYSTORE (JCEKS)", [0xce, 0xce, 0xce, 0xce], KEYTOOL),
  sign("A ZIP ARCHIVE", [0x50, 0x4b, 0x03, 0x04], UNPACK),
  sign("AN EMPTY ZIP ARCHIVE", [0x50, 0x4b, 0x05, 0x06]),
  sign("A GZIP ARCHIVE", [0x1f, 0x8b], UNPACK),
  sign("A BZIP2 ARCHIVE", ascii("BZh"), UNPACK),
  sign("AN XZ ARCHIVE", [0xfd, 0x37, 0x7a, 0x58, 0x5a, 0x00], UNPACK),
  sign("A ZSTANDARD ARCHIVE", [0x28, 0xb5, 0x2f, 0xfd], UNPACK),
  sign("A 7-ZIP ARCHIVE", [0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c], UNPACK),
  sign("A RAR ARCHIVE", ascii("Rar!\x1a\x07"), UNPACK),
  sign("A CABINET ARCHIVE", ascii("MSCF"), UNPACK),
  sign("A TAR ARCHIVE", ascii("ustar"), UNPACK, 257),
  sign("A PNG IMAGE", [0x89, 0x50, 0x4e, 0x47]),
  sign("A JPEG IMAGE", [0xff, 0xd8, 0xff]),
  sign("A GIF IMAGE", ascii("GIF8")),
  sign("A WEBP IMAGE", ascii("WEBP"), null, 8),
  sign("A BITMAP IMAGE", ascii("BM")),
  sign("AN ICON", [0x00, 0x00, 0x01, 0x00]),
  sign("A PDF DOCUMENT", ascii("%PDF-")),
  sign("AN OLD OFFICE DOCUMENT OR INSTALLER", [0xd0, 0xcf, 0x11, 0xe0]),
  sign("A SQLITE DATABASE", ascii("SQLite format 3\0"), "IT MAY BE AN NSS STORE: USE pk12util -o"),
  sign("AN ELF PROGRAM", [0x7f, 0x45, 0x4c, 0x46]),
  sign("A WINDOWS PROGRAM", ascii("MZ")),
  sign("A MACH-O PROGRAM OR JAVA CLASS", [0xca, 0xfe, 0xba, 0xbe]),
  sign(
    "A PUTTY PRIVATE KEY",
    ascii("PuTTY-User-Key-File-"),
    "EXPORT IT WITH puttygen -O private-openssh",
  ),
];

/** What a file of another kind is, in words; null when its first bytes say nothing. */
export function foreignFile(bytes: Uint8Array): string | null {
  const found = SIGNATURES.find(({ octets, offset }) =>
    octets.every((octet, index) => bytes[offset + index] === octet)
  );
  // Two letters alone start many a text.
  if (!found || (found.octets.length === 2 && isText(bytes))) return null;
  return found.advice === null ? `THIS IS ${found.name}` : `THIS IS ${found.name}: ${found.advice}`;
}

const LOOK = 4096;

/** Whether the first bytes look like a text in ASCII, UTF-8 or Latin-1: no control characters. */
export function isText(bytes: Uint8Array): boolean {
  const end = Math.min(bytes.length, LOOK);
  for (let at = 0; at < end; at++) {
    const octet = bytes[at];
    if (octet < 0x20 && octet !== 0x0a && octet !== 0x0d && octet !== 0x09 && octet !== 0x0c) {
      return false;
    }
    if (octet === 0x7f) return false;
  }
  return true;
}
