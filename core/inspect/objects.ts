/**
 * The decoded objects of an inspection. Each kind has its type, with the fields that comparisons, findings and pages
 * need. An object that cannot be read has a `problem`; it is still listed and does not hide others.
 */
import { certificateName } from "../names/certificate-name.ts";
import { type CaaRecord, octetsToText } from "../caa/records.ts";
import { parseRecord } from "../caa/record-text.ts";
import { Candidate } from "../x509/constraints/candidate.ts";
import type { Context } from "../kernel/context.ts";
import { readDomainName } from "../names/domain-name.ts";
import { isOperationError, OperationError } from "../kernel/errors.ts";
import { type Certificate } from "../x509/objects/certificates.ts";
import { EXTENSION } from "../x509/objects/extensions/identifiers.ts";
import { readCertificate } from "../x509/objects/read-certificate.ts";
import {
  type CertificationRequest,
  readCertificationRequest,
} from "../x509/objects/certification-request.ts";
import { Der, DerError, TAG } from "../x509/asn1/der.ts";
import { readHeader } from "../x509/asn1/header.ts";
import { toColonHex, toHex } from "../x509/asn1/hex.ts";
import {
  type ComparableKey,
  comparableKey,
  comparableRsaKey,
} from "../x509/keys/key-comparison.ts";
import type { PemBlock } from "../x509/pem/pem.ts";
import { type PrivateKey, readPrivateKeyBlock } from "../x509/keys/private-keys.ts";
import { readRsaPublicKey } from "../x509/keys/families/rsa-public-keys.ts";
import { readPublicKey } from "../x509/keys/public-keys.ts";
import { type Crl, readCrl } from "../x509/revocation/crl.ts";
import { type OcspResponse, readOcspResponse } from "../x509/revocation/ocsp-response.ts";
import { verifySignature } from "../x509/signatures/verify.ts";
import type { Verdict } from "../x509/signatures/plan.ts";
import type { Digest } from "../../wasm/digest.ts";
import type { Place } from "./contract.ts";
import type { InspectedKind } from "./options.ts";
import type { FoundObject } from "./find.ts";
import type { MailOrigin } from "./signed/mail.ts";

interface Common {
  id: number;
  kind: InspectedKind;
  places: Place[];
  /** DER, or the UTF-8 text of a record or name. For a private key the bytes of its file, which are secret. */
  bytes: Uint8Array<ArrayBuffer>;
  /** SHA-256 of the bytes. */
  digest: Uint8Array;
  /** Equal for equal objects. */
  identity: string;
  /** Why it could not be decoded completely. */
  problem: string | null;
  /** Oddities in how it is written. */
  notes: string[];
}

export interface CertificateObject extends Common {
  kind: "certificate";
  certificate: Certificate | null;
  candidate: Candidate | null;
  key: ComparableKey | null;
}
export interface RequestObject extends Common {
  kind: "request";
  request: CertificationRequest | null;
  /** The reader, for its findings. */
  der: Der | null;
  key: ComparableKey | null;
  signature: Verdict | null;
}
export interface PrivateKeyObject extends Common {
  kind: "private-key";
  privateKey: PrivateKey | null;
  key: ComparableKey | null;
  /** The key was decoded, but its numbers do not belong together. */
  inconsistent: boolean;
}
/** An encrypted key, a PFX file or a Java keystore, which needs a password. */
export interface LockedObject extends Common {
  kind: "encrypted-private-key" | "pkcs12" | "jks";
  block: PemBlock | null;
  parameters: Uint8Array<ArrayBuffer> | null;
  /** Whether it was opened. An opened PFX keeps its kind; an opened key becomes a private key. */
  opened: boolean;
  /**
   * Whether the digest of a Java keystore fits its content: unknown without the password, and `changed` if a key
   * opens with a password that the digest does not fit. Absent for other objects.
   */
  integrity?: "checked" | "unknown" | "changed";
}
/** Whether a password would show that a keystore was not changed, which nothing else shows for its certificates. */
export const isUnchecked = ({ integrity, problem }: LockedObject): boolean =>
  problem === null && (integrity === "unknown" || integrity === "changed");

