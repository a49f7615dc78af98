/** SEC 1's form of EC keys (RFC 5915): ECPrivateKey alone, the curve in it or in a block beside it. */
import type { Budget } from "../../../kernel/context.ts";
import { constructed, Der, TAG } from "../../asn1/der.ts";
import { element, objectIdentifier } from "../../asn1/der-write.ts";
import { EC } from "../key-algorithms.ts";
import type { KeyParts } from "./key-parts.ts";

/** `outer`: the content of an EC PARAMETERS block that goes with the key; null when there is none. */
export function readSec1(
  end: number,
  outer: Uint8Array<ArrayBuffer> | null,
  budget: Budget,
): KeyParts {
  return {
    form: "SEC1",
    oid: EC,
    algorithm: element(TAG.SEQUENCE, objectIdentifier(EC), outer ?? new Uint8Array()),
    parameters: outer && { der: new Der(outer, budget), start: 0, end: outer.length },
    start: 0,
    end,
  };
}

/** ECPrivateKey with the number in its full length of `octets` and, when given, the public point. */
export function ecPrivateKey(
  octets: number,
  number: Uint8Array,
  point: Uint8Array | null,
): Uint8Array<ArrayBuffer> {
  const padded = new Uint8Array(octets);
  padded.set(number, octets - number.length);
  const version = element(TAG.INTEGER, Uint8Array.of(1));
  const secret = element(TAG.OCTET_STRING, padded);
  padded.fill(0);
  const key = point
    ? element(
      TAG.SEQUENCE,
      version,
      secret,
      element(constructed(1), element(TAG.BIT_STRING, Uint8Array.of(0), point)),
    )
    : element(TAG.SEQUENCE, version, secret);
  secret.fill(0);
  return key;
}
