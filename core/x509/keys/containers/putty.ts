/**
 * Private keys of PuTTY (.ppk), versions 2 and 3 (appendix C of PuTTY's manual). The file has the public key, then the private
 * numbers, encrypted with AES-256 in CBC mode if there is a passphrase, and a MAC over both and the comment. The MAC
 * is always checked.
 */
import { hmac } from "../../../../wasm/hmac.ts";
import { loadDigest } from "../../../../wasm/digest.ts";
import { type Argon2Flavour, deriveArgon2 } from "../../../../wasm/argon2.ts";
import type { Budget } from "../../../kernel/context.ts";
import { OperationError } from "../../../kernel/errors.ts";
import { concatenate, equalOctets, fromHex } from "../../../kernel/octets.ts";
import { passwordOctets } from "../../../kernel/passwords.ts";
import * as KERNEL_TEXT from "../../../kernel/texts.ts";
import { element } from "../../asn1/der-write.ts";
import { TAG } from "../../asn1/der.ts";
import { decodeBase64 } from "../../pem/base64.ts";
import { decryptBlocks } from "../encryption/forge-ciphers.ts";
import { KDF_COST, spendDerivation, spendMemory } from "../encryption/key-derivation.ts";
import {
  ENCRYPTED_KEY,
  inconsistent,
  MalformedKey,
  unsupportedScheme,
} from "../private-key-errors.ts";
import { dsaKey, ecKey, octetKey, rsaPrivateKey } from "./der-keys.ts";
import { crtExponents, readSshCurve, SshFields, sshString } from "./openssh.ts";

type Octets = Uint8Array<ArrayBuffer>;

/** A file before decryption. */
interface PuttyFile {
  readonly version: 2 | 3;
  /** "ssh-rsa", "ecdsa-sha2-nistp256", … */
  readonly type: string;
  readonly cipher: string;
  readonly comment: Octets;
  readonly publicKey: Octets;
  /** The private part, encrypted unless the cipher is "none". */
  readonly sealed: Octets;
  readonly mac: Octets;
  readonly headers: ReadonlyMap<string, string>;
}

/** A key of 16,384 bits needs 90 lines. */
const MAX_LINES = 1_000;

/** Reads the fields of a file. Throws MalformedKey. */
export function readPuttyFile(bytes: Octets): PuttyFile {
  // Each octet is a character, so that the comment keeps its octets for the MAC.
  const lines = new TextDecoder("latin1").decode(bytes).split(/\r\n|\r|\n/, 3 * MAX_LINES);
  const headers = new Map<string, string>();
  const blobs = new Map<string, Octets>();
  for (let at = 0; at < lines.length; at++) {
    const colon = lines[at].indexOf(": ");
    if (colon === -1) continue;
    const name = lines[at].slice(0, colon);
    const value = lines[at].slice(colon + 2);
    if (!name.endsWith("-Lines")) headers.set(name, value);
    else {
      const count = Number(value);
      if (!(count >= 0 && count <= MAX_LINES)) throw new MalformedKey("It has too many lines");
      const decoded = decodeBase64(lines.slice(at + 1, at + 1 + count).join(""));
      if (typeof decoded === "string") throw new MalformedKey(decoded);
      blobs.set(name, decoded);
      at += count;
    }
  }
  const field = (name: string): string => {
    const value = headers.get(name);
    if (value === undefined) throw new MalformedKey(`Its line ${name} is missing`);
    return value;
  };
  const blob = (name: string): Octets => {
    const value = blobs.get(name);
    if (value === undefined) throw new MalformedKey(`Its line ${name} is missing`);
    return value;
  };
  const version = headers.has("PuTTY-User-Key-File-3") ? 3 : 2;
  if (version === 2 && !headers.has("PuTTY-User-Key-File-2")) {
    throw new MalformedKey("Its format is older than version 2. Open and save it with puttygen");
  }
  return {
    version,
    type: field(`PuTTY-User-Key-File-${version}`),
    cipher: field("Encryption"),
    comment: latin1(headers.get("Comment") ?? ""),
    publicKey: blob("Public-Lines"),
    sealed: blob("Private-Lines"),
    mac: readHex(field("Private-MAC")),
    headers,
  };
}

/** The characters as octets. */
const latin1 = (text: string): Octets =>
  Uint8Array.from(text, (character) => character.charCodeAt(0));

function readHex(text: string): Octets {
  if (!/^(?:[0-9a-f]{2}){0,128}$/i.test(text)) {
    throw new MalformedKey("It has malformed hex digits");
  }
  return fromHex(text);
}

interface Keys {
  cipher: Octets;
  iv: Octets;
  mac: Octets;
}

/**
 * Decrypts the file, checks its MAC and returns the private key in DER, which the caller must zero. Null if the passphrase is
 * wrong, which an altered file also looks like. Throws MalformedKey, `unsupported`, TooMuchDerivation.
 */
