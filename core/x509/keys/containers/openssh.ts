/**
 * OpenSSH keys. A private key file (PROTOCOL.key of OpenSSH) has the public key, then two equal check
 * numbers, the private key, a comment, and the padding 1, 2, 3, …. The part from the check numbers on is
 * often encrypted: bcrypt_pbkdf gives key and initialisation vector for AES in CTR, CBC or GCM mode, or for
 * 3DES in CBC mode.
 *
 * The reader compares the two copies of the public key, the check numbers and the padding. `families`
 * checks that the private part belongs to the public one.
 */
import { ascii, concatenate, equalOctets } from "../../../kernel/octets.ts";
import { passwordOctets } from "../../../kernel/passwords.ts";
import { element } from "../../asn1/der-write.ts";
import { TAG } from "../../asn1/der.ts";
import { numberOctets, numberOf } from "../../asn1/hex.ts";
import { OPENSSH_MAGIC } from "../../pem/identify.ts";
import { type Curve, curveOf } from "../families/curves.ts";
import { DSA } from "../key-algorithms.ts";
import {
  type Decryptor,
  type EncryptedObject,
  inconsistent,
  MalformedKey,
  unsupportedScheme,
} from "../private-key-errors.ts";
import {
  dsaKey,
  dsaPublicInfo,
  ecKey,
  ecPublicInfo,
  octetKey,
  octetPublicInfo,
  rsaPrivateKey,
  rsaPublicInfo,
} from "./der-keys.ts";
import type { Budget } from "../../../kernel/context.ts";
import { KDF_COST, MAX_SALT_OCTETS, spendDerivation } from "../encryption/key-derivation.ts";

const ED25519 = "1.3.101.112";

/** The file before decryption. */
interface OpensshFile {
  /** "none", "aes256-ctr", … */
  readonly cipher: string;
  readonly kdf: string;
  readonly kdfOptions: Uint8Array<ArrayBuffer>;
  readonly publicKey: Uint8Array<ArrayBuffer>;
  /** The private part, encrypted unless the cipher is "none". */
  readonly sealed: Uint8Array<ArrayBuffer>;
  /** The octets after the private part: the tag of an authenticated cipher. */
  readonly tag: Uint8Array<ArrayBuffer>;
}

/** Reads the unencrypted fields. `bytes` begin with OPENSSH_MAGIC. Throws MalformedKey. */
export function readOpensshFile(bytes: Uint8Array<ArrayBuffer>): OpensshFile {
  const fields = new SshFields(bytes.subarray(OPENSSH_MAGIC.length));
  const cipher = fields.name();
  const kdf = fields.name();
  const kdfOptions = fields.string();
  const count = fields.uint32();
  if (count !== 1) throw new MalformedKey("It must contain exactly one key");
  const publicKey = fields.string();
  const sealed = fields.string();
  return { cipher, kdf, kdfOptions, publicKey, sealed, tag: fields.rest() };
}

/** Whether the two check numbers are equal; with a wrong passphrase they differ. */
export function checksAgree(plain: Uint8Array): boolean {
  return plain.length >= 8 && equalOctets(plain.subarray(0, 4), plain.subarray(4, 8));
}

/**
 * Returns the private key in DER, which the caller must zero. `plain` is the decrypted part, whose length
 * must be a multiple of `blockOctets`. Throws MalformedKey, and `key_inconsistent` if `publicKey` belongs to
 * another private key.
 */
export function readOpensshKey(
  plain: Uint8Array<ArrayBuffer>,
  publicKey: Uint8Array,
  blockOctets: number,
): Uint8Array<ArrayBuffer> {
  if (!checksAgree(plain)) throw new MalformedKey("Its two check numbers differ");
  const fields = new SshFields(plain.subarray(8));
  const { key, publicFields } = readPrivate(fields, fields.name());
  try {
    // Skip the comment, which may be any text.
    fields.string();
    const padding = fields.rest();
    // PuTTY writes more padding than needed, and OpenSSH reads it.
    const isPadded = plain.length % blockOctets === 0 && padding.length < 256 &&
      padding.every((octet, index) => octet === index + 1);
    if (!isPadded) throw new MalformedKey("Its padding is wrong");
    if (!equalOctets(concatenate(publicFields), publicKey)) {
      throw inconsistent("Its public key does not belong to its private key");
    }
    return key;
  } catch (thrown) {
    key.fill(0);
    throw thrown;
  }
}

