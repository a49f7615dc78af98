/** Reads domain names: typed ones, with IDNA, and those in certificates. */

const MAX_LABEL = 63;
/** RFC 1035's 255 octets without the length octets at both ends. */
const MAX_DOMAIN_NAME = 253;

/** In UTF-16 code units. Longer text is never a valid name, so it is refused before it is converted. */
const MAX_TYPED = 4 * MAX_DOMAIN_NAME;

const WILDCARD = "*.";

/**
 * Reads a typed domain name. It has at least one dot, and its top level is an A-label or two or more
 * letters. With `wildcard` it may start with "*.". White space at the ends is dropped.
 *
 * @returns lower case and A-labels (RFC 5890), as in a dNSName; null for any other text.
 */
export function readDomainName(
  text: string,
  { wildcard = true }: { wildcard?: boolean } = {},
): string | null {
  const trimmed = text.trim();
  if (trimmed.length > MAX_TYPED) return null;
  const starred = wildcard && trimmed.startsWith(WILDCARD);
  const bare = toAscii(starred ? trimmed.slice(WILDCARD.length) : trimmed);
  if (bare === null) return null;
  const name = starred ? WILDCARD + bare : bare;
  if (name.length > MAX_DOMAIN_NAME) return null;
  const labels = bare.split(".");
  return labels.length >= 2 && labels.every(isLabel) && isTopLevel(labels.at(-1)!) ? name : null;
}

/** Lower case and A-labels by UTS #46, as in URLs; null if the name cannot be a host. */
function toAscii(name: string): string | null {
  let plain = true;
  for (let i = 0; i < name.length; i++) {
    const code = name.charCodeAt(i);
    if (code >= 0x80) plain = false;
    // Characters with a meaning in a URL must not reach it: they start ports, paths, escapes or users.
    else if (!isLetterOrDigit(code) && code !== 0x2d && code !== 0x2e) return null;
  }
  const lower = name.toLowerCase();
  // Only A-labels and characters outside ASCII have to be checked or encoded.
  if (plain && !lower.includes("xn--")) return lower;
  if (!plain && !name.isWellFormed()) return null;
  const url = `http://${plain ? lower : name}/`;
  return URL.canParse(url) ? new URL(url).hostname : null;
}

/** Letters, digits and hyphens, at most 63, no hyphen at an end (RFC 1123, 2.1). */
function isLabel(label: string): boolean {
  if (label.length === 0 || label.length > MAX_LABEL) return false;
  if (label.startsWith("-") || label.endsWith("-")) return false;
  for (let i = 0; i < label.length; i++) {
    const code = label.charCodeAt(i);
    if (!isLetterOrDigit(code) && code !== 0x2d) return false;
  }
  return true;
}

function isTopLevel(label: string): boolean {
  if (label.startsWith("xn--")) return true;
  if (label.length < 2) return false;
  for (let i = 0; i < label.length; i++) if (!isLetter(label.charCodeAt(i))) return false;
  return true;
}

/**
 * Whether `name` is a DNS name that a certificate may have: letters, digits and hyphens in labels of 1 to
 * 63 characters (RFC 1034, 3.5). Underscores are accepted, because they are in use. The first label may
 * be "*" if `wildcard` is true. The case is not changed.
 */
export function isDnsName(name: string, { wildcard }: { wildcard: boolean }): boolean {
  if (name.length === 0 || name.length > MAX_DOMAIN_NAME) return false;
  const labels = name.split(".");
  if (wildcard && labels[0] === "*") labels.shift();
  return labels.length > 0 && labels.every(isCertifiedLabel);
}

function isCertifiedLabel(label: string): boolean {
  return /^[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?$/i.test(label);
}

/** Whether a character code is A to Z, a to z or 0 to 9. */
export function isLetterOrDigit(code: number): boolean {
  return isLetter(code) || (code >= 0x30 && code <= 0x39);
}

function isLetter(code: number): boolean {
  return (code >= 0x41 && code <= 0x5a) || (code >= 0x61 && code <= 0x7a);
}

/** Domains that are reserved and therefore not in the public DNS, each with its document. */
const RESERVED: ReadonlyMap<string, string> = new Map([
  ["alt", "RFC 9476"],
  ["example", "RFC 2606 and 6761"],
  ["home.arpa", "RFC 8375"],
  ["internal", "ICANN, 29 July 2024"],
  ["invalid", "RFC 2606 and 6761"],
  ["local", "RFC 6762"],
  ["localhost", "RFC 2606 and 6761"],
  ["onion", "RFC 7686"],
  ["test", "RFC 2606 and 6761"],
]);

/** The reserved domain that a name in lower case belongs to; null if it is not reserved. */
export function reservedDomain(name: string): { domain: string; source: string } | null {
  for (const [domain, source] of RESERVED) {
    if (name === domain || name.endsWith(`.${domain}`)) return { domain, source };
  }
  return null;
}
