/** Reads typed e-mail addresses and the mailboxes in certificates. */
import { isDnsName, isLetterOrDigit, readDomainName } from "./domain-name.ts";

/** RFC 5321, 4.5.3.1. */
const MAX_LOCAL_PART = 64;
const MAX_EMAIL_ADDRESS = 254;

/**
 * Reads an e-mail address for an rfc822Name: a dot-atom in ASCII, an at sign and a domain name (RFC 5321,
 * 4.1.2). Quoted local parts and address literals are refused. The domain is returned in lower case and
 * A-labels, the local part unchanged.
 */
export function readEmailAddress(text: string): string | null {
  const trimmed = text.trim();
  const at = trimmed.lastIndexOf("@");
  if (at < 1) return null;
  const local = trimmed.slice(0, at);
  const domain = readDomainName(trimmed.slice(at + 1), { wildcard: false });
  // readDomainName drops spaces, but "a@ b.example" is not an address.
  if (domain === null || isSpace(trimmed.charCodeAt(at + 1))) return null;
  if (local.length > MAX_LOCAL_PART || !local.split(".").every((text) => isAtom(text))) return null;
  const address = `${local}@${domain}`;
  return address.length <= MAX_EMAIL_ADDRESS ? address : null;
}

/**
 * Splits a Mailbox (RFC 5321, 4.1.2) into the local part, which is case-sensitive, and the host in lower
 * case. Null for any other text. A quoted local part keeps its quotes, so it differs from the same text
 * without quotes. CAs do not issue for names with unnecessary quotes.
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
 * Splits a SmtpUTF8Mailbox, whose local part may have characters outside ASCII (RFC 6531, 3.3). Its domain
 * is compared in lower case and A-labels (RFC 9598, 3 and 5), so U-labels, which RFC 8398 allowed, are
 * converted. The local part is unchanged. Null for any other text.
 */
export function readUtf8Mailbox(text: string): { local: string; host: string } | null {
  const parts = splitMailbox(text);
  if (parts === null) return null;
  const { local } = parts;
  const lower = parts.host.toLowerCase();
  const host = isDnsName(lower, { wildcard: false })
    ? lower
    : readDomainName(lower, { wildcard: false });
  if (host === null || isSpace(lower.charCodeAt(0))) return null;
  const isLocal = isQuoted(local) ||
    local.split(".").every((text) => isShortAtom(text, true));
  return isLocal ? { local, host } : null;
}

/** The text before and after the at sign; null if the at sign or the local part is missing. */
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

/** A key that is equal for equal mailboxes (RFC 5280, 7.5): only the host is in lower case. */
export function mailboxKey(address: string): string {
  const at = address.lastIndexOf("@");
  return at === -1 ? address : address.slice(0, at) + address.slice(at).toLowerCase();
}

const isShortAtom = (text: string, utf8 = false): boolean =>
  text.length <= MAX_LOCAL_PART && isAtom(text, utf8);

/** Whether all characters are atext (RFC 5322, 3.2.3) or, with `utf8`, outside ASCII (RFC 6531, 3.3). */
function isAtom(text: string, utf8 = false): boolean {
  if (text.length === 0) return false;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (utf8 && code >= 0x80) continue;
    if (!isLetterOrDigit(code) && !"!#$%&'*+-/=?^_`{|}~".includes(text[i])) return false;
  }
  return true;
}

function isSpace(code: number): boolean {
  return String.fromCharCode(code).trim() === "";
}
