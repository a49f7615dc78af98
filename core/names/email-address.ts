/** E-mail addresses: as they are typed, and the mailboxes of certificates. */
import { isDnsName, isLetterOrDigit, readDomainName } from "./domain-name.ts";

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
  if (local.length > MAX_LOCAL_PART || !local.split(".").every((text) => isAtom(text))) return null;
  const address = `${local}@${domain}`;
  return address.length <= MAX_EMAIL_ADDRESS ? address : null;
}

/**
 * Mailbox (RFC 5321, 4.1.2) as local part, whose case matters, and host in lower case; null for
 * other text. A quoted local part stays quoted: it is another writing of the same mailbox only
 * where the quotes are needless, and nobody certifies those.
 */
export function readMailbox(text: string): { local: string; host: string } | null {
  const parts = splitMailbox(text);
  if (parts === null) return null;
  const { local } = parts;
  const host = parts.host.toLowerCase();
  if (!isDnsName(host, { wildcard: false })) return null;
  return isQuoted(local) || local.split(".").every((text) => isShortAtom(text))
    ? { local, host }
    : null;
}

/**
 * A Mailbox whose local part may have characters outside of ASCII (RFC 6531, 3.3), as a SmtpUTF8Mailbox
 * has it. RFC 9598, 3 and 5: its domain is compared in lower case and A-labels; U-labels, which RFC 8398
 * allowed there, are converted. The local part stays. Null for other text.
 */
export function readUtf8Mailbox(text: string): { local: string; host: string } | null {
  const parts = splitMailbox(text);
  if (parts === null) return null;
  const { local } = parts;
  const lower = parts.host.toLowerCase();
  const host = isDnsName(lower, { wildcard: false })
    ? lower
    : readDomainName(lower, { wildcard: false });
  if (host === null || isBlank(lower.charCodeAt(0))) return null;
  const isLocal = isQuoted(local) ||
    local.split(".").every((text) => isShortAtom(text, true));
  return isLocal ? { local, host } : null;
}

/** The text before and after the at sign; null without one or without a local part. */
function splitMailbox(text: string): { local: string; host: string } | null {
  const at = isQuoted(text) ? endOfQuoted(text) : text.indexOf("@");
  if (at <= 0 || text[at] !== "@") return null;
  return { local: text.slice(0, at), host: text.slice(at + 1) };
}

const isQuoted = (text: string): boolean => text.startsWith('"');

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

const isShortAtom = (text: string, utf8 = false): boolean =>
  text.length <= MAX_LOCAL_PART && isAtom(text, utf8);

/** RFC 5322, 3.2.3: atext; with `utf8` also what is outside of ASCII (RFC 6531, 3.3). */
function isAtom(text: string, utf8 = false): boolean {
  if (text.length === 0) return false;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (utf8 && code >= 0x80) continue;
    if (!isLetterOrDigit(code) && !"!#$%&'*+-/=?^_`{|}~".includes(text[i])) return false;
  }
  return true;
}

function isBlank(code: number): boolean {
  return String.fromCharCode(code).trim() === "";
}
