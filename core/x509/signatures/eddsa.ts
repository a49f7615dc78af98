/** Ed25519 and Ed448 signatures (RFC 8032, 5.1 and 5.2). */
import { TAG } from "../asn1/der.ts";
import { element, objectIdentifier } from "../asn1/der-write.ts";
import { toHex } from "../asn1/hex.ts";
import type { SubjectPublicKeyInfo } from "../keys/public-keys.ts";
import {
  invalidKey,
  isBelow,
  MALFORMED,
  no,
  OUT_OF_RANGE,
  type Plan,
  spkiOf,
  unknown,
  type Verdict,
  verdictOf,
} from "./plan.ts";
import type { Signature } from "./signatures.ts";
import { NOT_A_POINT } from "../keys/families/curves.ts";
import { EDWARDS448_TIME } from "../keys/families/private-numbers.ts";

const SMALL_ORDER_KEY = "The key has a small order. With it, a signature matches any data";

/** Plans the verification, or returns the verdict if the signature or key is malformed. */
export function planEd25519({ bytes }: Signature, key: SubjectPublicKeyInfo): Plan | Verdict {
  const point = key.bytes.subarray(key.keyStart, key.keyEnd);
  if (isOfSmallOrder(point)) {
    return unknown(SMALL_ORDER_KEY);
  }
  if (bytes.length !== 64) return no(MALFORMED);
  // RFC 8032, 5.1.7: S, little-endian, is below the order.
  if (!isBelow(bytes.slice(32).reverse(), ED25519_ORDER)) return no(OUT_OF_RANGE);
  return {
    spki: () => spkiOf(ED25519, point),
    key: { name: "Ed25519" },
    verify: { name: "Ed25519" },
    signature: bytes,
    time: ENGINE_TIME,
  };
}

/** In microseconds of a slow core. */
const ENGINE_TIME = 100;

const ED25519 = element(TAG.SEQUENCE, objectIdentifier("1.3.101.112"));

/** 2^252 + 27742317777372353535851937790883648493 (RFC 8032, 5.1), big-endian. */
const ED25519_ORDER = Uint8Array.of(
  ...[0x10, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
  ...[0x14, 0xde, 0xf9, 0xde, 0xa2, 0xf7, 0x9c, 0xd6],
  ...[0x58, 0x12, 0x63, 0x1a, 0x5c, 0xf5, 0xd3, 0xed],
);

/**
 * The points of Edwards25519 whose order divides 8: little-endian, without the sign bit, in all encodings
 * (the coordinates 0 and 1 have a second one, above the prime). Engines differ about these keys: W3C's Secure
 * Curves rejects their signatures, RFC 8032 does not.
 */
const SMALL_ORDER: readonly string[] = [
  "00".repeat(32),
  "01" + "00".repeat(31),
  "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
  "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
  "ec" + "ff".repeat(30) + "7f",
  "ed" + "ff".repeat(30) + "7f",
  "ee" + "ff".repeat(30) + "7f",
];

function isOfSmallOrder(point: Uint8Array): boolean {
  const unsigned = point.slice();
  unsigned[31] &= 0x7f;
  return SMALL_ORDER.includes(toHex(unsigned).toLowerCase());
}

/** Plans the verification, or returns the verdict if the signature has a wrong length. */
export function planEd448({ bytes }: Signature, key: SubjectPublicKeyInfo): Plan | Verdict {
  if (bytes.length !== 114) return no(MALFORMED);
  return {
    time: EDWARDS448_TIME,
    run: async (data) => {
      const { verifyEd448 } = await import("../keys/families/edwards448.ts");
      const answer = verifyEd448(data, bytes, key.bytes.subarray(key.keyStart, key.keyEnd));
      if (answer === "not a point") return invalidKey(NOT_A_POINT);
      return answer === "small order" ? unknown(SMALL_ORDER_KEY) : verdictOf(answer);
    },
  };
}
