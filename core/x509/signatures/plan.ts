/** How one signature is verified: by WebCrypto or by a library, or the verdict where neither is asked. */
import { TAG } from "../asn1/der.ts";
import { element } from "../asn1/der-write.ts";
import { toHex } from "../asn1/hex.ts";

/** `problem` says why in words; null when the signature holds. */
export interface Verdict {
  /** true: it holds. false: it does not. null: it cannot be verified here. */
  readonly valid: boolean | null;
  readonly problem: string | null;
}

const HOLDS: Verdict = { valid: true, problem: null };
/** The signature does not hold, and why. */
export const no = (problem: string): Verdict => ({ valid: false, problem });
/** It cannot be verified here, and why. */
export const unknown = (problem: string): Verdict => ({ valid: null, problem });

/** What WebCrypto or a library answered. */
export const answered = (holds: boolean): Verdict =>
  holds ? HOLDS : no("THE SIGNATURE DOES NOT FIT THE DATA AND THE KEY");

export const MALFORMED = "THE SIGNATURE IS MALFORMED";
/** WebKitGTK reduces such a signature to the range and may accept it. */
export const OUT_OF_RANGE = "THE SIGNATURE IS OUT OF RANGE FOR THE KEY";

/** Of what nobody should use any more: it is named, and not verified. */
export const obsolete = (what: string) => `${what} IS OBSOLETE AND IS NOT VERIFIED HERE`;

/** Of a key that can verify nothing. */
export const invalidKey = (fault: string) => unknown(`THE PUBLIC KEY IS NOT VALID: ${fault}`);

/** What WebCrypto is to be asked. */
export interface EnginePlan {
  /** Asked for the first time that a key is used: an authority signs thousands. */
  readonly spki: () => Uint8Array<ArrayBuffer>;
  readonly key: { name: string; [parameter: string]: unknown };
  readonly verify: { name: string; [parameter: string]: unknown };
  readonly signature: Uint8Array<ArrayBuffer>;
  /** Microseconds of a slow core to import the key and to verify with it once. */
  readonly time: number;
}

/** What a library is to be asked; it is loaded when it is. */
export interface LibraryPlan {
  /** Microseconds of a slow core that it takes, but for reading the data. */
  readonly time: number;
  readonly ask: (data: Uint8Array<ArrayBuffer>) => Promise<Verdict>;
}

export type Plan = EnginePlan | LibraryPlan;

/** Whether one big-endian number is less than another of the same length. */
export function isBelow(a: Uint8Array, b: Uint8Array): boolean {
  return toHex(a) < toHex(b);
}

/** SubjectPublicKeyInfo from its algorithm in DER and its bits. */
export function spkiOf(algorithm: Uint8Array, key: Uint8Array): Uint8Array<ArrayBuffer> {
  return element(TAG.SEQUENCE, algorithm, element(TAG.BIT_STRING, Uint8Array.of(0), key));
}
