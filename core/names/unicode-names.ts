/** Internationalised domain names as people read them: A-labels back to Unicode (RFC 3492, 5891). */

const PREFIX = "xn--";

/**
 * The Unicode form of a domain name, or of an e-mail address, that holds A-labels; null when it
 * holds none. A label that does not turn back into the same A-label stays as it is.
 */
export function unicodeName(name: string): string | null {
  const at = name.lastIndexOf("@");
  const domain = name.slice(at + 1);
  if (!domain.includes(PREFIX)) return null;
  const labels = domain.split(".").map((label) => unicodeLabel(label) ?? label);
  const unicode = labels.join(".");
  return unicode === domain ? null : name.slice(0, at + 1) + unicode;
}

function unicodeLabel(label: string): string | null {
  if (!label.startsWith(PREFIX)) return null;
  const decoded = decodePunycode(label.slice(PREFIX.length));
  if (decoded === null) return null;
  const url = `http://${decoded}/`;
  return URL.canParse(url) && new URL(url).hostname === label ? decoded : null;
}

/** RFC 3492, 6.2, with the parameters of section 5; null for what is no Punycode. */
function decodePunycode(text: string): string | null {
  const points: number[] = [];
  const delimiter = text.lastIndexOf("-");
  for (let i = 0; i < delimiter; i++) points.push(text.charCodeAt(i));
  let at = delimiter < 0 ? 0 : delimiter + 1;
  let point = 128;
  let index = 0;
  let bias = 72;
  while (at < text.length) {
    const before = index;
    let weight = 1;
    for (let k = 36;; k += 36) {
      const digit = digitOf(text.charCodeAt(at++));
      if (digit === null) return null;
      index += digit * weight;
      const threshold = k <= bias ? 1 : k >= bias + 26 ? 26 : k - bias;
      if (digit < threshold) break;
      weight *= 36 - threshold;
      if (weight > 0xffffffff) return null;
    }
    const length = points.length + 1;
    bias = adapt(index - before, length, before === 0);
    point += Math.floor(index / length);
    if (point > 0x10ffff || (point >= 0xd800 && point <= 0xdfff)) return null;
    index %= length;
    points.splice(index++, 0, point);
  }
  return String.fromCodePoint(...points);
}

function adapt(delta: number, length: number, first: boolean): number {
  let rest = Math.floor(delta / (first ? 700 : 2));
  rest += Math.floor(rest / length);
  let k = 0;
  while (rest > 455) {
    rest = Math.floor(rest / 35);
    k += 36;
  }
  return k + Math.floor((36 * rest) / (rest + 38));
}

/** a to z are 0 to 25, 0 to 9 are 26 to 35. NaN, read past the end, is none. */
function digitOf(code: number): number | null {
  if (code >= 0x61 && code <= 0x7a) return code - 0x61;
  if (code >= 0x30 && code <= 0x39) return code - 0x30 + 26;
  return null;
}
