/**
 * CRLs and OCSP responses for the tests of revocation, put together from parts and signed with a
 * key that each run makes again: shapes that no program writes, and some that none should.
 */
import { createHash, generateKeyPairSync, sign } from "node:crypto";
import { Budget } from "../../../../core/kernel/context.ts";
import { TAG } from "../../../../core/x509/asn1/der.ts";
import { element, integer } from "../../../../core/x509/asn1/der-write.ts";
import type { Certificate } from "../../../../core/x509/objects/certificates.ts";
import { readCrl } from "../../../../core/x509/revocation/crl.ts";
import {
  type OcspResponse,
  readOcspResponse,
} from "../../../../core/x509/revocation/ocsp-response.ts";
import type { RevocationInputs } from "../../../../core/x509/revocation/verdict.ts";
import { type Bytes, bytes, NULL, octets, oid, seq, text } from "../rules/der.ts";
import { type Changes, intermediate, leaf, name } from "../rules/maker.ts";

/** An algorithm that public authorities may use, so that no rule objects to it. */
const ALGORITHM = seq(oid("1.2.840.10045.4.3.2"));

export interface Key {
  spki: Bytes;
  sign: (data: Uint8Array) => Bytes;
}

export function newKey(): Key {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  return {
    spki: new Uint8Array(publicKey.export({ format: "der", type: "spki" })),
    sign: (data) => new Uint8Array(sign("sha256", data, privateKey)),
  };
}

/** A certificate by the maker of the rules' tests, signed. */
export function signed(
  make: (changes: Changes) => Certificate,
  { sign }: Key,
  changes: Changes = {},
): Certificate {
  const unsigned = make({ algorithm: ALGORITHM, ...changes });
  return make({ algorithm: ALGORITHM, ...changes, signature: sign(unsigned.tbs) });
}

export const caKey = newKey();
export const CA_NAME = name({ C: "NL", O: "Example Trust", CN: "Example CA 1" });
export const ca = intermediate({ key: caKey.spki });
export const SERIAL = bytes(0x4d, 1);
export const certificate = signed(leaf, caKey, { serial: SERIAL });

export const now = Date.parse("2026-05-01T12:00:00Z");
const DAY = 86_400_000;
const digits = (moment: number) =>
  new Date(moment).toISOString().replace(/\.\d+/, "").replace(/[-:T]/g, "");
export const utcTime = (moment: number): Bytes => text(TAG.UTC_TIME, digits(moment).slice(2));
const time = (moment: number): Bytes => text(TAG.GENERALIZED_TIME, digits(moment));

export const inputs = (changes: Partial<RevocationInputs> = {}): RevocationInputs => ({
  certificate,
  issuer: ca,
  now,
  budget: new Budget(),
  ...changes,
});

export const extension = (dotted: string, value: Bytes, isCritical = false): Bytes =>
  seq(oid(dotted), ...(isCritical ? [element(TAG.BOOLEAN, bytes(0xff))] : []), octets(value));
export const reason = (code: number): Bytes =>
  extension("2.5.29.21", element(TAG.ENUMERATED, bytes(code)));

export const entry = (serial: Bytes, ...extensions: Bytes[]): Bytes =>
  seq(
    element(TAG.INTEGER, serial),
    utcTime(now - 10 * DAY),
    ...(extensions.length > 0 ? [seq(...extensions)] : []),
  );

export interface ListParts {
  version: Bytes[];
  issuer: Bytes;
  key: Key;
  thisUpdate: number;
  nextUpdate: number | null;
  /** null leaves the list of entries out. */
  entries: Bytes[] | null;
  extensions: Bytes[];
  /** The outer signature algorithm, if it differs from the inner one. */
  algorithm: Bytes;
  /** Bytes after the CRL. */
  more: Bytes;
}

export function listBytes(changes: Partial<ListParts> = {}): Bytes {
  const { version, issuer, key, thisUpdate, nextUpdate, entries, extensions, algorithm, more } = {
    ...{ version: [integer(1)], issuer: CA_NAME, key: caKey },
    ...{ thisUpdate: now - DAY, nextUpdate: now + DAY, entries: null, extensions: [] },
    ...{ algorithm: ALGORITHM, more: bytes() },
    ...changes,
  };
  const tbs = seq(
    ...version,
    ALGORITHM,
    issuer,
    utcTime(thisUpdate),
    ...(nextUpdate === null ? [] : [utcTime(nextUpdate)]),
    ...(entries === null ? [] : [seq(...entries)]),
    ...(extensions.length > 0 ? [element(0xa0, seq(...extensions))] : []),
  );
  const made = seq(tbs, algorithm, element(TAG.BIT_STRING, bytes(0), key.sign(tbs)));
  return more.length === 0 ? made : bytes(...made, ...more);
}

