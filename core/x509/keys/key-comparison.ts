/**
 * Compares public keys by their numbers, not by their encodings. A compressed point equals the
 * uncompressed one, and a curve with explicit parameters equals the named one. Encodings and parameters
 * without meaning are ignored. RSA and RSA-PSS keys with equal numbers are a mismatch of their own.
 */
import { Der, DerError, TAG } from "../asn1/der.ts";
import { isUnnamed } from "../asn1/oids.ts";
import type { PublicKey } from "../shapes.ts";
import { type RsaPublicKey, withoutZeros } from "./families/rsa-public-keys.ts";
import type { Budget } from "../../kernel/context.ts";
import { equalOctets } from "../../kernel/octets.ts";
import { curveOf, EXPLICIT_CURVE, explicitCurve } from "./families/curves.ts";
import type { SubjectPublicKeyInfo } from "./public-keys.ts";
import { bitCount, capitalize, uncapitalize } from "../../kernel/formatting.ts";

/** The numbers of a public key, big-endian without leading zeros. */
export type KeyNumbers =
  | RsaKeyNumbers
  /** A curve point in any encoding, with `parameters` if the curve is not named. */
  | { kind: "point"; point: Uint8Array; parameters: Uint8Array | null }
  /** The octets of the key. */
  | { kind: "octets"; octets: Uint8Array };

interface RsaKeyNumbers {
  kind: "rsa";
  modulus: Uint8Array;
  exponent: Uint8Array;
}

export interface ComparableKey {
  readonly key: PublicKey;
  /** Null if they are missing, or cannot be read or compared. */
  readonly numbers: KeyNumbers | null;
  /** Why no private key can belong to it: a number of an RSA key is negative. Otherwise absent. */
  readonly fault?: string;
}

/** Reads modulus and exponent, two INTEGERs, from `at`. */
export function readRsaNumbers(der: Der, at: number, limit: number): RsaKeyNumbers {
  der.expect(at, limit, TAG.INTEGER, "modulus");
  const modulus = withoutZeros(der.content());
  der.expect(der.end, limit, TAG.INTEGER, "public exponent");
  return { kind: "rsa", modulus, exponent: withoutZeros(der.content()) };
}

/** "RSA (2048 bits)", "EC (P-256)". An algorithm or curve without a name is left out. */
export function describeKey({ algorithm, bits, curve }: PublicKey): string {
  const name = isUnnamed(algorithm) ? "a key with an unknown algorithm" : algorithm;
  if (algorithm === "EC") {
    return `EC (${curve === null || isUnnamed(curve) ? "an unknown curve" : curve})`;
  }
  return bits !== null && (isRsaFamily({ algorithm, bits, curve }) || algorithm === "DSA")
    ? `${name} (${bitCount(bits)})`
    : name;
}

/** Whether the key consists of a modulus and an exponent, with or without a restriction to PSS. */
const isRsaFamily = ({ algorithm }: PublicKey) => algorithm === "RSA" || algorithm === "RSA-PSS";

/** The comparable form of a subjectPublicKeyInfo. */
export function comparableKey(spki: SubjectPublicKeyInfo, budget: Budget): ComparableKey {
  const { bytes, algorithm, keyStart, keyEnd } = spki;
  const octets = bytes.subarray(keyStart, keyEnd);
  const der = new Der(bytes, budget);
  let key = spki.key;
  try {
    if (key.algorithm === "RSA" || key.algorithm === "RSA-PSS") {
      return spki.rsa === null ? { key, numbers: null } : comparableRsaKey(key, spki.rsa);
    }
    if (key.algorithm === "EC") {
      const { parametersStart: at, end } = algorithm;
      let parameters: Uint8Array | null = null;
      if (key.curve === EXPLICIT_CURVE && at !== null) {
        const curve = explicitCurve(der, at, end);
        if (curve) key = { ...key, curve: curve.name };
        else parameters = bytes.subarray(at, end);
      }
      return { key, numbers: { kind: "point", point: octets, parameters } };
    }
    if (key.algorithm === "DSA") {
      der.expect(keyStart, keyEnd, TAG.INTEGER, "DSA key");
      return { key, numbers: { kind: "octets", octets: withoutZeros(der.content()) } };
    }
  } catch (thrown) {
    if (!(thrown instanceof DerError)) throw thrown;
    return { key, numbers: null };
  }
  return { key, numbers: { kind: "octets", octets } };
}

