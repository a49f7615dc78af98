/** E-mail addresses: as they are typed, and the mailboxes of certificates. */
import { isLetterOrDigit } from "./characters.ts";
import { isDnsName, readDomainName } from "./domain-name.ts";

/** RFC 5321, 4.5.3.1. */
const MAX_LOCAL_PART = 64;
const MAX_EMAIL_ADDRESS = 254;

/**
 * Reads an e-mail address with a dot-atom before the at sign and a domain name after it (RFC 5321,
 * 4.1.2), as an rfc822Name can hold it: no quoted local part, no address literal, nothing outside of
 * ASCII before the at sign. The domain becomes lower case and A-labels; the rest stays.
 */
export function readEmailAddress(text: string): string | null {
  const trimmed = text.trim();
  const at = trimmed.lastIndexOf("@");
  if (at < 1) return null;
  const local = trimmed.slice(0, at);
  const domain = readDomainName(trimmed.slice(at + 1), { wildcard: false });
  // The domain's own trimming must not let "a@ b.example" pass.
  if (domain === null || isBlank(trimmed.charCodeAt(at + 1))) return null;
  if (local.length > MAX_LOCAL_PART || !local.split(".").every(isAtom)) return null;
  const address = `${local}@${domain}`;
  return address.length <= MAX_EMAIL_ADDRESS ? address : null;
}

/**
 * Mailbox (RFC 5321, 4.1.2) as local part, whose case matters, and host in lower case; null for
 * other text. A quoted local part stays quoted: it is another writing of the same mailbox only
 * where the quotes are needless, and nobody certifies those.
 */
export function readMailbox(text: string): { local: string; host: string } | null {
  const at = text.startsWith('"') ? endOfQuoted(text) : text.indexOf("@");
  if (at <= 0 || text[at] !== "@") return null;
  const local = text.slice(0, at);
  const host = text.slice(at + 1).toLowerCase();
  if (!isDnsName(host, { wildcard: false })) return null;
  if (!local.startsWith('"') && !local.split(".").every(isShortAtom)) return null;
  return { local, host };
}

/** Offset after the closing quote of the quoted string at the start; -1 without one. */
function endOfQuoted(text: string): number {
  for (let i = 1; i < text.length; i++) {
    if (text[i] === "\\") i++;
    else if (text[i] === '"') return i + 1;
  }
  return -1;
}

/** Equal for equal mailboxes (RFC 5280, 7.5): the local part as it is, the host in lower case. */
export function mailboxKey(address: string): string {
  const at = address.lastIndexOf("@");
  return at === -1 ? address : address.slice(0, at) + address.slice(at).toLowerCase();
}

const isShortAtom = (text: string): boolean => text.length <= MAX_LOCAL_PART && isAtom(text);

/** RFC 5322, 3.2.3: atext. */
function isAtom(text: string): boolean {
  if (text.length === 0) return false;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (!isLetterOrDigit(code) && !"!#$%&'*+-/=?^_`{|}~".includes(text[i])) return false;
  }
  return true;
}

function isBlank(code: number): boolean {
  return String.fromCharCode(code).trim() === "";
}
