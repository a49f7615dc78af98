/** Names files of other formats by their first bytes, and files that a program took for text. */
import { isText } from "./file-text.ts";
import { CNG_KEYS } from "./foreign-key-signs.ts";

export const JKS_MAGIC: readonly number[] = [0xfe, 0xed, 0xfe, 0xed];

interface FileType {
  /** The type of the file, with an article. */
  name: string;
  /** Advice to the user; null without one. */
  advice: string | null;
}

interface Signature extends FileType {
  offset: number;
  octets: readonly number[];
}

const ascii = (text: string): number[] => [...text].map((character) => character.charCodeAt(0));

const UNPACK = "unpack it first, and add its files";
const BKS =
  "convert it with keytool -importkeystore -srcstoretype BKS, with the provider of Bouncy Castle";
const CNG_KEY = "a private key of Windows (CNG)";
const KEYTOOL =
  "convert it with keytool -importkeystore -srckeystore FILE -destkeystore FILE.p12 -deststoretype PKCS12";

const sign = (
  name: string,
  octets: readonly number[],
  advice: string | null = null,
  offset = 0,
): Signature => ({ name, octets, advice, offset });

const SIGNATURES: readonly Signature[] = [
  sign("a Java keystore (JKS)", JKS_MAGIC, "it is cut off"),
  sign("a Java keystore (JCEKS)", [0xce, 0xce, 0xce, 0xce], KEYTOOL),
  sign("a Bouncy Castle keystore (BKS)", [0, 0, 0, 1, 0, 0, 0, 20], BKS),
  sign("a Bouncy Castle keystore (BKS)", [0, 0, 0, 2, 0, 0, 0, 20], BKS),
  sign("a ZIP archive", ascii("PK\x03\x04"), UNPACK),
  sign("a gzip file", [0x1f, 0x8b, 0x08], UNPACK),
  sign("a Bzip2 archive", ascii("BZh"), UNPACK),
  sign("an XZ archive", [0xfd, 0x37, 0x7a, 0x58, 0x5a, 0x00], UNPACK),
  sign("a Zstandard archive", [0x28, 0xb5, 0x2f, 0xfd], UNPACK),
  sign("a 7-ZIP archive", [0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c], UNPACK),
  sign("a RAR archive", ascii("Rar!\x1a\x07"), UNPACK),
  sign("a cabinet archive", ascii("MSCF"), UNPACK),
  sign("a Debian package or another ar archive", ascii("!<arch>\n"), UNPACK),
  sign("an RPM package", [0xed, 0xab, 0xee, 0xdb], UNPACK),
  sign(
    "a private key of Windows (PVK)",
    [0x1e, 0xf1, 0xb5, 0xb0],
    "convert it with openssl rsa -inform PVK -in FILE -out key.pem",
  ),
  sign(
    "a private key of Windows (PRIVATEKEYBLOB)",
    [0x07, 0x02, 0x00, 0x00],
    "convert it with openssl rsa -inform MSBLOB -in FILE -out key.pem",
  ),
  ...CNG_KEYS.map((magic) => sign(CNG_KEY, ascii(magic), "export it with its certificate as PFX")),
  sign("a binary property list", ascii("bplist0"), "convert it with plutil -convert xml1 FILE"),
  sign("a keychain of macOS", ascii("kych"), "export its items as PFX in Keychain Access"),
  sign("a GnuPG keybox", ascii("KBXf"), "export its keys with gpgsm --export", 8),
  ...[[0x00, 0x06, 0x15, 0x61], [0x61, 0x15, 0x06, 0x00]].map((magic) =>
    sign(
      "an old database, such as cert8.db of NSS",
      magic,
      "export it with certutil -L and pk12util -o",
      0,
    )
  ),
  sign("a PNG image", [0x89, 0x50, 0x4e, 0x47]),
  sign("a JPEG image", [0xff, 0xd8, 0xff]),
  sign("a GIF image", ascii("GIF8")),
  sign("a WebP image", ascii("WEBP"), null, 8),
  sign("a bitmap image", ascii("BM")),
  sign("an icon", [0x00, 0x00, 0x01, 0x00]),
  sign("a PDF document", ascii("%PDF-")),
  sign("an old office document or installer", [0xd0, 0xcf, 0x11, 0xe0]),
  sign("a SQLite database", ascii("SQLite format 3\0"), "it may be an NSS store: use pk12util -o"),
  sign("an ELF program", [0x7f, 0x45, 0x4c, 0x46]),
  sign("a Windows program", ascii("MZ")),
  sign("a Mach-O program or Java class", [0xca, 0xfe, 0xba, 0xbe]),
];

/** The type of a file by its first bytes; null if unknown. */
export function foreignType(bytes: Uint8Array): Signature | null {
  const found = SIGNATURES.find(({ octets, offset }) =>
    octets.every((octet, index) => bytes[offset + index] === octet)
  );
  // Some magic numbers also occur at the start of ordinary text.
  const isAmbiguous = found?.octets.length === 2 || found?.name === CNG_KEY;
  return !found || (isAmbiguous && isText(bytes)) ? null : found;
}

/** Damage by a program that took a binary file for text. */
type TextDamage = "replaced" | "encoded" | "seven_bits" | "returns_added" | "returns_removed";

/** Whether the octets leave no doubt, whatever the type of the file: it may have few line ends of its own. */
export const isCertain = (damage: TextDamage | null): boolean =>
  damage !== null && damage !== "returns_added" && damage !== "returns_removed";

const [LINE_FEED, RETURN] = [0x0a, 0x0d];
/** A file with as many octets has either octet, but for a chance below one in a thousand. */
const ENOUGH = 2_000;

/**
 * How a binary file was damaged as text, by its octets; null if they do not show it. "replaced": octets that
 * are not UTF-8 became U+FFFD, so they are lost. "encoded": each was taken for a character and written in UTF-8.
 * "seven_bits": octets above 7F became others. The rest changed line ends.
 */
export function textDamage(bytes: Uint8Array): TextDamage | null {
  let [replaced, feeds, pairs, returns, high] = [0, 0, 0, 0, 0];
  for (let at = 0; at < bytes.length; at++) {
    const octet = bytes[at];
    if (octet >= 0x80) high++;
    if (octet === 0xef && bytes[at + 1] === 0xbf && bytes[at + 2] === 0xbd) replaced++;
    else if (octet === RETURN) returns++;
    else if (octet === LINE_FEED) {
      feeds++;
      if (bytes[at - 1] === RETURN) pairs++;
    }
  }
  if (replaced >= 3) return "replaced";
  if (high > 0 && isLatinInUtf8(bytes)) return "encoded";
  // A SEQUENCE of this size has its length in two octets or more, the first of which is above 7F.
  if (high === 0 && bytes[0] === 0x30 && bytes.length > 0x81 && !isText(bytes)) return "seven_bits";
  if (feeds >= 3 && pairs === feeds) return "returns_added";
  return bytes.length >= ENOUGH && returns === 0 && feeds > 0 ? "returns_removed" : null;
}

/** Whether the octets above 7F are those of the characters U+0080 to U+00FF in UTF-8, and of no others. */
function isLatinInUtf8(bytes: Uint8Array): boolean {
  if (bytes[0] !== 0x30 && bytes[0] !== 0xc3) return false;
  for (let at = 0; at < bytes.length; at++) {
    if (bytes[at] < 0x80) continue;
    const isPair = (bytes[at] === 0xc2 || bytes[at] === 0xc3) && (bytes[at + 1] & 0xc0) === 0x80;
    if (!isPair) return false;
    at++;
  }
  return true;
}
