/** Finds host names in pasted text: lists, URLs, the output of openssl. */

const BETWEEN = /[\s,;|"'<>()]+/;

/** Returns each name once, in the order of the text. The names are not validated. */
export function namesIn(text: string): string[] {
  const names = text
    // openssl prints "DNS:example.com, IP Address:192.0.2.1" below a heading.
    .replace(/\bX509v3 Subject Alternative Name:(?:\s*critical\b)?/gi, " ")
    .replace(/\b(?:DNS(?:\.\d+)?|IP(?: Address)?|email)\s*[:=]\s*/gi, " ")
    .split(BETWEEN)
    .map(nameOf)
    .filter((name) => name !== "");
  return [...new Set(names)];
}

/** Strips scheme, path and port from a URL. Only IPv6 addresses have more than one colon. */
function nameOf(word: string): string {
  const host = word.replace(/^[a-z][a-z0-9+.-]*:\/\//i, "").replace(/[/?#].*$/, "");
  const bracketed = /^\[([0-9a-f:.]+)\](?::\d+)?$/i.exec(host);
  return (bracketed ? bracketed[1] : host.replace(/^([^:]+):\d{1,5}$/, "$1")).replace(/\.$/, "");
}
