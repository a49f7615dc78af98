/** The parts of a private key in its normal form, PKCS#8, and the public number of a DSA key. */
import * as X509_TEXT from "../../texts.ts";
import type { Budget } from "../../../kernel/context.ts";
import { Der, DerError, TAG } from "../../asn1/der.ts";
import { readParts } from "../containers/der-keys.ts";
import type { PrivateKey } from "../private-keys.ts";
import { equalOctets } from "../../../kernel/octets.ts";
import { unsignedInteger } from "../../asn1/der-write.ts";
import { numberOctets, numberOf } from "../../asn1/hex.ts";
import { spendArithmetic } from "../families/private-numbers.ts";
import { withoutZeros } from "../families/rsa-public-keys.ts";
import { inconsistent, unreadable } from "../private-key-errors.ts";

/** The position of the algorithm's own structure; `der` reads the normal form. */
interface PrivateParts {
  readonly der: Der;
  /** AlgorithmIdentifier in DER. */
  readonly algorithm: Uint8Array<ArrayBuffer>;
  /** The curve's identifier or parameters with its header; null if there are none. */
  readonly parameters: Uint8Array<ArrayBuffer> | null;
  /** The algorithm's own structure: RSAPrivateKey, ECPrivateKey, CurvePrivateKey. */
  readonly inner: Uint8Array<ArrayBuffer>;
  readonly start: number;
  readonly end: number;
}

/** Returns views of the key's bytes, which `dispose` zeroes. */
export function privateParts({ pkcs8 }: PrivateKey, budget: Budget): PrivateParts {
  const der = new Der(pkcs8, budget);
  const { algorithm, parameters, start, end } = readParts(der, null);
  return {
    der,
    algorithm,
    parameters: parameters && pkcs8.subarray(parameters.start, parameters.end),
    inner: pkcs8.subarray(start, end),
    start,
    end,
  };
}

/** The numbers of RSAPrivateKey in their order (RFC 8017, A.1.2), then those of further primes. */
export function rsaPrivateNumbers({ der, start, end: limit }: PrivateParts): {
  numbers: Uint8Array[];
  others: Uint8Array[][];
} {
  der.expect(start, limit, TAG.SEQUENCE, "RSA key");
  const end = der.end;
  der.expect(der.body, end, TAG.INTEGER, "Version");
  // Reads the INTEGERs from `at` and moves `at` after them.
  let at = der.end;
  const integers = (limit: number): Uint8Array[] => {
    const list: Uint8Array[] = [];
    while (at < limit && der.optional(at, limit, TAG.INTEGER)) {
      list.push(der.content());
      at = der.end;
    }
    return list;
  };
  const numbers = integers(end);
  const others: Uint8Array[][] = [];
  if (der.optional(at, end, TAG.SEQUENCE)) {
    const listEnd = der.end;
    for (at = der.body; at < listEnd;) {
      der.expect(at, listEnd, TAG.SEQUENCE, "Additional prime");
      at = der.body;
      others.push(integers(der.end));
    }
  }
  return { numbers, others };
}

/** Above the largest standard sizes, 3,072 and 256 bits (FIPS 186-4, 4.2). */
const MAX_PRIME_BITS = 4_096;
const MAX_ORDER_BITS = 512;

/**
 * The public number of a DSA key, y = g^x mod p (FIPS 186-4, 4.1), as an INTEGER in DER, because PKCS#8 has
 * only x. Null if the parameters are missing or exceed the limits above. Throws OperationError:
 * `unreadable`, or `key_inconsistent` if a number is out of range or the file has another public number.
 */
export async function dsaPublicBits(
  key: PrivateKey,
  budget: Budget,
): Promise<Uint8Array<ArrayBuffer> | null> {
  try {
    return await publicNumber(key, budget);
  } catch (thrown) {
    if (!(thrown instanceof DerError)) throw thrown;
    throw unreadable(thrown.message);
  }
}

async function publicNumber(
  key: PrivateKey,
  budget: Budget,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const { der, algorithm, parameters, start, end } = privateParts(key, budget);
  if (parameters === null) return null;
  const at = der.bytes.byteOffset;
  der.expect(
    parameters.byteOffset - at,
    algorithm.byteOffset - at + algorithm.length,
    TAG.SEQUENCE,
    "DSA parameters",
  );
  const parametersEnd = der.end;
  let next = der.body;
  const [p, q, g] = ["Prime of the key", "Order of the group", "Generator"].map((what) => {
    const number = nonNegative(der, next, parametersEnd, what);
    next = der.end;
    return number;
  });
  const x = nonNegative(der, start, end, "Private value");
  if (p.bits > MAX_PRIME_BITS || q.bits > MAX_ORDER_BITS) return null;
  const isInRange = 0n < x.value && x.value < q.value && q.value < p.value;
  // FIPS 186-4, 4.1: 1 < g < p. All powers of 0 and of 1 are equal.
  if (!isInRange || g.value <= 1n || g.value >= p.value) {
    throw inconsistent("Its numbers are out of range for its parameters");
  }
  // Square-and-multiply needs up to two products for each bit, each with a division.
  spendArithmetic(budget, p.bits, 4 * q.bits);
  // Loaded only for DSA keys, which are rare.
  const { pow } = await import("@noble/curves/abstract/modular.js");
  const octets = numberOctets(pow(g.value, x.value, p.value));
  const { numbers } = key.publicKey;
  if (numbers?.kind === "octets" && !equalOctets(numbers.octets, octets)) {
    throw inconsistent(X509_TEXT.keyNoPair);
  }
  return unsignedInteger(octets);
}

function nonNegative(der: Der, at: number, limit: number, what: string) {
  der.expect(at, limit, TAG.INTEGER, what);
  const octets = der.content();
  if (octets[0] >= 0x80) throw inconsistent("One of its numbers is negative");
  const bare = withoutZeros(octets);
  return { value: numberOf(bare), bits: 8 * bare.length };
}
