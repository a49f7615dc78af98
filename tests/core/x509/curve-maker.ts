/** Curves written out instead of named (RFC 3279, 2.3.5). */
import { TAG } from "../../../core/x509/asn1/der.ts";
import { element, integer } from "../../../core/x509/asn1/der-write.ts";
import { type Curve, curveOf } from "../../../core/x509/keys/families/curves.ts";
import { type Bytes, bytes, hex, octets, oid, seq } from "./rules/der.ts";

/** The numbers of a curve, each of as many octets as a coordinate. */
export interface CurveNumbers {
  name: Bytes;
  prime: Bytes;
  a: Bytes;
  b: Bytes;
  x: Bytes;
  y: Bytes;
  order: Bytes;
}

export function numbersOf(name: string): CurveNumbers {
  const curve: Curve = curveOf(name)!;
  const number = (digits: string) => hex(digits.padStart(2 * curve.octets, "0"));
  return {
    name: oid(curve.oid),
    prime: number(curve.prime),
    a: number(curve.a),
    b: number(curve.b),
    x: number(curve.x),
    y: number(curve.y),
    order: number(curve.order),
  };
}

export const P256 = numbersOf("P-256");

const unsigned = (number: Bytes) => element(TAG.INTEGER, bytes(0), number);

/** AlgorithmIdentifier { id-ecPublicKey, ECParameters } */
export function writtenOut({ prime, a, b, x, y, order }: CurveNumbers): Bytes {
  const field = seq(oid("1.2.840.10045.1.1"), unsigned(prime));
  const parameters = seq(
    integer(1),
    field,
    seq(octets(a), octets(b)),
    octets(bytes(4, ...x, ...y)),
    unsigned(order),
  );
  return seq(oid("1.2.840.10045.2.1"), parameters);
}
