/** E-mail addresses as certificates and CAA records take them: an unquoted addr-spec in ASCII. */
import { toDomainName } from "./domain-name.ts";

/**
 * The address with its domain in ASCII form, or null when it is none: a dot-atom of at most 64
 * characters (RFC 5321, section 4.5.3.1.1), `@`, a domain name. Quoted local parts are refused,
 * for they would carry blanks and quotes into records.
 */
export function toEmailAddress(text: string): string | null {
  const address = text.trim();
  const at = address.lastIndexOf("@");
  if (at < 1 || at > 64) return null;
  const local = address.slice(0, at);
  if (!local.split(".").every((atom) => /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]{1,64}$/.test(atom))) {
    return null;
  }
  const domain = toDomainName(address.slice(at + 1));
  return domain === null ? null : `${local}@${domain}`;
}

/** The `mailto:` URI of an address, percent-encoded as RFC 6068, section 2 asks. */
export function toMailto(address: string): string {
  const at = address.lastIndexOf("@");
  const local = address.slice(0, at).replace(
    /[^A-Za-z0-9._~!$'*+-]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`,
  );
  return `mailto:${local}${address.slice(at)}`;
}