interface ReadKey {
  /** DER. */
  key: Uint8Array<ArrayBuffer>;
  /** The fields of its public key, which must equal the copy at the front of the file. */
  publicFields: readonly Uint8Array[];
}

function readPrivate(fields: SshFields, type: string): ReadKey {
  const name = sshString(Uint8Array.from(type, (character) => character.charCodeAt(0)));
  switch (type) {
    case "ssh-rsa": {
      const [n, e, d, inverse, p, q] = Array.from({ length: 6 }, () => fields.number());
      const key = rsaPrivateKey([n, e, d, p, q, ...crtExponents(d, p, q), inverse]);
      return { key, publicFields: [name, numberField(e), numberField(n)] };
    }
    case "ssh-ed25519": {
      const publicKey = fields.string();
      // The seed of RFC 8032, followed by the public key again.
      const secret = fields.string();
      if (secret.length !== 64 || !equalOctets(secret.subarray(32), publicKey)) {
        throw inconsistent("Its two public parts differ");
      }
      const inner = element(TAG.OCTET_STRING, secret.subarray(0, 32));
      const key = octetKey(ED25519, inner, publicKey);
      return { key, publicFields: [name, sshString(publicKey)] };
    }
    case "ssh-dss": {
      const numbers = Array.from({ length: 5 }, () => fields.number());
      return {
        key: dsaKey(numbers),
        publicFields: [name, ...numbers.slice(0, 4).map(numberField)],
      };
    }
    default: {
      const curve = readSshCurve(fields, type);
      const point = fields.string();
      const number = fields.number();
      if (number.length > curve.octets) {
        throw inconsistent("The private key is out of range for its curve");
      }
      const curveName = type.slice("ecdsa-sha2-".length);
      const curveField = sshString(new TextEncoder().encode(curveName));
      return {
        key: ecKey(curve, number, point),
        publicFields: [name, curveField, sshString(point)],
      };
    }
  }
}

/** d mod (p - 1) and d mod (q - 1), which OpenSSH leaves out (RFC 8017, 3.2). */
export function crtExponents(d: Uint8Array, p: Uint8Array, q: Uint8Array): Uint8Array[] {
  return [p, q].map((prime) => {
    const factor = numberOf(prime) - 1n;
    if (factor < 1n) throw new MalformedKey("One of its prime factors is not a prime number");
    return numberOctets(numberOf(d) % factor);
  });
}

const numberField = (octets: Uint8Array): Uint8Array =>
  sshString(octets[0] >= 0x80 ? concatenate([Uint8Array.of(0), octets]) : octets);

/* Public keys of OpenSSH (RFC 4253, 6.6; RFC 5656, 3.1; RFC 8709, 4) as SubjectPublicKeyInfo. */

const CURVES: ReadonlyMap<string, string> = new Map([
  ["nistp256", "P-256"],
  ["nistp384", "P-384"],
  ["nistp521", "P-521"],
]);

/** The key as SubjectPublicKeyInfo. Throws MalformedKey for types other than RSA, ECDSA, Ed25519 and DSA. */
export function opensshPublicKeyInfo(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const fields = new SshFields(bytes);
  const info = readInfo(fields, fields.name());
  if (fields.rest().length > 0) throw new MalformedKey("There is extra data after the key");
  return info;
}

function readInfo(fields: SshFields, type: string): Uint8Array<ArrayBuffer> {
  switch (type) {
    case "ssh-rsa": {
      const exponent = fields.number();
      return rsaPublicInfo(fields.number(), exponent);
    }
    case "ssh-ed25519":
      return octetPublicInfo(ED25519, fields.string());
    case "ssh-dss":
      return dsaPublicInfo(DSA, Array.from({ length: 4 }, () => fields.number()));
    default: {
      const curve = readSshCurve(fields, type);
      return ecPublicInfo(curve, fields.string());
    }
  }
}

