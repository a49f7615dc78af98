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
import { isStructural, peeled, Work } from "./layers.ts";
import { type PemBlock, pemBlocks } from "./pem.ts";
import { readText } from "./read-text.ts";
import { isOperationError } from "../../kernel/errors.ts";

/** The kind of key in the text, such as "a private key"; null if it contains none. */
export function privateKeyIn(text: string): string | null {
  const found = keyIn(text, 0);
  if (found !== null) return found;
  let last = text;
  // A key that is damaged shows only by its signs, so each text under a layer is searched for them too.
  for (const { text: plain } of peeled(text, new Work(text.length, null), isStructural)) {
    last = plain;
    const sign = jsonWebKeyIn(plain) ?? plainKeySign(plain) ?? foreignKeySign(plain);
    if (sign !== null) return sign;
  }
  return (last === text ? null : keyIn(last, 0)) ?? readKeyIn(text);
}

function keyIn(text: string, depth: number): string | null {
  return jsonWebKeyIn(text) ?? plainKeySign(text) ?? foreignKeySign(text) ??
    embeddedKeyIn(text, depth);
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

/** A key that the reader of all fields finds, so that no field reads a key that this check does not see. */
function readKeyIn(text: string): string | null {
  try {
    return firstOf(readText(text, null).blocks);
  } catch (thrown) {
    // The fields refuse a text with too many objects.
    if (isOperationError(thrown)) return null;
    throw thrown;
  }
}

function firstOf(blocks: Iterable<PemBlock>): string | null {
  for (const block of blocks) {
    // A JSON Web Key was looked at already.
    if (block.notation === "JWK") break;
    const found = nameOf(block.notation ? kindOfLabel(block.label) : kindOfBlock(block));
    if (found !== null) return found;
  }
  return null;
}

/** Looks at PEM by its content, and into base64 of texts and files. An archive is not unpacked, so it counts as a key. */
function embeddedKeyIn(text: string, depth: number): string | null {
  const spans = [...pemBlocks(text)].filter(({ notation }) => notation !== "JWK");
  const found = firstOf(spans);
  if (found !== null || depth === MAX_DEPTH) return found;
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