export const list = (changes: Partial<ListParts> = {}) => readCrl(listBytes(changes), new Budget());

/** IssuingDistributionPoint of these parts, critical as it must be. */
export const part = (...parts: Bytes[]): Bytes => extension("2.5.29.28", seq(...parts), true);
export const number = (dotted: string, value: number, isCritical = false): Bytes =>
  extension(dotted, integer(value), isCritical);

// OCSP

const SHA1 = seq(oid("1.3.14.3.2.26"), NULL);
const sha1 = (data: Uint8Array): Bytes => new Uint8Array(createHash("sha1").update(data).digest());

export interface AnswerParts {
  hash: Bytes;
  serial: Bytes;
  /** SHA-1 of the issuer's key. */
  keyHash: Bytes;
  status: Bytes;
  thisUpdate: number | Bytes;
  nextUpdate: number | null;
  extensions: Bytes[];
}

export const GOOD = element(0x80);
export const UNKNOWN = element(0x82);
export const revoked = (code?: number): Bytes =>
  element(
    0xa1,
    time(now - 10 * DAY),
    ...(code === undefined ? [] : [element(0xa0, element(TAG.ENUMERATED, bytes(code)))]),
  );

export function answer(changes: Partial<AnswerParts> = {}): Bytes {
  const { bytes: spki, keyStart, keyEnd } = ca.publicKey;
  const { hash, serial, keyHash, status, thisUpdate, nextUpdate, extensions } = {
    ...{ hash: SHA1, serial: SERIAL, status: GOOD, extensions: [] },
    ...{ keyHash: sha1(spki.subarray(keyStart, keyEnd)) },
    ...{ thisUpdate: now - DAY, nextUpdate: now + DAY },
    ...changes,
  };
  return seq(
    seq(
      hash,
      octets(sha1(certificate.issuerDer)),
      octets(keyHash),
      element(TAG.INTEGER, serial),
    ),
    status,
    typeof thisUpdate === "number" ? time(thisUpdate) : thisUpdate,
    ...(nextUpdate === null ? [] : [element(0xa0, time(nextUpdate))]),
    ...(extensions.length > 0 ? [element(0xa1, seq(...extensions))] : []),
  );
}

export interface ResponseParts {
  /** The number of the status. */
  code: number;
  type: Bytes;
  responder: Bytes;
  key: Key;
  answers: Bytes[];
  extensions: Bytes[];
  /** DER of certificates, or of something else. */
  certificates: Bytes[];
  /** Bytes after the certificates. */
  more: Bytes[];
}

export function responseBytes(changes: Partial<ResponseParts> = {}): Bytes {
  const { code, type, responder, key, answers, extensions, certificates, more } = {
    ...{ code: 0, type: oid("1.3.6.1.5.5.7.48.1.1"), responder: element(0xa1, CA_NAME) },
    ...{ key: caKey, answers: [answer()], extensions: [], certificates: [], more: [] },
    ...changes,
  };
  const tbs = seq(
    responder,
    time(now - DAY),
    seq(...answers),
    ...(extensions.length > 0 ? [element(0xa1, seq(...extensions))] : []),
  );
  const basic = seq(
    tbs,
    ALGORITHM,
    element(TAG.BIT_STRING, bytes(0), key.sign(tbs)),
    ...(certificates.length > 0 ? [element(0xa0, seq(...certificates))] : []),
    ...more,
  );
  return seq(element(TAG.ENUMERATED, bytes(code)), element(0xa0, seq(type, octets(basic))));
}

export const response = (changes: Partial<ResponseParts> = {}): Promise<OcspResponse> =>
  readOcspResponse(responseBytes(changes), new Budget());

export const RESPONDER_NAME = name({ C: "NL", O: "Example Trust", CN: "Example OCSP" });
export const responderKey = newKey();
/** A leaf without the extensions of a server's certificate. */
export const PLAIN = {
  ...{ authorityInfoAccess: null, cRLDistributionPoints: null, certificatePolicies: null },
  ...{ signedCertificateTimestamps: null, subjectAltName: null, authorityKeyIdentifier: null },
};