/** Reads the curve from the name of the key type. The next field repeats it. Throws MalformedKey. */
export function readSshCurve(fields: SshFields, type: string): Curve {
  const curve = curveOf(CURVES.get(type.replace(/^ecdsa-sha2-/, "")) ?? null);
  if (!curve || !type.startsWith("ecdsa-sha2-")) throw new MalformedKey(otherType(type));
  if (`ecdsa-sha2-${fields.name()}` !== type) {
    throw new MalformedKey("Its parts name two different curves");
  }
  return curve;
}

/** The description of another type. An unknown type is not quoted, because it may be any text. */
function otherType(type: string): string {
  if (type.includes("-cert-v0")) return "It is an OpenSSH certificate, not a key";
  if (type.startsWith("sk-")) return "Its private part is in a security key (FIDO)";
  return "Its type is not RSA, ECDSA, Ed25519 or DSA";
}

/* Fields of OpenSSH's keys (RFC 4251, 5), read from a bounded piece of bytes. */

/** In octets: a number of a 16,384-bit RSA key, with a sign octet. */
const MAX_NUMBER = 2049;

/**
 * A cursor over fields. Each method that reads throws MalformedKey if the bytes end too early or if the
 * field is malformed.
 */
export class SshFields {
  #at = 0;
  readonly #view: DataView;

  constructor(readonly bytes: Uint8Array<ArrayBuffer>) {
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  }