export interface PublicKeyObject extends Common {
  kind: "public-key";
  key: ComparableKey | null;
}
interface CrlObject extends Common {
  kind: "crl";
  crl: Crl | null;
}
interface OcspObject extends Common {
  kind: "ocsp-response";
  response: OcspResponse | null;
}
interface RecordObject extends Common {
  kind: "caa-record";
  record: CaaRecord | null;
  text: string;
}
interface DomainObject extends Common {
  kind: "domain-name";
  text: string;
  /** A-labels in lower case; a wildcard keeps its star. */
  domain: string;
}
/** A PKCS#7 bundle or message, a timestamp response, or a JWS. */
export interface MessageObject extends Common {
  kind: "pkcs7" | "time-stamp" | "jws";
  /** For a part of a mail: what a detached signature covers, and the authors. */
  mail?: MailOrigin;
}
interface OtherObject extends Common {
  kind: Exclude<
    InspectedKind,
    | "certificate"
    | "request"
    | "private-key"
    | "encrypted-private-key"
    | "pkcs12"
    | "jks"
    | "public-key"
    | "crl"
    | "ocsp-response"
    | "caa-record"
    | "domain-name"
    | MessageObject["kind"]
  >;
}
export type InspectedObject =
  | CertificateObject
  | RequestObject
  | PrivateKeyObject
  | LockedObject
  | PublicKeyObject
  | CrlObject
  | OcspObject
  | RecordObject
  | DomainObject
  | MessageObject
  | OtherObject;

/** The common parameters of all readers. */
export interface Reading {
  context: Context;
  sha256: Digest;
}

/** The id of an object before the collection numbers it. */
const UNNUMBERED = -1;

/** Reads a found object. Throws only OperationError `too_complex`. */
export async function readObject(
  found: FoundObject,
  parameters: Uint8Array<ArrayBuffer> | null,
  reading: Reading,
): Promise<InspectedObject> {
  const { kind, bytes } = found;
  const digest = reading.sha256(bytes);
  const common = {
    id: UNNUMBERED,
    places: [found.place],
    bytes,
    digest,
    identity: `${kind} ${toHex(digest)}`,
    problem: null,
    notes: found.note === null ? [] : [found.note],
  };
  switch (kind) {
    case "certificate":
      return certificateObject({ ...common, kind }, reading);
    case "request":
      return await requestObject({ ...common, kind }, reading);
    case "private-key":
      return await privateKeyObject({ ...common, kind }, found.block, parameters, reading);
    case "encrypted-private-key":
    case "pkcs12":
    case "jks":
      return { ...common, kind, block: found.block, parameters, opened: false };
    case "public-key":
      return publicKeyObject({ ...common, kind }, reading);
    case "crl": {
      const crl = attempt(() => readCrl(bytes, reading.context.budget));
      if (typeof crl === "string") return { ...common, kind, problem: crl, crl: null };
      return { ...common, kind, crl };
    }
    case "ocsp-response":
      return await ocspObject({ ...common, kind }, reading);
    case "caa-record": {
      const text = new TextDecoder().decode(bytes);
      const { record, problem } = parseRecord(text);
      const identity = record === null
        ? common.identity
        : `${kind} ${record.owner} ${record.flags} ${record.tag} ${record.value}`;
      return { ...common, kind, identity, record, text, problem, notes: [] };
    }
    case "domain-name": {
      const text = new TextDecoder().decode(bytes);
      const domain = readDomainName(text) ?? text;
      return { ...common, kind, identity: `${kind} ${domain}`, text, domain };
    }
    case "pkcs7":
    case "time-stamp":
    case "jws": {
      const { mail } = found;
      if (!mail) return { ...common, kind };
      // The same signature over another content is another object.
      const content = mail.content === null ? "" : toHex(reading.sha256(mail.content));
      // The same message in another sender's mail, or as a part of a mail, has another verdict.
      const origin = JSON.stringify([mail.isPart, mail.authors, mail.doubt]);
      return { ...common, kind, mail, identity: `${common.identity} ${content} ${origin}` };
    }
    default:
      return { ...common, kind };
  }
}

type Base<K extends InspectedKind> = Omit<Common, "kind"> & { kind: K };

/** Runs a reader; returns its result, or the message of its error. */
function attempt<T>(read: () => T): T | string {
  try {
    return read();
  } catch (thrown) {
    if (thrown instanceof DerError) return thrown.message;
    throw thrown;
  }
}

