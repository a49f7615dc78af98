/** The names in a text that was copied from anywhere: lists, addresses, the output of openssl. */

const BETWEEN = /[\s,;|"'<>()]+/;

/** Each name once, in the order of the text. Whether it is a valid name is not checked. */
export function namesIn(text: string): string[] {
  const names = text
    // As openssl writes alternative names, "DNS:example.com, IP Address:192.0.2.1", and their heading.
    .replace(/\bX509v3 Subject Alternative Name:(?:\s*critical\b)?/gi, " ")
    .replace(/\b(?:DNS(?:\.\d+)?|IP(?: Address)?|email)\s*[:=]\s*/gi, " ")
    .split(BETWEEN)
    .map(nameOf)
    .filter((name) => name !== "");
  return [...new Set(names)];
}

/** Without scheme, path and port, if the word is a URL. An IPv6 address has more than one colon. */
function nameOf(word: string): string {
  const host = word.replace(/^[a-z][a-z0-9+.-]*:\/\//i, "").replace(/[/?#].*$/, "");
  const bracketed = /^\[([0-9a-f:.]+)\](?::\d+)?$/i.exec(host);
  return (bracketed ? bracketed[1] : host.replace(/^([^:]+):\d{1,5}$/, "$1")).replace(/\.$/, "");
}
