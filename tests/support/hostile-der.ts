/**
 * Certificates, keys and PFX files that are cheap to write and expensive to read. Their signatures and
 * ciphertexts are noise, which a reader must find out at a bounded cost.
 */
import { concatenate } from "../../core/kernel/octets.ts";
import { constructed, primitive, TAG } from "../../core/x509/asn1/der.ts";
import { element, integer, objectIdentifier } from "../../core/x509/asn1/der-write.ts";

export type Bytes = Uint8Array<ArrayBuffer>;

const utf8 = new TextEncoder();
export const sequence = (...parts: Bytes[]) => element(TAG.SEQUENCE, ...parts);
export const octets = (...parts: Bytes[]) => element(TAG.OCTET_STRING, ...parts);
export const bits = (...parts: Bytes[]) => element(TAG.BIT_STRING, Uint8Array.of(0), ...parts);
export const algorithm = (oid: string, ...parameters: Bytes[]) =>
  sequence(objectIdentifier(oid), ...parameters);
const NULL = element(TAG.NULL);

/** PEM in lines of 64. */
export function pem(label: string, bytes: Bytes): string {
  const lines = bytes.toBase64().replace(/.{64}/g, "$&\n").trimEnd();
  return `-----BEGIN ${label}-----\n${lines}\n-----END ${label}-----\n`;
}

/** Octets that look random and are the same in every run. */
export function noise(length: number, seed: number): Bytes {
  const out = new Uint8Array(length);
  let state = (seed * 2654435761 + 1) >>> 0;
  for (let i = 0; i < length; i++) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    out[i] = state >>> 24;
  }
  return out;
}

/** An odd number of this length in bits, as the content of an INTEGER. */
export function oddNumber(size: number, seed: number): Bytes {
  const out = noise(size / 8 + 1, seed);
  out[0] = 0;
  out[1] |= 0x80;
  out[out.length - 1] |= 1;
  return out;
}

export const P256 = "1.2.840.10045.3.1.7";
export const P521 = "1.3.132.0.35";
const RSA = "1.2.840.113549.1.1.1";
const EC = "1.2.840.10045.2.1";

const EXPONENT: Bytes = Uint8Array.of(1, 0, 1);

export const rsaKey = (size: number, seed: number, exponent = EXPONENT): Bytes =>
  rsaKeyOf(algorithm(RSA, NULL), size, seed, exponent);

/** A key of RSA under any algorithm identifier. */
export const rsaKeyOf = (
  identifier: Bytes,
  size: number,
  seed: number,
  exponent = EXPONENT,
): Bytes =>
  sequence(
    identifier,
    bits(sequence(element(TAG.INTEGER, oddNumber(size, seed)), element(TAG.INTEGER, exponent))),
  );

/** A key of an algorithm whose keys are plain octets. */
export const octetKey = (oid: string, key: Bytes): Bytes => sequence(algorithm(oid), bits(key));
/** `point` uncompressed. */
export const ecKey = (curve: string, point: Bytes): Bytes =>
  sequence(algorithm(EC, objectIdentifier(curve)), bits(point));

export const SIGNED = {
  "RSA": { oid: "1.2.840.113549.1.1.11", parameters: [NULL] },
  "EC": { oid: "1.2.840.10045.4.3.2", parameters: [] },
  "EC-SHA-512": { oid: "1.2.840.10045.4.3.4", parameters: [] },
  "ML-DSA-87": { oid: "2.16.840.1.101.3.4.3.19", parameters: [] },
  "SLH-DSA-SHAKE-256f": { oid: "2.16.840.1.101.3.4.3.31", parameters: [] },
} as const;

/** Ecdsa-Sig-Value of two numbers. */
export const ecdsaSignature = (r: Bytes, s: Bytes): Bytes =>
  sequence(element(TAG.INTEGER, r), element(TAG.INTEGER, s));

/** An attribute of a name, as a UTF8String. */
const nameAttribute = (oid: string, value: string): Bytes =>
  sequence(objectIdentifier(oid), element(0x0c, utf8.encode(value)));
/** One relative distinguished name of common names. */
export const relativeName = (...values: string[]): Bytes =>
  element(TAG.SET, concatenate(values.map((value) => nameAttribute("2.5.4.3", value))));
/** A Name of these relative names, one for each list of common names. */
export const nameOfParts = (parts: readonly (readonly string[])[]): Bytes =>
  sequence(concatenate(parts.map((values) => relativeName(...values))));
export const commonName = (name: string): Bytes => nameOfParts([[name]]);

export const extension = (oid: string, value: Bytes, critical = false): Bytes =>
  critical
    ? sequence(objectIdentifier(oid), element(0x01, Uint8Array.of(0xff)), octets(value))
    : sequence(objectIdentifier(oid), octets(value));