  uint32(): number {
    if (this.bytes.length - this.#at < 4) throw cutOff();
    this.#at += 4;
    return this.#view.getUint32(this.#at - 4);
  }

  octets(length: number): Uint8Array<ArrayBuffer> {
    if (this.bytes.length - this.#at < length) throw cutOff();
    this.#at += length;
    return this.bytes.subarray(this.#at - length, this.#at);
  }

  /** Reads a field with a length prefix. Returns a view of the input. */
  string(): Uint8Array<ArrayBuffer> {
    return this.octets(this.uint32());
  }

  /** Reads a field with an ASCII name. */
  name(): string {
    const octets = this.string();
    if (octets.length > 64) throw new MalformedKey("One of its names is too long");
    return ascii(octets);
  }

  /** Reads a number that must not be negative. Returns it without leading zeros. */
  number(): Uint8Array<ArrayBuffer> {
    const octets = this.string();
    if (octets[0] >= 0x80) throw new MalformedKey("One of its numbers is negative");
    if (octets.length > MAX_NUMBER) throw new MalformedKey("One of its numbers is too long");
    return octets[0] === 0 ? octets.subarray(1) : octets;
  }

  /** The bytes that were not read yet. */
  rest(): Uint8Array<ArrayBuffer> {
    return this.bytes.subarray(this.#at);
  }
}

const cutOff = () => new MalformedKey("It is cut off");

/** A field with its length prefix. */
export function sshString(octets: Uint8Array): Uint8Array<ArrayBuffer> {
  const field = new Uint8Array(4 + octets.length);
  new DataView(field.buffer).setUint32(0, octets.length);
  field.set(octets, 4);
  return field;
}

interface SshCipher {
  mode: "CTR" | "CBC" | "GCM";
  keyOctets: number;
  ivOctets: number;
  blockOctets: number;
  /** node-forge's name, for CBC without padding, which WebCrypto lacks. */
  forge: "aes" | "3des";
}

const aes = (mode: SshCipher["mode"], bits: number): SshCipher => ({
  mode,
  keyOctets: bits / 8,
  ivOctets: mode === "GCM" ? 12 : 16,
  blockOctets: 16,
  forge: "aes",
});

/** Ciphers by their names in ssh_config(5). AES-192 in CTR mode is left out: Chromium lacks it. */
const CIPHERS: ReadonlyMap<string, SshCipher> = new Map([
  ["aes128-ctr", aes("CTR", 128)],
  ["aes256-ctr", aes("CTR", 256)],
  ["aes128-cbc", aes("CBC", 128)],
  ["aes192-cbc", aes("CBC", 192)],
  ["aes256-cbc", aes("CBC", 256)],
  ["aes128-gcm@openssh.com", aes("GCM", 128)],
  ["aes256-gcm@openssh.com", aes("GCM", 256)],
  ["3des-cbc", { mode: "CBC", keyOctets: 24, ivOctets: 8, blockOctets: 8, forge: "3des" }],
]);

/** Ciphers of OpenSSH that are not supported, but named. Any other name may be any text. */
const OTHER_CIPHERS = ["aes192-ctr", "chacha20-poly1305@openssh.com"];

/** bcrypt_pbkdf derives keys in blocks of this size. */
const HASH_OCTETS = 32;
const GCM_TAG = 16;

/** The private part is padded to a multiple of this (PROTOCOL.key): 8 octets if it is not encrypted. */
export const blockOctets = ({ cipher }: OpensshFile): number =>
  CIPHERS.get(cipher)?.blockOctets ?? 8;

/**
 * Returns the decryption of the private part. Throws OperationError with the path and texts of `object` for
 * an unsupported cipher, and MalformedKey.
 */
export function opensshDecryptor(
  file: OpensshFile,
  budget: Budget,
  object: EncryptedObject,
): Decryptor {
  const cipher = CIPHERS.get(file.cipher);
  if (!cipher || file.kdf !== "bcrypt") {
    const name = OTHER_CIPHERS.find((other) => other === file.cipher);
    throw unsupportedScheme(object, `${name ?? "another cipher"} (${DECRYPT})`);
  }
  const { keyOctets, ivOctets } = cipher;
  const options = new SshFields(file.kdfOptions);
  const salt = options.string();
  const rounds = options.uint32();
  if (
    salt.length === 0 || salt.length > MAX_SALT_OCTETS || rounds === 0 || options.rest().length > 0
  ) {
    throw new MalformedKey("The parameters of its key derivation are not valid");
  }
  if (file.tag.length !== (cipher.mode === "GCM" ? GCM_TAG : 0)) {
    throw new MalformedKey("The data after its private part has a wrong length");
  }
  if (file.sealed.length === 0 || file.sealed.length % cipher.blockOctets !== 0) {
    throw new MalformedKey("The length of its encrypted part is wrong");
  }
  return async (passphrase) => {
    const blocks = Math.ceil((keyOctets + ivOctets) / HASH_OCTETS);
    const password = passwordOctets(passphrase ?? "", "UTF-8");
    const octets = password.length + salt.length * blocks;
    spendDerivation(budget, "round", "bcrypt", rounds, KDF_COST.bcryptRound * blocks, octets);
    const { bcryptPbkdf } = await import("../encryption/bcrypt.ts");
    const derived = bcryptPbkdf(password, salt, rounds, keyOctets + ivOctets);
    password.fill(0);
    const key = derived.subarray(0, keyOctets);
    const plain = await decrypt(cipher, key, derived.subarray(keyOctets), file);
    derived.fill(0);
    if (plain === null || checksAgree(plain)) return plain;
    plain.fill(0);
    return null;
  };
}

/** The command prompts for the passphrase, and removes it from the file. */
const DECRYPT = "remove the passphrase of a copy with ssh-keygen -p -N '' -f COPY";

/** Returns null if an authenticated cipher rejects the key. */
async function decrypt(
  { mode, forge }: SshCipher,
  key: Uint8Array<ArrayBuffer>,
  iv: Uint8Array<ArrayBuffer>,
  { sealed, tag }: OpensshFile,
): Promise<Uint8Array<ArrayBuffer> | null> {
  if (mode === "CBC") {
    const { decryptBlocks } = await import("../encryption/forge-ciphers.ts");
    return decryptBlocks({ cipher: forge, key, iv, data: sealed });
  }
  const name = `AES-${mode}`;
  const imported = await crypto.subtle.importKey("raw", key, name, false, ["decrypt"]);
  if (mode === "CTR") {
    const parameters = { name, counter: iv, length: 128 };
    return new Uint8Array(await crypto.subtle.decrypt(parameters, imported, sealed));
  }
  const whole = concatenate([sealed, tag]);
  try {
    return new Uint8Array(await crypto.subtle.decrypt({ name, iv }, imported, whole));
  } catch {
    return null;
  }
}