function certificateObject(
  base: Base<"certificate">,
  { context: { budget }, sha256 }: Reading,
): CertificateObject {
  const read = attempt(() => {
    const certificate = readCertificate(base.bytes, budget);
    return {
      certificate,
      candidate: new Candidate(certificate, "input", null),
      key: comparableKey(certificate.publicKey, budget),
    };
  });
  if (typeof read === "string") {
    return { ...base, problem: read, certificate: null, candidate: null, key: null };
  }
  // A certificate with OpenSSL's trust settings after it is the same certificate.
  return { ...base, ...firstPart(base, read.certificate.bytes, sha256), ...read };
}

/** The object without trailing data. */
function firstPart(
  base: Base<"certificate" | "request">,
  bytes: Uint8Array<ArrayBuffer>,
  sha256: Digest,
): Pick<Common, "bytes" | "digest" | "identity"> {
  if (bytes.length === base.bytes.length) return base;
  const digest = sha256(bytes);
  return { bytes, digest, identity: `${base.kind} ${toHex(digest)}` };
}

async function requestObject(
  base: Base<"request">,
  { context: { budget }, sha256 }: Reading,
): Promise<RequestObject> {
  budget.spend("bytes", base.bytes.length);
  const der = new Der(base.bytes, budget);
  const read = attempt(() => {
    const request = readCertificationRequest(der);
    return { request, key: comparableKey(request.publicKey, budget) };
  });
  if (typeof read === "string") {
    return { ...base, problem: read, request: null, der: null, key: null, signature: null };
  }
  const { request } = read;
  const signature = await verifySignature(request, request.publicKey, budget);
  const bytes = base.bytes.subarray(0, request.end);
  return { ...base, ...firstPart(base, bytes, sha256), ...read, der, signature };
}

async function ocspObject(
  base: Base<"ocsp-response">,
  { context: { budget } }: Reading,
): Promise<OcspObject> {
  try {
    return { ...base, response: await readOcspResponse(base.bytes, budget) };
  } catch (thrown) {
    if (!(thrown instanceof DerError)) throw thrown;
    return { ...base, problem: thrown.message, response: null };
  }
}

function publicKeyObject(
  base: Base<"public-key">,
  { context: { budget }, sha256 }: Reading,
): PublicKeyObject {
  budget.spend("bytes", base.bytes.length);
  const key = attempt(() => readAnyPublicKey(base.bytes, budget));
  if (typeof key === "string") return { ...base, problem: key, key: null };
  const bucket = keyBucket(key);
  return {
    ...base,
    identity: bucket === null ? base.identity : `public-key ${digestOf(bucket, sha256)}`,
    key,
  };
}

/** subjectPublicKeyInfo, or PKCS#1's RSAPublicKey (RFC 8017, A.1.1). */
function readAnyPublicKey(
  bytes: Uint8Array<ArrayBuffer>,
  budget: Context["budget"],
): ComparableKey {
  const der = new Der(bytes, budget);
  der.expect(0, bytes.length, TAG.SEQUENCE, "Public key");
  if (bytes[der.body] === TAG.SEQUENCE) return comparableKey(readPublicKey(der), budget);
  const rsa = readRsaPublicKey(der, 0, der.end);
  return comparableRsaKey({ algorithm: "RSA", bits: rsa.bits, curve: null }, rsa);
}

async function privateKeyObject(
  base: Base<"private-key">,
  block: PemBlock | null,
  parameters: Uint8Array<ArrayBuffer> | null,
  { context, sha256 }: Reading,
): Promise<PrivateKeyObject> {
  const read = await readKey(block ?? blockOf(base.bytes), parameters, "", context);
  if (isOperationError(read)) {
    const inconsistent = read.code === "key_inconsistent";
    return { ...base, problem: read.message, privateKey: null, key: null, inconsistent };
  }
  return ofPrivateKey(base, read, sha256);
}

/** An object for a decoded private key, with the same identity for every format and file. */
export function ofPrivateKey(
  base: Omit<Common, "kind">,
  privateKey: PrivateKey,
  sha256: Digest,
): PrivateKeyObject {
  const { publicKey } = privateKey;
  const bucket = privateKey.unchecked === null ? keyBucket(publicKey) : null;
  const identity = bucket === null
    ? base.identity
    : `private-key ${publicKey.key.algorithm} ${digestOf(bucket, sha256)}`;
  return {
    ...base,
    kind: "private-key",
    identity,
    privateKey,
    key: publicKey,
    inconsistent: false,
  };
}

