/** How a signature is verified: by WebCrypto, by a library, or with a verdict that needs neither. */
import { TAG } from "../asn1/der.ts";
import { element } from "../asn1/der-write.ts";
import { toHex } from "../asn1/hex.ts";

/** `problem` is the reason in words; null if the signature is valid. */
export interface Verdict {
  /** true: valid; false: invalid; null: cannot be verified by this tool. */
  readonly valid: boolean | null;
  readonly problem: string | null;
}

const VALID: Verdict = { valid: true, problem: null };
/** The signature is invalid, and why. */
export const no = (problem: string): Verdict => ({ valid: false, problem });
/** The signature cannot be verified, and why. */
export const unknown = (problem: string): Verdict => ({ valid: null, problem });

/** The result of WebCrypto or a library as a verdict. */
export const verdictOf = (isValid: boolean): Verdict =>
  isValid ? VALID : no("The signature does not match the data and the key");

export const MALFORMED = "The signature is malformed";
/** For a number that is too large. WebKitGTK would reduce it first, and might accept the signature. */
export const OUT_OF_RANGE = "The signature is out of range for the key";

/** The text for an obsolete algorithm, which is named but not verified. */
export const obsolete = (what: string) => `${what} is obsolete, and this tool does not verify it`;

/** The verdict for a key that cannot verify anything. */
export const invalidKey = (fault: string) => unknown(`The public key is not valid: ${fault}`);

/** The parameters of a verification by WebCrypto. */
export interface EnginePlan {
  /** The key in DER. A function, because imported keys are kept and most plans do not need it. */
  readonly spki: () => Uint8Array<ArrayBuffer>;
  readonly key: { name: string; [parameter: string]: unknown };
  readonly verify: { name: string; [parameter: string]: unknown };
  readonly signature: Uint8Array<ArrayBuffer>;
  /** Time to import the key and to verify once, in microseconds of a slow core. */
  readonly time: number;
}

/** A verification by a library, which is loaded on first use. */
export interface LibraryPlan {
  /** Its time in microseconds of a slow core, without reading the data. */
  readonly time: number;
  readonly run: (data: Uint8Array<ArrayBuffer>) => Promise<Verdict>;
}

export type Plan = EnginePlan | LibraryPlan;

/** Whether a big-endian number is less than another one of the same length. */
export function isBelow(a: Uint8Array, b: Uint8Array): boolean {
  return toHex(a) < toHex(b);
}

/** SubjectPublicKeyInfo of an algorithm in DER and the bits of the key. */
export function spkiOf(algorithm: Uint8Array, key: Uint8Array): Uint8Array<ArrayBuffer> {
  return element(TAG.SEQUENCE, algorithm, element(TAG.BIT_STRING, Uint8Array.of(0), key));
}
