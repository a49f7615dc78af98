/** The ways in which programs turn the password of a PKCS#12 file into octets. */
import {
  isPasswordTooLong,
  type PasswordEncoding,
  passwordOctets,
} from "../../kernel/passwords.ts";
import { type CodePage, inCodePages } from "./code-pages.ts";

/** How a program differs from the standards; null if it does not. */
export type Deviation = "utf8_as_latin1" | "low_octets" | "utf16" | CodePage | null;

export interface PasswordReading {
  /** The password; null for none, which PKCS#12's own derivation distinguishes from an empty one. */
  readonly text: string | null;
  /** The encoding in schemes that demand UTF-8. */
  readonly encoding: PasswordEncoding;
  readonly deviation: Deviation;
}

const standard = (text: string | null): PasswordReading => ({
  ...{ text, encoding: "UTF-8", deviation: null },
});

/** The octets of UTF-8 as characters, as OpenSSL before 1.1 reads a terminal. */
function utf8AsLatin1(password: string): string {
  const octets = passwordOctets(password, "UTF-8");
  const text = Array.from(octets, (octet) => String.fromCharCode(octet)).join("");
  octets.fill(0);
  return text;
}

/**
 * The readings of a password, the likeliest first. "" stands for an empty password and for none.
 * `macIterations`: the iterations of the file's MAC; null if it has none. All encodings agree about ASCII.
 */
export function passwordReadings(
  password: string,
  macIterations: number | null,
): readonly PasswordReading[] {
  if (password === "") {
    const readings = [standard(""), standard(null)];
    // GnuTLS writes files without a password, with more iterations than a server can try twice.
    return (macIterations ?? 0) >= GNUTLS_ITERATIONS ? readings.reverse() : readings;
  }
  if (isAscii(password)) return [standard(password)];
  const doubled = utf8AsLatin1(password);
  return [
    standard(password),
    // Encoded twice, a password may be longer than any that we read.
    ...isPasswordTooLong(doubled)
      ? []
      : [{ text: doubled, encoding: "UTF-8", deviation: "utf8_as_latin1" } as const],
    { text: password, encoding: "low octets", deviation: "low_octets" },
    { text: password, encoding: "BMPString", deviation: "utf16" },
    // At most eight more. ISO 8859-1 is the reading before.
    ...inCodePages(password).filter(({ text }) => text !== password)
      .map(({ page, text }) => ({ text, encoding: "low octets", deviation: page } as const)),
  ];
}

/** The default of certtool since GnuTLS 3.7. */
const GNUTLS_ITERATIONS = 600_000;

function isAscii(text: string): boolean {
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) > 0x7f) return false;
  return true;
}
