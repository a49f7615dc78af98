/**
 * Keys in a text that is no PEM: JSON Web Keys (RFC 7517), the lines of OpenSSH's public keys
 * (RFC 4253, 6.6), and these in a file of their own (RFC 4716). They are found here and told apart as
 * private and public; what is in them is read in keys/containers.
 *
 * Rules: a text is walked once, and no pattern runs over more than one line.
 */
import { decodeBase64 } from "./base64.ts";

/** How the octets of a key are written: JSON in UTF-8, or the fields of RFC 4251, 5. */
export type KeyNotation = "JWK" | "OpenSSH";

interface KeyText {
  /** The label that a PEM block with such a key has. */
  label: "PRIVATE KEY" | "PUBLIC KEY";
  bytes: Uint8Array<ArrayBuffer> | null;
  headers: ReadonlyMap<string, string>;
  offset: number;
  end: number;
  problem: string | null;
  notation: KeyNotation;
}

/** All keys of a text, at most `most`; none when it is anything else. */
export function keysInText(text: string, most: number): KeyText[] {
  const trimmed = text.trim();
  if (trimmed.startsWith("{")) return jsonWebKeys(trimmed, text, most);
  const keys = [...sshFile(text, most), ...sshLines(text, most)];
  return keys.sort((a, b) => a.offset - b.offset).slice(0, most);
}

/** `d`, and `k`, the whole of a symmetric key (RFC 7518, 6); the seed of AKP (RFC 9964, 3). */
const PRIVATE_MEMBERS = ["d", "priv", "k"];

/** One key, or those of a JWK Set (RFC 7517, 5). Other JSON gives none. */
function jsonWebKeys(json: string, { length }: string, most: number): KeyText[] {
  const encoder = new TextEncoder();
  try {
    const value: unknown = JSON.parse(json);
    const list: unknown[] = isObject(value) && Array.isArray(value.keys) ? value.keys : [value];
    return list.filter(isKey).slice(0, most).map((key) => ({
      label: PRIVATE_MEMBERS.some((name) => Object.hasOwn(key, name))
        ? "PRIVATE KEY"
        : "PUBLIC KEY",
      bytes: encoder.encode(JSON.stringify(key)),
      headers: new Map(),
      offset: 0,
      end: length,
      problem: null,
      notation: "JWK",
    }));
  } catch {
    // Broken, or nested beyond what an engine follows.
    return [];
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const isKey = (value: unknown): value is Record<string, unknown> =>
  isObject(value) && Object.hasOwn(value, "kty") && typeof value.kty === "string";

const SSH_BEGIN = "---- BEGIN SSH2 PUBLIC KEY ----";
const SSH_END = "---- END SSH2 PUBLIC KEY ----";

/** RFC 4716, 3: headers, which a backslash carries on into the next line, and base64. */
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
/** The first octets of every such key are the length of its type's name, below 256. */
const SSH_HEAD = "AAAA";
/** OpenSSH reads no longer line; of RSA keys with 16,384 bits one has 2,800 characters. */
const MAX_LINE = 16 * 1024;

/** authorized_keys, known_hosts and .pub: options or hosts, type, base64, comment. */
function* sshLines(text: string, most: number): Generator<KeyText> {
  if (!text.includes("ssh-") && !text.includes("ecdsa-sha2-")) return;
  for (let start = 0; start < text.length && most > 0;) {
    const newline = indexOrEnd(text, "\n", start);
    const line = text.slice(start, Math.min(newline, start + MAX_LINE)).trim();
    const at = line.indexOf(` ${SSH_HEAD}`);
    if (at !== -1 && !line.startsWith("#")) {
      const before = line.slice(0, at).trimEnd();
      const type = before.slice(before.lastIndexOf(" ") + 1);
      if (SSH_TYPE.test(type)) {
        most--;
        yield sshKey(line.slice(at + 1).split(" ", 1)[0], start, newline);
      }
    }
    start = newline + 1;
  }
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
