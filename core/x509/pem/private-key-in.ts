/**
 * Looks for a private key in any text, before the text leaves the device: with the readers of the inspector (pem.ts,
 * embedded.ts, key-texts.ts), and by signs of keys that cannot be read (key-signs.ts). Returns only the kind of the key.
 *
 * Any text that looks like a key counts: a false alarm costs the user one question, but a missed key
 * would be sent. The work is linear in the length of the text.
 */
import { unescapeNewlines } from "./blocks.ts";
import { embeddedIn } from "./embedded.ts";
import { decodeText } from "./file-text.ts";
import { identify, kindName, kindOfBlock, kindOfLabel, type ObjectKind } from "./identify.ts";
import { foreignKeySign, isWindowsKey } from "./foreign-key-signs.ts";
import { A_KEY, mayBeJsonWebKey, plainKeySign } from "./key-signs.ts";
import { isPrivateJsonWebKey, keysOfJson } from "./key-texts.ts";
import { withoutLogPrefixes } from "./log-prefixes.ts";
import { type PemBlock, pemBlocks } from "./pem.ts";

/** The kind of key in the text, such as "a private key"; null if it contains none. */
export function privateKeyIn(text: string): string | null {
  const found = keyIn(text, 0);
  if (found !== null) return found;
  let plain = text;
  for (let round = 0; round < MAX_ESCAPED; round++) {
    const next = unescaped(plain);
    if (next === plain) break;
    plain = next;
  }
  return plain === text ? null : keyIn(plain, 0);
}

function keyIn(text: string, depth: number): string | null {
  return jsonWebKeyIn(text) ?? plainKeySign(text) ?? foreignKeySign(text) ?? readKeyIn(text, depth);
}

/** The most JSON Web Keys that are looked at, as in the inspector. */
const MAX_KEYS = 10_000;

function jsonWebKeyIn(text: string): string | null {
  const { keys, fault } = keysOfJson(text.trim(), MAX_KEYS);
  if (keys.some(({ key }) => isPrivateJsonWebKey(key))) return A_KEY;
  // Signs decide only where the text is not JSON: members of other objects may have these names too.
  const isRead = fault === null && keys.length > 0 && keys.length < MAX_KEYS;
  return !isRead && mayBeJsonWebKey(text) ? A_KEY : null;
}

const KEYS: ReadonlySet<ObjectKind> = new Set([
  "private-key",
  "encrypted-private-key",
  "pkcs12",
]);
const nameOf = (kind: ObjectKind | null): string | null =>
  kind !== null && KEYS.has(kind) ? kindName(kind) : null;

/** The most times that base64 is inside base64. */
const MAX_DEPTH = 3;

/** Looks at PEM by its content, and into base64 of texts and files. An archive is not unpacked, so it counts as a key. */
function readKeyIn(text: string, depth: number): string | null {
  const spans: PemBlock[] = [];
  for (const block of pemBlocks(text)) {
    // A JSON Web Key was looked at already.
    if (block.notation === "JWK") break;
    spans.push(block);
    const whole = block.bytes === null ? withoutLogPrefixes(text, block) ?? block : block;
    const found = nameOf(block.notation ? kindOfLabel(block.label) : kindOfBlock(whole));
    if (found !== null) return found;
  }
  if (depth === MAX_DEPTH) return null;
  const plain = unescapeNewlines(text);
  // The inspector does not search inside PEM, which is without an end if its END line is missing.
  const searches = spans.length === 0 ? [spans] : [spans, []];
  for (const excluded of searches) {
    for (const { bytes, kind } of embeddedIn(plain, identify, excluded)) {
      const found = nameOf(kind) ?? (kind === null ? keyInFile(bytes, depth + 1) : null);
      if (found !== null) return found;
    }
  }
  return null;
}

/** The first octets of keystores of Java (JKS, JCEKS), zip and gzip. */
const FILES: readonly (readonly [string, readonly number[]])[] = [
  ["a Java keystore", [0xfe, 0xed, 0xfe, 0xed]],
  ["a Java keystore", [0xce, 0xce, 0xce, 0xce]],
  ["an archive, which may contain a private key", [0x50, 0x4b]],
  ["an archive, which may contain a private key", [0x1f, 0x8b]],
];

function keyInFile(bytes: Uint8Array<ArrayBuffer>, depth: number): string | null {
  const file = FILES.find(([, octets]) => octets.every((octet, at) => bytes[at] === octet));
  if (file) return file[0];
  if (isWindowsKey(bytes)) return A_KEY;
  const binary = nameOf(identify(bytes));
  if (binary !== null) return binary;
  return keyIn(decodeText(bytes) ?? latin1.decode(bytes), depth);
}

const latin1 = new TextDecoder("latin1");

/** Escapes inside escapes, such as those of a URL inside JSON. */
const MAX_ESCAPED = 3;

/**
 * An octet of a URL; a character of HTML by its number or its name; a character of JSON; NUL of UTF-16; the marks of mail
 * quoting at the start of a line.
 */
const ESCAPE =
  /%([0-9a-f]{2})|&#(\d{1,7});?|&#x([0-9a-f]{1,6});?|&(\w{2,8});|\\{1,8}u([0-9a-f]{4})|\\{1,8}(["'/nrt])|\0|(?<=\n)[ \t]{0,8}(?:>[ \t]?){1,16}/gi;
const ENTITIES: Readonly<Record<string, string>> = {
  amp: "&",
  apos: "'",
  equals: "=",
  gt: ">",
  lt: "<",
  nbsp: " ",
  newline: "\n",
  plus: "+",
  quot: '"',
  sol: "/",
  tab: "\t",
};
const BREAKS: Readonly<Record<string, string>> = { n: "\n", r: "\r", t: "\t" };

/** The text without the escapes of URLs, HTML and JSON, and without the marks of mail quoting. */
function unescaped(text: string): string {
  if (!/[%&\\\0]|\n[ \t]{0,8}>/.test(text)) return text;
  return text.replace(ESCAPE, (whole, octet, decimal, hex, entity, unit, escaped) => {
    if (octet !== undefined) return String.fromCharCode(parseInt(octet, 16));
    if (unit !== undefined) return String.fromCharCode(parseInt(unit, 16));
    if (escaped !== undefined) return BREAKS[escaped.toLowerCase()] ?? escaped;
    if (entity !== undefined) return ENTITIES[entity.toLowerCase()] ?? whole;
    const code = decimal !== undefined
      ? Number(decimal)
      : hex === undefined
      ? 0
      : parseInt(hex, 16);
    return code === 0 || code > 0xffff ? "" : String.fromCharCode(code);
  });
}
