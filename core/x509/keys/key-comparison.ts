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
import { bitCount } from "../../kernel/formatting.ts";

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
  der.expect(at, limit, TAG.INTEGER, "Modulus");
  const modulus = withoutZeros(der.content());
  der.expect(der.end, limit, TAG.INTEGER, "Public exponent");
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

/** Why two keys differ, or cannot be compared. `theirs` is the key of a certificate, `ours` the private key's. */
export type KeyDifference =
  | { readonly code: "other_type"; readonly theirs: PublicKey; readonly ours: PublicKey }
  | { readonly code: "other_numbers"; readonly ours: PublicKey }
  /** RSA keys with the same numbers; only one is restricted to PSS. */
  | { readonly code: "other_restriction"; readonly theirs: string; readonly ours: string }
  | { readonly code: "key_invalid"; readonly fault: string }
  | { readonly code: "key_unreadable" }
  | { readonly code: "curve_by_parameters" }
  | { readonly code: "public_part_missing"; readonly ours: PublicKey };

/** `difference` is null if the keys are equal. */
interface Comparison {
  readonly equal: boolean | null;
  readonly difference: KeyDifference | null;
}

const no = (difference: KeyDifference): Comparison => ({ equal: false, difference });
const unknown = (difference: KeyDifference): Comparison => ({ equal: null, difference });

/** Compares the key of a certificate or CSR with the private key's public part. */
export function compareKeys(theirs: ComparableKey, ours: ComparableKey): Comparison {
  const [a, b] = [theirs.key, ours.key];
  const otherType = no({ code: "other_type", theirs: a, ours: b });
  const isRsa = isRsaFamily(a) && isRsaFamily(b);
  if (a.algorithm !== b.algorithm && !isRsa) return otherType;
  if (a.bits !== null && b.bits !== null && a.bits !== b.bits) return otherType;
  if (theirs.fault !== undefined) return no({ code: "key_invalid", fault: theirs.fault });
  if (theirs.numbers === null) return unknown({ code: "key_unreadable" });
  if (a.curve !== b.curve) {
    return a.curve === EXPLICIT_CURVE || b.curve === EXPLICIT_CURVE
      ? unknown({ code: "curve_by_parameters" })
      : otherType;
  }
  if (ours.numbers === null) return unknown({ code: "public_part_missing", ours: b });
  const equal = equalNumbers(theirs.numbers, ours.numbers, a.curve);
  if (equal === null) return unknown({ code: "curve_by_parameters" });
  if (!equal) return no({ code: "other_numbers", ours: b });
  return a.algorithm === b.algorithm
    ? { equal: true, difference: null }
    : no({ code: "other_restriction", theirs: a.algorithm, ours: b.algorithm });
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
