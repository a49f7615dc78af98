/**
 * OpenSSH's own form of private keys (PROTOCOL.key of OpenSSH): the public key, and after it, often
 * encrypted, two equal check numbers, the private key, a comment, and padding of 1, 2, 3, …
 *
 * The public key at the front is compared with the one inside, and so are the check numbers and the
 * padding; whether the private part belongs to it is checked where all keys are.
 */
import { equalOctets } from "../../../kernel/octets.ts";
import { TAG } from "../../asn1/der.ts";
import { element } from "../../asn1/der-write.ts";
import { toHex } from "../../asn1/hex.ts";
import { OPENSSH_MAGIC } from "../../pem/identify.ts";
import { inconsistent } from "../private-key-errors.ts";
import { dsaKey, ecKey, octetKey, rsaPrivateKey } from "./from-numbers.ts";
import { MalformedKey } from "./malformed-key.ts";
import { readSshCurve } from "./openssh-public.ts";
import { SshFields, sshString } from "./ssh-fields.ts";

const ED25519 = "1.3.101.112";

/** The file as it is, before anything is decrypted. */
export interface OpensshFile {
  /** "none", "aes256-ctr", … */
  readonly cipher: string;
  readonly kdf: string;
  readonly kdfOptions: Uint8Array<ArrayBuffer>;
  readonly publicKey: Uint8Array<ArrayBuffer>;
  /** The private part, encrypted unless the cipher is "none". */
  readonly sealed: Uint8Array<ArrayBuffer>;
  /** What follows the private part: the tag of an authenticated cipher. */
  readonly tag: Uint8Array<ArrayBuffer>;
}

/** `bytes` begin with OPENSSH_MAGIC. Throws MalformedKey. */
export function readOpensshFile(bytes: Uint8Array<ArrayBuffer>): OpensshFile {
  const fields = new SshFields(bytes.subarray(OPENSSH_MAGIC.length));
  const cipher = fields.name();
  const kdf = fields.name();
  const kdfOptions = fields.string();
  const count = fields.uint32();
  if (count !== 1) throw new MalformedKey("IT DOES NOT HAVE EXACTLY ONE KEY");
  const publicKey = fields.string();
  const sealed = fields.string();
  return { cipher, kdf, kdfOptions, publicKey, sealed, tag: fields.rest() };
}

/** Whether the two check numbers are equal: with a wrong passphrase they are not. */
export function checksAgree(plain: Uint8Array): boolean {
  return plain.length >= 8 && equalOctets(plain.subarray(0, 4), plain.subarray(4, 8));
}

/**
 * The private key in DER, which the caller zeroes; `plain` is the decrypted part, `blockOctets` what
 * its length is a multiple of. Throws MalformedKey, and `key_inconsistent` for another public key.
 */
export function readOpensshKey(
  plain: Uint8Array<ArrayBuffer>,
  publicKey: Uint8Array,
  blockOctets: number,
): Uint8Array<ArrayBuffer> {
  if (!checksAgree(plain)) throw new MalformedKey("ITS TWO CHECK NUMBERS DIFFER");
  const fields = new SshFields(plain.subarray(8));
  const { key, publicFields } = readPrivate(fields, fields.name());
  try {
    // The comment, which is anything.
    fields.string();
    const padding = fields.rest();
    const isPadded = plain.length % blockOctets === 0 && padding.length < blockOctets &&
      padding.every((octet, index) => octet === index + 1);
    if (!isPadded) throw new MalformedKey("ITS PADDING IS WRONG");
    if (!equalOctets(join(publicFields), publicKey)) {
      throw inconsistent("THE PUBLIC KEY AT ITS START IS NOT THAT OF THE PRIVATE KEY");
    }
    return key;
  } catch (thrown) {
    key.fill(0);
    throw thrown;
  }
}

interface Read {
  key: Uint8Array<ArrayBuffer>;
  /** The public key as it must be at the front. */
  publicFields: readonly Uint8Array[];
}

function readPrivate(fields: SshFields, type: string): Read {
  const name = sshString(Uint8Array.from(type, (character) => character.charCodeAt(0)));
  switch (type) {
    case "ssh-rsa": {
      const [n, e, d, inverse, p, q] = Array.from({ length: 6 }, () => fields.number());
      const key = rsaPrivateKey([n, e, d, p, q, ...exponents(d, p, q), inverse]);
      return { key, publicFields: [name, numberField(e), numberField(n)] };
    }
    case "ssh-ed25519": {
      const publicKey = fields.string();
      // The seed of RFC 8032, and the public key once more.
      const secret = fields.string();
      if (secret.length !== 64 || !equalOctets(secret.subarray(32), publicKey)) {
        throw inconsistent("ITS TWO PUBLIC PARTS DIFFER");
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
        throw inconsistent("ITS PRIVATE NUMBER IS OUT OF RANGE FOR ITS CURVE");
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

/** d mod (p - 1) and d mod (q - 1), which this form leaves out (RFC 8017, 3.2). */
function exponents(d: Uint8Array, p: Uint8Array, q: Uint8Array): Uint8Array[] {
  return [p, q].map((prime) => {
    const factor = numberOf(prime) - 1n;
    if (factor < 1n) throw new MalformedKey("ONE OF ITS PRIME FACTORS IS NOT A PRIME NUMBER");
    return octetsOf(numberOf(d) % factor);
  });
}

const numberOf = (octets: Uint8Array): bigint => BigInt(`0x${toHex(octets) || "0"}`);

function octetsOf(number: bigint): Uint8Array<ArrayBuffer> {
  const hex = number.toString(16);
  const even = hex.length % 2 === 0 ? hex : `0${hex}`;
  return Uint8Array.from(even.match(/../g)!, (pair) => parseInt(pair, 16));
}

const numberField = (octets: Uint8Array): Uint8Array =>
  sshString(octets[0] >= 0x80 ? Uint8Array.of(0, ...octets) : octets);

function join(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
