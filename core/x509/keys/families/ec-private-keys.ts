/** Private keys on elliptic curves: EC (RFC 5915, 3), X25519, Ed25519, X448 and Ed448 (RFC 8410, 7). */
import type { Budget } from "../../../kernel/context.ts";
import { equalOctets } from "../../../kernel/octets.ts";
import { constructed, type Der, DerError, TAG } from "../../asn1/der.ts";
import { CURVES, readOid } from "../../asn1/oids.ts";
import { decodeOwnBase64 } from "../../pem/base64.ts";
import type { PublicKey } from "../../shapes.ts";
import * as X509_TEXT from "../../texts.ts";
import type { KeyNumbers } from "../key-comparison.ts";
import {
  ecPrivateKey,
  type KeyParts,
  privateKeyInfo,
  readStatedPublicKey,
} from "../containers/der-keys.ts";
import { inconsistent, unreadable } from "../private-key-errors.ts";
import {
  type Curve,
  CURVE_TIME,
  curveOf,
  ecAlgorithm,
  EXPLICIT_CURVE,
  explicitCurve,
  isPrivateNumber,
} from "./curves.ts";
import {
  cannotCheck,
  EDWARDS25519_TIME,
  EDWARDS448_TIME,
  type PrivateNumbers,
} from "./private-numbers.ts";
import { withoutZeros } from "./rsa-public-keys.ts";

/** The curve of a key file. */
interface NamedCurve {
  key: PublicKey;
  /** Undefined for a curve on which keys are not checked. */
  curve: Curve | undefined;
  parameters: Uint8Array | null;
}

/**
 * Reads ECPrivateKey ::= SEQUENCE { version, privateKey OCTET STRING, [0] parameters, [1] publicKey }. On
 * the curves of curves.ts, the public point is computed from the private number and compared with the one
 * in the file, if there is one.
 */
export async function readEcPrivateKey(der: Der, parts: KeyParts): Promise<PrivateNumbers> {
  der.expect(parts.start, parts.end, TAG.SEQUENCE, "EC key");
  const end = der.end;
  der.expect(der.body, end, TAG.INTEGER, "Version");
  der.expect(der.end, end, TAG.OCTET_STRING, "Private value");
  const number = withoutZeros(der.content());
  let at = der.end;
  const curves: NamedCurve[] = [];
  if (parts.parameters) curves.push(readCurve(parts.parameters));
  if (der.optional(at, end, constructed(0))) {
    at = der.end;
    curves.push(readCurve({ der, start: der.body, end: at }));
  }
  let point: Uint8Array<ArrayBuffer> | null = null;
  if (der.optional(at, end, constructed(1))) {
    der.expect(der.body, der.end, TAG.BIT_STRING, "Public point");
    der.bitString();
    point = der.bytes.slice(der.body + 1, der.end);
  }
  if (curves.length === 0) throw unreadable("It does not name its curve");
  const { key, curve, parameters } = curves[0];
  if (curves.some((other) => other.key.curve !== key.curve)) {
    throw inconsistent("Its parts name two different curves");
  }
  if (!curve) {
    const numbers: KeyNumbers | null = point &&
      { kind: "point", point, parameters: parameters?.slice() ?? null };
    return { publicKey: { key, numbers }, unchecked: cannotCheck(key) };
  }
  if (!isPrivateNumber(number, curve)) {
    throw inconsistent("The private key is out of range for its curve");
  }
  const found = await publicPointOf(curve, number, der.budget);
  if (point !== null && !samePoint(point, found, curve)) throw inconsistent(X509_TEXT.keyNoPair);
  return {
    publicKey: { key, numbers: { kind: "point", point: found, parameters: null } },
    unchecked: null,
    algorithm: ecAlgorithm(curve),
    inner: ecPrivateKey(curve.octets, number, found),
  };
}

/** Reads a curve by its name or by its parameters. */
function readCurve({ der, start, end }: NonNullable<KeyParts["parameters"]>): NamedCurve {
  der.next(start, end);
  if (der.tag === TAG.OID) {
    const oid = readOid(der.bytes, der.body, der.end);
    const named = CURVES.get(oid);
    const key: PublicKey = {
      algorithm: "EC",
      bits: named?.bits ?? null,
      curve: named?.name ?? oid,
    };
    return { key, curve: curveOf(named?.name ?? null), parameters: null };
  }
  const parameters = der.bytes.subarray(start, der.end);
  const curve = explicitCurve(der, start, end);
  const bits = curve ? (curve.name === "P-521" ? 521 : curve.octets * 8) : null;
  const key: PublicKey = { algorithm: "EC", bits, curve: curve?.name ?? EXPLICIT_CURVE };
  return { key, curve, parameters };
}

/**
 * The uncompressed public point of a private number. Computed by WebCrypto if it imports a key without its
 * public part, otherwise (as in Firefox) by the library.
 */
