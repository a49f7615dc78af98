/**
 * The public number of a DSA key, y = g^x mod p (FIPS 186-4, 4.1): PKCS#8 holds x and not y. The power
 * is @noble/curves'. This module is loaded when the public part of a DSA key is written.
 */
import { pow } from "@noble/curves/abstract/modular.js";
import type { Budget } from "../../../kernel/context.ts";
import { equalOctets } from "../../../kernel/octets.ts";
import { type Der, DerError, TAG } from "../../asn1/der.ts";
import { unsignedInteger } from "../../asn1/der-write.ts";
import { toHex } from "../../asn1/hex.ts";
import * as X509_TEXT from "../../texts.ts";
import { spendArithmetic } from "../families/private-numbers.ts";
import { withoutZeros } from "../families/rsa-public-keys.ts";
import { inconsistent, unreadable } from "../private-key-errors.ts";
import type { PrivateKey } from "../private-keys.ts";
import { privateParts } from "./private-parts.ts";

/** Longer than in any standard: FIPS 186-4, 4.2, ends at 3,072 and 256 bits. */
const MAX_PRIME_BITS = 4_096;
const MAX_ORDER_BITS = 512;

/**
 * The number as an INTEGER in DER; null where the parameters are missing or longer than is computed
 * here. Throws OperationError: `unreadable`, or `key_inconsistent` where a number is out of range or
 * the file has another public number.
 */
export function dsaPublicBits(key: PrivateKey, budget: Budget): Uint8Array<ArrayBuffer> | null {
  try {
    return publicNumber(key, budget);
  } catch (thrown) {
    if (!(thrown instanceof DerError)) throw thrown;
    throw unreadable(thrown.message);
  }
}

function publicNumber(key: PrivateKey, budget: Budget): Uint8Array<ArrayBuffer> | null {
  const { der, algorithm, parameters, start, end } = privateParts(key, budget);
  if (parameters === null) return null;
  const at = der.bytes.byteOffset;
  der.expect(
    parameters.byteOffset - at,
    algorithm.byteOffset - at + algorithm.length,
    TAG.SEQUENCE,
    "DSA PARAMETERS",
  );
  const parametersEnd = der.end;
  let next = der.body;
  const [p, q, g] = ["PRIME OF THE KEY", "ORDER OF THE GROUP", "GENERATOR"].map((what) => {
    const number = positive(der, next, parametersEnd, what);
    next = der.end;
    return number;
  });
  const x = positive(der, start, end, "PRIVATE NUMBER");
  if (p.bits > MAX_PRIME_BITS || q.bits > MAX_ORDER_BITS) return null;
  const isRange = 0n < x.value && x.value < q.value && q.value < p.value;
  // FIPS 186-4, 4.1: 1 < g < p. Every power of 0 and 1 is itself.
  if (!isRange || g.value <= 1n || g.value >= p.value) {
    throw inconsistent("ITS NUMBERS ARE OUT OF RANGE FOR ITS PARAMETERS");
  }
  // Square and multiply, each followed by a division.
  spendArithmetic(budget, p.bits, 4 * q.bits);
  const hex = pow(g.value, x.value, p.value).toString(16);
  const pairs = hex.padStart(hex.length + hex.length % 2, "0").match(/../g)!;
  const octets = Uint8Array.from(pairs, (pair) => parseInt(pair, 16));
  const { numbers } = key.publicKey;
  if (numbers?.kind === "octets" && !equalOctets(numbers.octets, octets)) {
    throw inconsistent(X509_TEXT.keyNoPair);
  }
  return unsignedInteger(octets);
}

function positive(der: Der, at: number, limit: number, what: string) {
  der.expect(at, limit, TAG.INTEGER, what);
  const octets = der.content();
  if (octets[0] >= 0x80) throw inconsistent("ONE OF ITS NUMBERS IS NEGATIVE");
  const bare = withoutZeros(octets);
  return { value: BigInt(`0x${toHex(bare) || "0"}`), bits: 8 * bare.length };
}