export const generalName = {
  dns: (name: string) => element(primitive(2), utf8.encode(name)),
  /** x400Address, which readers do not support. */
  x400: (content: Bytes) => element(constructed(3), content),
  registeredId: (content: Bytes) => element(primitive(8), content),
  email: (name: string) => element(primitive(1), utf8.encode(name)),
  ip: (content: Bytes) => element(primitive(7), content),
};

export const alternativeNames = (names: readonly Bytes[]): Bytes =>
  extension("2.5.29.17", sequence(concatenate(names)));

/** Name constraints: the excluded subtrees, and the permitted ones. */
export const nameConstraints = (excluded: readonly Bytes[], permitted: readonly Bytes[] = []) => {
  const subtrees = (tag: number, names: readonly Bytes[]) =>
    names.length === 0
      ? []
      : [element(constructed(tag), concatenate(names.map((name) => sequence(name))))];
  return extension(
    "2.5.29.30",
    sequence(...subtrees(0, permitted), ...subtrees(1, excluded)),
    true,
  );
};
export const authority = (): Bytes =>
  extension("2.5.29.19", sequence(element(0x01, Uint8Array.of(0xff))), true);

export const purposes = (oids: readonly string[]): Bytes =>
  extension("2.5.29.37", sequence(concatenate(oids.map(objectIdentifier))));
export const keyUsage = (): Bytes =>
  extension("2.5.29.15", element(TAG.BIT_STRING, Uint8Array.of(7, 0x80)));

/** A common name, or a whole Name. */
export type NameParts = string | Bytes;
const nameOf = (parts: NameParts): Bytes => typeof parts === "string" ? commonName(parts) : parts;

export interface CertificateParts {
  subject: NameParts;
  issuer: NameParts;
  spki: Bytes;
  extensions?: Bytes[];
  serial?: number;
  signed?: keyof typeof SIGNED;
  signature?: Bytes;
}

const VALIDITY = sequence(
  element(0x17, utf8.encode("250101000000Z")),
  element(0x17, utf8.encode("350101000000Z")),
);

/** A well-formed certificate. Its signature is not valid unless a valid one is given. */
export function certificate(parts: CertificateParts): Bytes {
  const { subject, issuer, spki, extensions = [], serial = 1 } = parts;
  const { oid, parameters } = SIGNED[parts.signed ?? "EC"];
  const signedWith = algorithm(oid, ...parameters);
  const tbs = sequence(
    element(constructed(0), integer(2)),
    integer(serial),
    signedWith,
    nameOf(issuer),
    VALIDITY,
    nameOf(subject),
    spki,
    ...extensions.length > 0 ? [element(constructed(3), sequence(concatenate(extensions)))] : [],
  );
  const signature = parts.signature ??
    ecdsaSignature(Uint8Array.of(1), Uint8Array.of(serial & 0x7f || 1));
  return sequence(tbs, signedWith, bits(signature));
}

/** A CRL of this issuer, with these entries in DER. Its signature is noise unless one is given. */
export function certificateList(
  issuer: NameParts,
  entries: readonly Bytes[],
  extensions: readonly Bytes[],
  signature = ecdsaSignature(Uint8Array.of(1), Uint8Array.of(1)),
): Bytes {
  const signedWith = algorithm(SIGNED.EC.oid);
  const tbs = sequence(
    integer(1),
    signedWith,
    nameOf(issuer),
    element(0x17, utf8.encode("260101000000Z")),
    element(0x17, utf8.encode("270101000000Z")),
    sequence(concatenate(entries)),
    ...extensions.length > 0 ? [element(constructed(0), sequence(concatenate(extensions)))] : [],
  );
  return sequence(tbs, signedWith, bits(signature));
}

const DATA = "1.2.840.113549.1.7.1";
export const data = (content: Bytes) =>
  sequence(objectIdentifier(DATA), element(constructed(0), octets(content)));

export const DIGEST = {
  "SHA-1": "1.3.14.3.2.26",
  "SHA-256": "2.16.840.1.101.3.4.2.1",
  "SHA-512": "2.16.840.1.101.3.4.2.3",
} as const;

export interface MacParts {
  digest: keyof typeof DIGEST;
  iterations: number;
}

/** A PFX of these bags in an unencrypted safe, with a MAC that fits no password, or with none. */
export const pfx = (bags: readonly Bytes[], mac: MacParts | null, seed = 1): Bytes =>
  pfxOfSafes([data(sequence(concatenate(bags)))], mac, seed);

/** A PFX of these safes. */
export function pfxOfSafes(safes: readonly Bytes[], mac: MacParts | null, seed = 1): Bytes {
  const content = sequence(concatenate(safes));
  const macData = mac && sequence(
    sequence(algorithm(DIGEST[mac.digest], NULL), octets(noise(20, seed))),
    octets(noise(8, seed)),
    integer(mac.iterations),
  );
  return sequence(integer(3), data(content), ...macData ? [macData] : []);
}

