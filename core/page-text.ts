/**
 * Converts the API's texts to sentence case. They are written in capitals, as the API sends them. Pages, and
 * sentences of an answer that quote them, show them in sentence case. Only the case of letters changes;
 * `deno task texts` prints both forms.
 */
import * as SPECIFIED from "./specified-texts.ts";

const specified: ReadonlySet<string> = new Set(Object.values(SPECIFIED));

/** Words that keep their capitals: abbreviations and literals. */
const ABBREVIATIONS = new Set(
  ("AES API ASCII ASN BER CA CAA CBC CMS CRL CSR DEK DER DES DH DNS DSA EC ECDSA ELF FF FIDO GIF HMAC " +
    "HTTP IODEF IP JCEKS JKS JPEG JSON KEM MAC MIME ML NIST NSS NTDS NUL NULL OCSP OID PBE PDF PEM PFX " +
    "PGP PKCS PNG PSS RAR RSA RFC RSASSA SCT SEC SHA SHAKE SID SLH SPKAC SSL TBS TLS URI URL UTF XZ ZIP")
    .split(" "),
);

/** Names with a capitalization of their own. */
const NAMES = new Map(
  ("a e BMPString Base64 Base64url Bzip2 Ed25519 Ed448 GeneralizedTime IA5String Java KiB Latin Mach MiB " +
    "Netscape NumericString OpenPGP OpenSSH PrintableString PuTTY SQLite T61String UTCTime UTF8String UniversalString " +
    "VisibleString WebP Windows Zstandard acceptPrivateKeys")
    .split(" ").map((name) => [name.toUpperCase(), name]),
);

/**
 * The parts that are converted or kept as a whole: PEM labels, openssl's CA:TRUE, options of commands with
 * their values, "BEGIN LINE" and "END LINE", the class IN at the end, and every other single word.
 */
const PARTS =
  /(-----[^-]+-----|CA:TRUE| -[a-z]\w*(?: [^-\s]\S*)?|\b(?:BEGIN|END)(?= LINE)|(?<=BE )IN$)|'S\b|\b\w+\b/g;

/** The text in sentence case; unchanged if it is a specified text or not in capitals. */
export function pageText(text: string): string {
  if (specified.has(text) || !isInCapitals(text)) return text;
  const lower = text.replace(PARTS, (part: string, kept?: string) => kept ?? wordOf(part))
    .replaceAll("JSON web key", "JSON Web Key").replaceAll("DEK-info", "DEK-Info");
  // The length is unchanged, so offsets are the same in both texts.
  return lower.replace(/(?<=^|[.!?] )[a-z]/g, (_, place: number) => text[place]);
}

function wordOf(part: string): string {
  if (part === "'S") return "'s";
  const keeps = !/^[A-Z]{2,}$/.test(part) || ABBREVIATIONS.has(part);
  return NAMES.get(part) ?? (keeps ? part : part.toLowerCase());
}

function isInCapitals(text: string): boolean {
  const words = text.match(/[A-Za-z]{2,}/g) ?? [];
  return words.filter((word) => word === word.toUpperCase()).length * 2 > words.length;
}
