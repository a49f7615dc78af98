/** Keys by their numbers, however each of them was written. */
import { type Der, TAG } from "../asn1/der.ts";
import type { PublicKey } from "../shapes.ts";
import { withoutZeros } from "./families/rsa-public-keys.ts";

/** The numbers of a public key, big-endian without leading zeros. */
export type KeyNumbers =
  | RsaKeyNumbers
  /** An elliptic curve's point in any of its encoded forms; `parameters` of a curve without name. */
  | { kind: "point"; point: Uint8Array; parameters: Uint8Array | null }
  /** The octets of the key as they are. */
  | { kind: "octets"; octets: Uint8Array };

interface RsaKeyNumbers {
  kind: "rsa";
  modulus: Uint8Array;
  exponent: Uint8Array;
}

export interface ComparableKey {
  readonly key: PublicKey;
  /** Null where they are missing or cannot be read. */
  readonly numbers: KeyNumbers | null;
  /** Why no private key can belong to it, in words; absent when nothing is known against it. */
  readonly fault?: string;
}

/** Modulus and exponent, two INTEGERs from `at` on. */
export function readRsaNumbers(der: Der, at: number, limit: number): RsaKeyNumbers {
  der.expect(at, limit, TAG.INTEGER, "MODULUS");
  const modulus = withoutZeros(der.content());
  der.expect(der.end, limit, TAG.INTEGER, "PUBLIC EXPONENT");
  return { kind: "rsa", modulus, exponent: withoutZeros(der.content()) };
}

/** "RSA (2048 BITS)", "EC (P-256)"; an algorithm or curve without a name is not spelt out. */
export function describeKey({ algorithm, bits, curve }: PublicKey): string {
  const name = isOid(algorithm) ? "A KEY OF AN UNKNOWN ALGORITHM" : algorithm;
  if (algorithm === "EC") {
    return `EC (${curve === null || isOid(curve) ? "AN UNKNOWN CURVE" : curve})`;
  }
  return bits !== null && (isRsaFamily({ algorithm, bits, curve }) || algorithm === "DSA")
    ? `${name} (${bits} BITS)`
    : name;
}

const isOid = (text: string): boolean => /^[0-9?]/.test(text);

/** Whether its numbers are modulus and exponent, whatever its signatures are restricted to. */
export const isRsaFamily = ({ algorithm }: PublicKey) =>
  algorithm === "RSA" || algorithm === "RSA-PSS";