async function publicPointOf(
  curve: Curve,
  number: Uint8Array,
  budget: Budget,
): Promise<Uint8Array<ArrayBuffer>> {
  budget.spend("work", CURVE_TIME.get(curve.name)!);
  const parameters = { name: "ECDSA", namedCurve: curve.name };
  const inner = ecPrivateKey(curve.octets, number, null);
  const found = await exportPublicPart(ecAlgorithm(curve), inner, parameters, ["sign"]);
  if (!found?.y) return (await import("./points.ts")).publicPoint(number, curve);
  const point = new Uint8Array(1 + 2 * curve.octets);
  point[0] = 4;
  point.set(found.x, 1);
  point.set(found.y, 1 + curve.octets);
  return point;
}

function samePoint(given: Uint8Array, computed: Uint8Array, { octets }: Curve): boolean {
  if (given[0] === 4) return equalOctets(given, computed);
  const isOdd = computed[computed.length - 1] & 1;
  const isCompressed = given[0] === 2 + isOdd && given.length === 1 + octets;
  // 06 and 07 are the hybrid form: both coordinates and the parity.
  const isHybrid = given[0] === 6 + isOdd && given.length === computed.length;
  return (isCompressed || isHybrid) &&
    equalOctets(given.subarray(1), computed.subarray(1, given.length));
}

/* X25519, Ed25519, X448 and Ed448: the private key is a string of octets. */

/** Octets of a private key. */
const LENGTHS = { Ed25519: 32, X25519: 32, Ed448: 57, X448: 56 };
const BITS = { Ed25519: 256, X25519: 256, Ed448: 456, X448: 448 };

type OctetKeyName = keyof typeof LENGTHS;

/**
 * Reads CurvePrivateKey ::= OCTET STRING, whose length the curve determines (RFC 8410, 7). Throws DerError,
 * and `key_inconsistent` if the file has another public key.
 */
export async function readOctetPrivateKey(
  der: Der,
  parts: KeyParts,
  name: OctetKeyName,
): Promise<PrivateNumbers> {
  const key: PublicKey = { algorithm: name, bits: BITS[name], curve: null };
  der.expect(parts.start, parts.end, TAG.OCTET_STRING, `${name} key`);
  der.finish(der.end, parts.end, `${name} key`);
  if (der.end - der.body !== LENGTHS[name]) {
    throw new DerError(`${name} key is not ${LENGTHS[name]} bytes long`, der.start);
  }
  const number = der.content();
  const inner = der.element().slice();
  const stated = readStatedPublicKey(der, parts);
  const octets = await publicOctets(name, number, inner, parts, der.budget);
  if (stated && !equalOctets(stated, octets)) throw inconsistent(X509_TEXT.keyNoPair);
  return { publicKey: { key, numbers: { kind: "octets", octets } }, unchecked: null };
}

/**
 * The public part of a private key: for X25519 and Ed25519 as the engine computes it, if it does, otherwise (as
 * in Firefox 140) by the library. Zeroes `inner`.
 */
async function publicOctets(
  name: OctetKeyName,
  number: Uint8Array,
  inner: Uint8Array<ArrayBuffer>,
  { algorithm }: KeyParts,
  budget: Budget,
): Promise<Uint8Array> {
  if (name === "Ed448" || name === "X448") {
    inner.fill(0);
    budget.spend("work", EDWARDS448_TIME);
    return (await import("./edwards448.ts")).publicPartOf(name, number);
  }
  budget.spend("work", 100);
  const usages = name === "Ed25519" ? ["sign"] as const : ["deriveBits"] as const;
  const found = await exportPublicPart(algorithm, inner, { name }, usages);
  if (found) return found.x;
  budget.spend("work", EDWARDS25519_TIME);
  return (await import("./edwards25519.ts")).publicPartOf(name, number);
}

/* A private key without its public part: the engine computes it. */

/** The coordinates, or for keys of octets only `x`. */
interface PublicPart {
  readonly x: Uint8Array<ArrayBuffer>;
  readonly y: Uint8Array<ArrayBuffer> | null;
}

/**
 * Imports a private key without its public part, and returns the public part that the engine computes; null
 * if the engine rejects the key. Zeroes `inner`.
 */
async function exportPublicPart(
  algorithm: Uint8Array,
  inner: Uint8Array<ArrayBuffer>,
  parameters: { name: string; namedCurve?: string },
  usages: readonly ("sign" | "deriveBits")[],
): Promise<PublicPart | null> {
  const pkcs8 = privateKeyInfo(algorithm, inner);
  inner.fill(0);
  try {
    const key = await crypto.subtle.importKey("pkcs8", pkcs8, parameters, true, [...usages]);
    const { x, y } = await crypto.subtle.exportKey("jwk", key);
    return x === undefined
      ? null
      : { x: decodeOwnBase64(x), y: y === undefined ? null : decodeOwnBase64(y) };
  } catch {
    return null;
  } finally {
    pkcs8.fill(0);
  }
}
