/** The parts of a private key in its normal form, PKCS#8. */
import type { Budget } from "../../../kernel/context.ts";
import { Der, TAG } from "../../asn1/der.ts";
import { readParts } from "../containers/der-keys.ts";
import type { PrivateKey } from "../private-keys.ts";

/** Where the algorithm's own structure is; `der` reads the normal form. */
interface PrivateParts {
  readonly der: Der;
  /** AlgorithmIdentifier, DER. */
  readonly algorithm: Uint8Array<ArrayBuffer>;
  /** The curve's identifier or parameters with its header; null when there are none. */
  readonly parameters: Uint8Array<ArrayBuffer> | null;
  /** The algorithm's own structure: RSAPrivateKey, ECPrivateKey, CurvePrivateKey. */
  readonly inner: Uint8Array<ArrayBuffer>;
  readonly start: number;
  readonly end: number;
}

/** The bytes are those of the key, which `dispose` zeroes: nothing is copied. */
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

/** RSAPrivateKey's numbers in their order (RFC 8017, A.1.2), then those of further primes. */
export function rsaPrivateNumbers({ der, start, end: limit }: PrivateParts): {
  numbers: Uint8Array[];
  others: Uint8Array[][];
} {
  der.expect(start, limit, TAG.SEQUENCE, "RSA KEY");
  const end = der.end;
  der.expect(der.body, end, TAG.INTEGER, "VERSION");
  // Reads the INTEGERs from `at` on and leaves it after the last.
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
      der.expect(at, listEnd, TAG.SEQUENCE, "FURTHER PRIME");
      at = der.body;
      others.push(integers(der.end));
    }
  }
  return { numbers, others };
}