export async function readPuttyKey(
  file: PuttyFile,
  passphrase: string,
  budget: Budget,
): Promise<Octets | null> {
  const isEncrypted = file.cipher !== "none";
  if (isEncrypted && file.cipher !== "aes256-cbc") {
    throw unsupportedScheme(ENCRYPTED_KEY, "another cipher than AES-256-CBC");
  }
  if (file.sealed.length % 16 !== 0 && isEncrypted) throw new MalformedKey("It is cut off");
  const password = passwordOctets(isEncrypted ? passphrase : "", "UTF-8");
  let keys: Keys;
  try {
    keys = await (file.version === 3
      ? argonKeys(file, isEncrypted, password, budget)
      : shaKeys(isEncrypted, password, budget));
  } finally {
    password.fill(0);
  }
  const plain = isEncrypted
    ? decryptBlocks({ cipher: "aes", key: keys.cipher, iv: keys.iv, data: file.sealed })
    : file.sealed.slice();
  const covered = [latin1(file.type), latin1(file.cipher), file.comment, file.publicKey, plain]
    .map(sshString);
  const message = concatenate(covered);
  try {
    const algorithm = file.version === 3 ? "SHA-256" : "SHA-1";
    // An empty key is padded with zeros (RFC 2104, 2), as one zero octet is.
    const key = keys.mac.length === 0 ? new Uint8Array(1) : keys.mac;
    const mac = await hmac(algorithm, key, message);
    if (!equalOctets(mac, file.mac)) {
      if (isEncrypted) return null;
      throw inconsistent("the checksum (MAC) in the file does not match its content");
    }
    return privateKey(file.type, file.publicKey, plain);
  } finally {
    for (const octets of [plain, message, ...covered, ...Object.values(keys)]) octets.fill(0);
  }
}

/** Version 2 hashes the passphrase only twice. */
async function shaKeys(isEncrypted: boolean, password: Octets, budget: Budget): Promise<Keys> {
  spendDerivation(budget, "digest", "SHA-1", 3, KDF_COST.digest["SHA-1"], 3 * password.length);
  const sha1 = await loadDigest("SHA-1");
  const hash = (parts: Octets[]) => {
    const whole = concatenate(parts);
    const digest = sha1(whole);
    whole.fill(0);
    return digest;
  };
  const digests = [0, 1].map((count) => hash([Uint8Array.of(0, 0, 0, count), password]));
  const cipher = new Uint8Array(32);
  cipher.set(digests[0]);
  cipher.set(digests[1].subarray(0, 12), 20);
  for (const digest of digests) digest.fill(0);
  return {
    cipher,
    iv: new Uint8Array(16),
    mac: hash([
      latin1("putty-private-key-file-mac-key"),
      isEncrypted ? password : new Uint8Array(),
    ]),
  };
}

const FLAVOURS: readonly string[] = ["Argon2d", "Argon2i", "Argon2id"] satisfies Argon2Flavour[];

async function argonKeys(
  { headers }: PuttyFile,
  isEncrypted: boolean,
  password: Octets,
  budget: Budget,
): Promise<Keys> {
  if (!isEncrypted) {
    return { cipher: new Uint8Array(), iv: new Uint8Array(), mac: new Uint8Array() };
  }
  const flavour = headers.get("Key-Derivation") ?? "";
  if (!FLAVOURS.includes(flavour)) {
    throw unsupportedScheme(ENCRYPTED_KEY, "another key derivation than Argon2");
  }
  const number = (name: string): number => {
    const text = headers.get(name) ?? "";
    if (!/^[1-9]\d{0,8}$/.test(text)) throw new MalformedKey(`Its line ${name} is malformed`);
    return Number(text);
  };
  const memory = number("Argon2-Memory");
  const passes = number("Argon2-Passes");
  const parallelism = number("Argon2-Parallelism");
  const salt = readHex(headers.get("Argon2-Salt") ?? "");
  if (salt.length < 8 || memory < 8 * parallelism) {
    throw new MalformedKey("The parameters of its key derivation are malformed");
  }
  if (parallelism > 64) {
    throw new OperationError("too_complex", KERNEL_TEXT.tooComplex, ENCRYPTED_KEY.path);
  }
  const method = `Argon2 (${memory} KiB, ${passes} passes)`;
  spendMemory(budget, memory);
  const octets = password.length + salt.length;
  spendDerivation(budget, "block", method, memory * passes, KDF_COST.argon2Block, octets);
  const derived = await deriveArgon2(
    flavour as Argon2Flavour,
    password,
    salt,
    { memory, passes, parallelism },
    80,
  );
  return {
    cipher: derived.subarray(0, 32),
    iv: derived.subarray(32, 48),
    mac: derived.subarray(48),
  };
}

const ED25519 = "1.3.101.112";
const ED448 = "1.3.101.113";

/** The key in DER, from the public fields and the private ones. `families` checks that they belong together. */
function privateKey(type: string, publicKey: Octets, plain: Octets): Octets {
  const open = new SshFields(publicKey);
  const secret = new SshFields(plain);
  if (open.name() !== type) throw new MalformedKey("It names two different types");
  switch (type) {
    case "ssh-rsa": {
      const [e, n] = [open.number(), open.number()];
      const [d, p, q, inverse] = Array.from({ length: 4 }, () => secret.number());
      return rsaPrivateKey([n, e, d, p, q, ...crtExponents(d, p, q), inverse]);
    }
    case "ssh-dss": {
      const numbers = Array.from({ length: 4 }, () => open.number());
      return dsaKey([...numbers, secret.number()]);
    }
    case "ssh-ed25519":
      return edwardsKey(ED25519, 32, open, secret);
    case "ssh-ed448":
      return edwardsKey(ED448, 57, open, secret);
    default: {
      const curve = readSshCurve(open, type);
      const point = open.string();
      const number = secret.number();
      if (number.length > curve.octets) {
        throw inconsistent("its private number is out of range for its curve");
      }
      return ecKey(curve, number, point);
    }
  }
}

/** The seed is a little-endian number without its zeros at the end. */
function edwardsKey(oid: string, octets: number, open: SshFields, secret: SshFields): Octets {
  const publicKey = open.string();
  const seed = new Uint8Array(octets);
  const written = secret.string();
  if (written.length > octets) throw new MalformedKey("Its private number is too long");
  seed.set(written);
  const key = octetKey(oid, element(TAG.OCTET_STRING, seed), publicKey);
  seed.fill(0);
  return key;
}
