/**
 * Domain names as people type them, to the form that goes into certificates and zone files: lower
 * case A-labels (RFC 5890) without a dot at the end, letters, digits and hyphens only (RFC 1123).
 */

/** The longest name in its text form, without the dot at the end (RFC 1035, section 3.1). */
const MAX_NAME_LENGTH = 253;
const MAX_LABEL_LENGTH = 63;

/**
 * The name's ASCII form, or null when it is no domain name of at least two labels whose last is
 * alphabetic (two letters or more) or an A-label. A leading `*.` is no part of a name: refused here.
 */
export function toDomainName(text: string): string | null {
  let name = text.trim();
  if (name.length > MAX_NAME_LENGTH * 4) return null;
  if (name.endsWith(".")) name = name.slice(0, -1);
  // Only letters, digits, hyphens and dots reach the URL parser, and characters beyond ASCII: it
  // would otherwise take ports, user names and percent signs apart without a word.
  if (name === "" || !hasOnlyNameCharacters(name)) return null;
  if (!isAscii(name)) {
    const href = `http://${name}/`;
    if (!URL.canParse(href)) return null;
    name = new URL(href).hostname;
  }
  name = name.toLowerCase();
  if (name.length > MAX_NAME_LENGTH) return null;
  const labels = name.split(".");
  if (labels.length < 2 || !labels.every(isLabel)) return null;
  // An A-label must stand for something: the parser knows whether its Punycode does.
  if (labels.some((label) => label.startsWith("xn--")) && !URL.canParse(`http://${name}/`)) {
    return null;
  }
  const last = labels[labels.length - 1];
  return /^[a-z]{2,63}$/.test(last) || last.startsWith("xn--") ? name : null;
}

/** A label of letters, digits and inner hyphens, at most 63 long (RFC 1123, section 2.1). */
export function isLabel(label: string): boolean {
  return label.length <= MAX_LABEL_LENGTH && /^[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?$/
    .test(label);
}

function isAscii(text: string): boolean {
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) > 0x7f) return false;
  return true;
}

function hasOnlyNameCharacters(text: string): boolean {
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    const plain = code >= 0x61 && code <= 0x7a || code >= 0x41 && code <= 0x5a ||
      code >= 0x30 && code <= 0x39 || code === 0x2d || code === 0x2e;
    if (!plain && code < 0xa0) return false;
  }
  return true;
}