/** The comparable form of an RSA key. The octets of a negative number stand for another one. */
export function comparableRsaKey(key: PublicKey, rsa: RsaPublicKey): ComparableKey {
  const { modulus, exponent, fault } = rsa;
  return rsa.isNegative
    ? { key, numbers: null, fault: fault! }
    : { key, numbers: { kind: "rsa", modulus, exponent } };
}

/** `problem` is why the keys differ or cannot be compared; null if they are equal. */
interface Comparison {
  readonly equal: boolean | null;
  readonly problem: string | null;
}

const no = (problem: string): Comparison => ({ equal: false, problem });
const unknown = (problem: string): Comparison => ({ equal: null, problem });

/** Compares the key of `what` ("the certificate", "the CSR") with the private key's public part. */
export function compareKeys(what: string, theirs: ComparableKey, ours: ComparableKey): Comparison {
  const [a, b] = [theirs.key, ours.key];
  const isRsa = isRsaFamily(a) && isRsaFamily(b);
  if (a.algorithm !== b.algorithm && !isRsa) {
    return no(
      `${capitalize(what)} has ${describeKey(a)}, but the private key is ${describeKey(b)}`,
    );
  }
  if (a.bits !== null && b.bits !== null && a.bits !== b.bits) {
    return no(
      `${capitalize(what)} has ${describeKey(a)}, but the private key is ${describeKey(b)}`,
    );
  }
  if (theirs.fault !== undefined) {
    return no(`The public key of ${what} is not valid: ${uncapitalize(theirs.fault)}`);
  }
  if (theirs.numbers === null) return unknown(`The public key of ${what} cannot be read`);
  if (a.curve !== b.curve) {
    return a.curve === EXPLICIT_CURVE || b.curve === EXPLICIT_CURVE
      ? unknown("This tool cannot compare curves that are given by their parameters")
      : no(`${capitalize(what)} has ${describeKey(a)}, but the private key is ${describeKey(b)}`);
  }
  if (ours.numbers === null) {
    return unknown(
      `The private key has no public part, and this tool cannot compute it for ${describeKey(b)}`,
    );
  }
  const equal = equalNumbers(theirs.numbers, ours.numbers, a.curve);
  if (equal === null) {
    return unknown("This tool cannot compare curves that are given by their parameters");
  }
  if (!equal) return no(`Both are ${describeKey(b)}, but they are different keys`);
  if (a.algorithm !== b.algorithm) {
    return no(
      `The numbers are the same, but ${what} restricts the key to ${a.algorithm}, and the private ` +
        `key is marked as ${b.algorithm}. Servers refuse this pair`,
    );
  }
  return { equal: true, problem: null };
}

function equalNumbers(a: KeyNumbers, b: KeyNumbers, curve: string | null): boolean | null {
  if (a.kind === "rsa" && b.kind === "rsa") {
    return equalOctets(a.modulus, b.modulus) && equalOctets(a.exponent, b.exponent);
  }
  if (a.kind === "octets" && b.kind === "octets") return equalOctets(a.octets, b.octets);
  if (a.kind !== "point" || b.kind !== "point") return false;
  // Explicit parameters of one curve can differ; if they are equal, the points decide.
  if (a.parameters && b.parameters && !equalOctets(a.parameters, b.parameters)) return null;
  return equalPoints(a.point, b.point, curve);
}

/** SEC 1, 2.3.3: 04 and both coordinates, or 02 or 03 (y even or odd) and only x. */
function equalPoints(a: Uint8Array, b: Uint8Array, curve: string | null): boolean {
  if (isCompressed(a) === isCompressed(b)) return equalOctets(a, b);
  const [short, long] = isCompressed(a) ? [a, b] : [b, a];
  const octets = curveOf(curve)?.octets ?? short.length - 1;
  return short.length === 1 + octets && long.length === 1 + 2 * octets &&
    equalOctets(short.subarray(1), long.subarray(1, 1 + octets)) &&
    (short[0] & 1) === (long[2 * octets] & 1);
}

const isCompressed = (point: Uint8Array): boolean => point[0] === 2 || point[0] === 3;
