/**
 * Finds keys in a text without PEM: JSON Web Keys (RFC 7517), lines with public keys of OpenSSH (RFC 4253,
 * 6.6), and files with one such key (RFC 4716). It only tells private keys from public ones;
 * keys/containers reads them.
 *
 * The text is searched once, and no pattern spans more than one line.
 */
import { MAX_JSON_DEPTH, readJson } from "../../kernel/json.ts";
import { ascii } from "../../kernel/octets.ts";
import { decodeBase64, decodeStart } from "./base64.ts";

/** The format of a key's octets: JSON in UTF-8, the fields of RFC 4251, 5, or a file of PuTTY. */
export type KeyNotation = "JWK" | "OpenSSH" | "PuTTY";

interface KeyText {
  /** The PEM label for this kind of key. */
  label: "PRIVATE KEY" | "ENCRYPTED PRIVATE KEY" | "PUBLIC KEY";
  bytes: Uint8Array<ArrayBuffer> | null;
  headers: ReadonlyMap<string, string>;
  offset: number;
  end: number;
  problem: string | null;
  notation: KeyNotation;
  /** The place of a JSON Web Key in other JSON. */
  path?: string;
}

/** The keys of a text, at most `most`; an empty list if it has none. */
export function keysInText(text: string, most: number): KeyText[] {
  const trimmed = text.trim();
  if (trimmed.startsWith(PUTTY)) return [puttyKey(trimmed, text)];
  if (isJson(trimmed)) return jsonWebKeysIn(text, most);
  const files = [...sshFile(text, most)];
  const keys = [...files, ...sshLines(text, most, files)];
  return keys.sort((a, b) => a.offset - b.offset).slice(0, most);
}

const PUTTY = "PuTTY-User-Key-File-";

/** A key of PuTTY, which is the whole text. */
function puttyKey(file: string, { length }: string): KeyText {
  const isPlain = /^Encryption: none\r?$/m.test(file.slice(0, 1024));
  return {
    label: isPlain ? "PRIVATE KEY" : "ENCRYPTED PRIVATE KEY",
    // Each character is an octet, except in a comment that is not ASCII.
    bytes: new TextEncoder().encode(file),
    headers: new Map(),
    offset: 0,
    end: length,
    problem: null,
    notation: "PuTTY",
  };
}

/** `d`; `k`, a symmetric key (RFC 7518, 6); `priv`, the seed of an AKP key (RFC 9964, 3). */
const PRIVATE_MEMBERS = ["d", "priv", "k"];

const isJson = (trimmed: string): boolean => trimmed.startsWith("{") || trimmed.startsWith("[");

/** A JSON Web Key and its place in the JSON around it; "" for a key or a set of keys that is the whole text. */
interface PlacedKey {
  key: Record<string, unknown>;
  path: string;
}

/** JSON inside strings of JSON, and values inside one another. */
const MAX_QUOTED = 3;
const MAX_NESTED = 100;
const MAX_PATH = 200;

/** The JSON Web Keys and JWK Sets (RFC 7517) anywhere in JSON, also in its strings. Other texts have none. */
export function jsonWebKeysIn(text: string, most: number): KeyText[] {
  const json = text.trim();
  if (!isJson(json)) return [];
  const encoder = new TextEncoder();
  const { keys, fault } = keysOfJson(json, most);
  const unread: KeyText[] = fault === null ? [] : [{
    label: "PUBLIC KEY",
    bytes: null,
    headers: new Map(),
    offset: 0,
    end: text.length,
    problem: UNREAD[fault],
    notation: "JWK",
  }];
  const read = keys.map(({ key, path }) => ({
    label: isPrivateJsonWebKey(key) ? "PRIVATE KEY" as const : "PUBLIC KEY" as const,
    // readJson bounds the depth, so no engine fails to write it.
    bytes: encoder.encode(JSON.stringify(key)),
    headers: new Map(),
    offset: 0,
    end: text.length,
    problem: null,
    notation: "JWK" as const,
    ...(path !== "" && { path }),
  }));
  return [...read, ...unread];
}