/** Whether it can be a signed or encrypted file. */
export const isMessage = (object: InspectedObject): object is MessageObject =>
  object.kind === "pkcs7" || object.kind === "time-stamp" || object.kind === "jws";

/** Whether nothing but the kind could be decoded. */
export function isUnreadable(object: InspectedObject): boolean {
  switch (object.kind) {
    case "certificate":
      return object.certificate === null;
    case "request":
      return object.request === null;
    case "private-key":
      return object.privateKey === null && !object.inconsistent;
    case "public-key":
      return object.key === null;
    case "crl":
      return object.crl === null;
    case "ocsp-response":
      return object.response === null;
    case "jks":
      return object.problem !== null;
    case "pkcs12":
      return object.opened && object.problem !== null;
    default:
      return false;
  }
}

/** Whether it is DER whose end is missing: its outermost element is longer than its bytes. */
export function isCutOff({ bytes }: InspectedObject): boolean {
  const header = bytes[0] === TAG.SEQUENCE ? readHeader(bytes, 0, bytes.length) : null;
  return header?.length != null && header.body + header.length > bytes.length;
}

/** Opens an encrypted key. The error says why it could not be opened. */
export async function openKey(
  locked: LockedObject,
  passphrase: string,
  context: Context,
): Promise<PrivateKey | OperationError> {
  const block = locked.block ?? blockOf(locked.bytes);
  return await readKey(block, locked.parameters, passphrase, context);
}

async function readKey(
  block: PemBlock,
  parameters: Uint8Array<ArrayBuffer> | null,
  passphrase: string,
  context: Context,
): Promise<PrivateKey | OperationError> {
  try {
    return await readPrivateKeyBlock(block, parameters, passphrase, context);
  } catch (thrown) {
    if (!isOperationError(thrown) || thrown.code === "too_complex") throw thrown;
    return thrown;
  }
}

/** Wraps DER in a PEM block without a label. */
function blockOf(bytes: Uint8Array<ArrayBuffer>): PemBlock {
  return { label: "", bytes, headers: new Map(), offset: 0, end: 0, problem: null };
}

/**
 * Keys with different buckets are different; within a bucket, `compareKeys` decides. Null for a key whose numbers are
 * unknown.
 */
export function keyBucket({ numbers }: ComparableKey): string | null {
  if (numbers === null) return null;
  switch (numbers.kind) {
    case "rsa":
      return `rsa ${toHex(numbers.modulus)} ${toHex(numbers.exponent)}`;
    case "octets":
      return `octets ${toHex(numbers.octets)}`;
    case "point": {
      // Use only x, because a compressed point lacks y and a curve may have explicit parameters.
      const { point } = numbers;
      const isShort = point[0] === 2 || point[0] === 3;
      const end = isShort ? point.length : 1 + (point.length - 1) / 2;
      return `point ${toHex(point.subarray(1, end))}`;
    }
  }
}

function digestOf(text: string, sha256: Digest): string {
  return toHex(sha256(new TextEncoder().encode(text)));
}

/** The display name of a certificate. */
export function nameOfCertificate(certificate: Certificate): string {
  const { subject } = certificate;
  if (subject.commonName) return subject.commonName;
  const subjectAltName = certificate.extension(EXTENSION.subjectAltName)?.value ?? [];
  return certificateName({ subject, extensions: { subjectAltName } });
}

/** The display name of an object. */
export function nameOf(object: InspectedObject): string {
  switch (object.kind) {
    case "certificate":
      return object.certificate === null ? "" : nameOfCertificate(object.certificate);
    case "request": {
      if (object.request === null) return "";
      const { subject, extensions } = object.request;
      return certificateName({ subject, extensions });
    }
    case "crl":
      return object.crl === null
        ? ""
        : object.crl.issuer.commonName || object.crl.issuer.organizationName ||
          object.crl.issuer.raw;
    case "caa-record":
      return object.record === null
        ? object.text
        : `${object.record.owner ?? ""} ${object.record.tag} ${octetsToText(object.record.value)}`
          .trim();
    case "domain-name":
      return object.domain;
    default:
      return "";
  }
}

/** SHA-256 of the DER; null for secret or locked objects. */
export function fingerprintOf(object: InspectedObject): string | null {
  const isSecret = object.kind === "private-key" || object.kind === "encrypted-private-key" ||
    object.kind === "pkcs12" || object.kind === "jks";
  return isSecret ? null : toColonHex(object.digest);
}