/**
 * EncryptedPrivateKeyInfo under PBES2 with PBKDF2 over SHA-256 and AES-256. `salt` and `content` are
 * lengths in octets.
 */
export const pbkdf2Key = (iterations: number, seed = 1, salt = 8, content = 64): Bytes =>
  encryptedKey(
    algorithm(
      "1.2.840.113549.1.5.12",
      sequence(
        octets(noise(salt, seed)),
        integer(iterations),
        algorithm("1.2.840.113549.2.9", NULL),
      ),
    ),
    seed,
    content,
  );

/**
 * A file of OpenSSH (PROTOCOL.key) with this many rounds of bcrypt, a correct public key, and noise as
 * its encrypted part.
 */
export function opensshKey(rounds: number, seed = 1): Bytes {
  const number = (value: number) => Uint8Array.of(0, 0, value >> 8, value & 0xff);
  const string = (...parts: Bytes[]) => {
    const bytes = concatenate(parts);
    return concatenate([number(bytes.length), bytes]);
  };
  const text = (value: string) => string(utf8.encode(value));
  return concatenate([
    utf8.encode("openssh-key-v1\0"),
    text("aes256-ctr"),
    text("bcrypt"),
    string(string(noise(16, seed)), number(rounds)),
    number(1),
    string(text("ssh-ed25519"), string(noise(32, seed))),
    string(noise(128, seed)),
  ]);
}

/** A key encrypted under a password, with scrypt. */
export const scryptKey = (
  cost: number,
  blockSize: number,
  parallelism: number,
  seed = 1,
): Bytes =>
  encryptedKey(
    algorithm(
      "1.3.6.1.4.1.11591.4.11",
      sequence(octets(noise(8, seed)), integer(cost), integer(blockSize), integer(parallelism)),
    ),
    seed,
  );

function encryptedKey(derivation: Bytes, seed: number, content = 64): Bytes {
  const cipher = algorithm("2.16.840.1.101.3.4.1.42", octets(noise(16, seed)));
  const scheme = algorithm("1.2.840.113549.1.5.13", sequence(derivation, cipher));
  return sequence(scheme, octets(noise(content - content % 16, seed)));
}

/** A bag with an encrypted key, as PKCS#12 has it. */
export const shroudedBag = (key: Bytes): Bytes =>
  sequence(
    objectIdentifier("1.2.840.113549.1.12.10.1.2"),
    element(constructed(0), key),
  );

/** The attribute of a request with these extensions. */
export const requestedExtensions = (extensions: readonly Bytes[]): Bytes =>
  sequence(
    objectIdentifier("1.2.840.113549.1.9.14"),
    element(TAG.SET, sequence(concatenate(extensions))),
  );

/** A PKCS#10 request whose signature is noise. */
export const request = (subject: NameParts, spki: Bytes, extensions: readonly Bytes[]): Bytes =>
  requestWith(subject, spki, [requestedExtensions(extensions)]);

/** The same with any attributes, and with a signature if one is given. */
export function requestWith(
  subject: NameParts,
  spki: Bytes,
  attributes: readonly Bytes[],
  signature = ecdsaSignature(Uint8Array.of(1), Uint8Array.of(1)),
): Bytes {
  const info = sequence(
    integer(0),
    nameOf(subject),
    spki,
    element(constructed(0), concatenate(attributes)),
  );
  const { oid } = SIGNED.EC;
  return sequence(info, algorithm(oid), bits(signature));
}

/** PrivateKeyInfo of an algorithm whose private keys are plain octets. */
export const octetPrivateKey = (oid: string, key: Bytes): Bytes =>
  sequence(integer(0), algorithm(oid), octets(key));

/** PrivateKeyInfo of 32 octets: with Ed25519 any 32 octets are a key. */
export const ed25519PrivateKey = (seed: number): Bytes =>
  octetPrivateKey("1.3.101.112", octets(noise(32, seed)));

/** Unencrypted bags of PKCS#12. */
export const keyBag = (key: Bytes): Bytes =>
  sequence(objectIdentifier("1.2.840.113549.1.12.10.1.1"), element(constructed(0), key));
export const certificateBag = (bytes: Bytes): Bytes =>
  sequence(
    objectIdentifier("1.2.840.113549.1.12.10.1.3"),
    element(
      constructed(0),
      sequence(
        objectIdentifier("1.2.840.113549.1.9.22.1"),
        element(constructed(0), octets(bytes)),
      ),
    ),
  );

/** The beginning of a PFX in BER whose content is a string of empty segments. */
export function piecemeal(size: number): Bytes {
  const pieces = new Uint8Array(size - size % 2);
  for (let at = 0; at < pieces.length; at += 2) pieces[at] = TAG.OCTET_STRING;
  const content = element(0x24, pieces);
  return sequence(
    integer(3),
    sequence(objectIdentifier(DATA), element(constructed(0), content)),
  );
}