/** Why JSON with keys was not searched. */
const UNREAD = {
  too_large: "The JSON around it is larger than 1 MiB. Cut the key out of it",
  too_deep: `The JSON around it has more than ${MAX_JSON_DEPTH} levels. Cut the key out of it`,
};

export const isPrivateJsonWebKey = (key: Record<string, unknown>): boolean =>
  PRIVATE_MEMBERS.some((name) => Object.hasOwn(key, name));

/** The keys in a text of JSON, none if it is malformed. `fault` says why some of it was not read. */
export function keysOfJson(
  json: string,
  most: number,
): { keys: PlacedKey[]; fault: keyof typeof UNREAD | null } {
  const found: PlacedKey[] = [];
  let fault: keyof typeof UNREAD | null = null;
  // Most JSON is something else; do not parse it.
  if (!json.includes("kty")) return { keys: found, fault };
  const parse = (text: string): unknown => {
    const read = readJson(text);
    if (read.fault !== null && read.fault !== "malformed") fault = read.fault;
    return read.value;
  };
  const walk = (value: unknown, path: string, depth: number, quoted: number): void => {
    if (found.length >= most || depth > MAX_NESTED || path.length > MAX_PATH) return;
    if (typeof value === "string") {
      // A string may have JSON in it.
      if (quoted < MAX_QUOTED && value.includes("kty") && isJson(value.trimStart())) {
        walk(parse(value), path, depth, quoted + 1);
      }
    } else if (Array.isArray(value)) {
      value.forEach((item, index) => walk(item, `${path}[${index}]`, depth + 1, quoted));
    } else if (isKey(value)) found.push({ key: value, path });
    else if (isObject(value)) {
      const isSet = path === "" && Array.isArray(value.keys);
      for (const [name, member] of Object.entries(value)) {
        if (isSet && name === "keys") {
          for (const key of value.keys as unknown[]) {
            if (isKey(key)) walk(key, "", depth + 1, quoted);
          }
        } else walk(member, path === "" ? name : `${path}.${name}`, depth + 1, quoted);
      }
    }
  };
  walk(parse(json), "", 0, 0);
  return { keys: found, fault };
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const isKey = (value: unknown): value is Record<string, unknown> =>
  isObject(value) && Object.hasOwn(value, "kty") && typeof value.kty === "string";

const SSH_BEGIN = "---- BEGIN SSH2 PUBLIC KEY ----";
const SSH_END = "---- END SSH2 PUBLIC KEY ----";

/** RFC 4716, 3: headers, then base64. A backslash continues a header on the next line. */
function* sshFile(text: string, most: number): Generator<KeyText> {
  let end = 0;
  for (let begin = text.indexOf(SSH_BEGIN); begin !== -1 && most-- > 0;) {
    const body = begin + SSH_BEGIN.length;
    end = Math.max(end, indexOrEnd(text, SSH_END, body));
    const digits: string[] = [];
    let isHeader = false;
    for (const line of text.slice(body, end).split("\n").map((line) => line.trim())) {
      isHeader ||= line.includes(":");
      if (!isHeader) digits.push(line);
      isHeader &&= line.endsWith("\\");
    }
    yield sshKey(digits.join(""), begin, end);
    begin = text.indexOf(SSH_BEGIN, end);
  }
}

function indexOrEnd(text: string, part: string, from: number): number {
  const index = text.indexOf(part, from);
  return index === -1 ? text.length : index;
}

/** "ssh-ed25519", "ecdsa-sha2-nistp256", "sk-ssh-ed25519@openssh.com", … */
const SSH_TYPE = /^(?:sk-)?(?:ssh|ecdsa-sha2)-[\w.@-]{1,64}$/;
/** Every key starts with the length of its type's name, in four octets and below 256. */
const SSH_HEAD = "AAAA";
/** OpenSSH reads no longer lines. An RSA key of 16,384 bits needs 2,800 characters. */
const MAX_LINE = 16 * 1024;

/**
 * Lines of authorized_keys, known_hosts and .pub: options or hosts, type, base64, comment. The base64 names its type, so it
 * is also read without one. Mails and terminals break it over several lines.
 */
function* sshLines(
  text: string,
  most: number,
  files: readonly { end: number; offset: number }[],
): Generator<KeyText> {
  if (!text.includes(SSH_HEAD)) return;
  let file = 0;
  for (let start = 0; start < text.length && most > 0;) {
    const newline = indexOrEnd(text, "\n", start);
    const line = text.slice(start, Math.min(newline, start + MAX_LINE)).trim();
    // A key in a file of its own is found already.
    while (files[file]?.end <= start) file++;
    const isInFile = files[file]?.offset <= newline;
    const at = isInFile || line.startsWith("#") ? -1 : sshStart(line);
    let next = newline;
    if (at !== -1) {
      most--;
      const key = sshKey(line.slice(at).split(/[\s"',;<]/, 1)[0], start, newline);
      const whole = key.bytes !== null && isWholeSsh(key.bytes)
        ? null
        : brokenKey(text, line.slice(at), newline);
      yield whole === null ? key : { ...whole, offset: start };
      next = whole?.end ?? newline;
    }
    start = next + 1;
  }
}

/** Octets at the start of a key that have its type. */
const SSH_SAMPLE = 72;
/** The most characters of a type with the white space around it. */
const MAX_TYPE = 100;

/** Where the base64 of a key begins in a line; -1 without one. A type before it makes it one even if it is damaged. */
function sshStart(line: string): number {
  for (let at = line.indexOf(SSH_HEAD); at !== -1; at = line.indexOf(SSH_HEAD, at + 1)) {
    if (/[\w+/=]/.test(line[at - 1] ?? " ")) continue;
    const before = line.slice(Math.max(at - MAX_TYPE, 0), at).trimEnd();
    if (SSH_TYPE.test(before.slice(before.lastIndexOf(" ") + 1))) return at;
    const head = decodeStart(line, at, SSH_SAMPLE);
    if (SSH_TYPE.test(ascii(head.subarray(4, 4 + head[3])))) return at;
  }
  return -1;
}

/** Whether the octets are whole fields, each with its length (RFC 4251, 5). */
function isWholeSsh(bytes: Uint8Array<ArrayBuffer>): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  let at = 0;
  while (at + 4 <= bytes.length) at += 4 + view.getUint32(at);
  return at === bytes.length;
}

const BROKEN_LINES =
  "It is broken over several lines, and OpenSSH reads a public key only on one line";

/** The key that begins with `first` and goes on in the lines after `newline`; null if these do not make it whole. */
function brokenKey(text: string, first: string, newline: number): KeyText | null {
  let base64 = first;
  let end = newline;
  while (end < text.length && base64.length < MAX_LINE) {
    const next = indexOrEnd(text, "\n", end + 1);
    const line = text.slice(end + 1, Math.min(next, end + 1 + MAX_LINE)).trim();
    const [digits] = line.split(" ", 1);
    // Each line is added to one key at most: another key begins with its own line.
    if (!/^[A-Za-z0-9+/]+={0,2}$/.test(digits) || sshStart(line) !== -1) break;
    base64 += digits;
    end = next;
    // A comment is at the end of the key.
    if (digits.length < line.length) break;
  }
  if (end === newline) return null;
  const key = sshKey(base64, newline, end);
  return key.bytes !== null && isWholeSsh(key.bytes) ? { ...key, problem: BROKEN_LINES } : null;
}

function sshKey(base64: string, offset: number, end: number): KeyText {
  const decoded = decodeBase64(base64);
  const isBroken = typeof decoded === "string";
  return {
    label: "PUBLIC KEY",
    bytes: isBroken ? null : decoded,
    headers: new Map(),
    offset,
    end,
    problem: isBroken ? decoded : null,
    notation: "OpenSSH",
  };
}
