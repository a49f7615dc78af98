/** Names in a CSR, and hosts and mailboxes in a common name. */
import type { AlternativeName } from "../names/alternative-name.ts";
import { isDnsName } from "../names/domain-name.ts";
import { unicodeName } from "../names/unicode-domain-name.ts";
import type { GeneralName } from "../x509/shapes.ts";
import { readName } from "./names.ts";

/**
 * A name of a CSR's subjectAltName with its type. Only the letters of a domain are changed, to lower case. Null
 * for a type that this tool does not sign, and for a value that does not fit its type: an rfc822Name
 * "*.example.com" is not accepted as a domain name.
 */
export function readNameOfType({ type, value }: GeneralName): AlternativeName | null {
  const name = isPrintableAscii(value) ? readName(value) : null;
  return name?.type === type ? name : null;
}

/** Excludes white space and other characters that readers of entered names drop or map to ASCII. */
const isPrintableAscii = (text: string): boolean => /^[\x21-\x7e]+$/.test(text);

/** The name in the common name of a CSR without subjectAltName; null if it is not a name. */
export const readCommonName = (text: string): AlternativeName | null =>
  isPrintableAscii(text) ? readName(text) : null;

/**
 * The host that clients read from a common name if a certificate has no dNSName. OpenSSL does so for text of
 * letters, digits, hyphens, underscores and at least one dot, including addresses, and applies name constraints
 * to it. Null for other text.
 */
export function hostInCommonName(commonName: string): AlternativeName | null {
  return commonName.includes(".") && isDnsName(commonName, { wildcard: false })
    ? { type: "DNS", value: commonName.toLowerCase() }
    : null;
}

/** Whether a common name looks like a host or a mailbox, also with other characters than ASCII. */
export function looksLikeName(commonName: string): boolean {
  const text = commonName.replace(/\.$/, "");
  return readName(text) !== null || hostInCommonName(text) !== null;
}

/** Whether a common name repeats one of the names: a domain name, also in Unicode, or a mailbox. */
export function repeatsName(commonName: string, names: readonly AlternativeName[]): boolean {
  const text = commonName.toLowerCase();
  return names.some(({ type, value }) =>
    type !== "IP" && (value.toLowerCase() === text || unicodeName(value)?.toLowerCase() === text)
  );
}
