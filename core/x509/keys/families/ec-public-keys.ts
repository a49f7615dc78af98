/** EC public keys: a point, and the name of its curve (RFC 5480). */
import { type Der, DerError, TAG } from "../../asn1/der.ts";
import { CURVES, readOid } from "../../asn1/oids.ts";
import type { PublicKey } from "../../shapes.ts";
import type { AlgorithmIdentifier } from "../algorithm-identifiers.ts";

/** Of a key in none of the forms that RFC 5480, 2.2 allows, or with other numbers (SEC 1, 3.2.2). */
export const NOT_A_POINT = "THE KEY IS NOT A POINT OF ITS CURVE";

/** A curve that is written out instead of named (RFC 5480, 2.1.1 forbids it). */
export const EXPLICIT_CURVE = "explicit parameters";

/**
 * The key whose point is between `keyStart` and `keyEnd`. `fault` says in words why it is not valid;
 * null when nothing is known against it. Throws DerError where there is no curve.
 */
export function readEcPublicKey(
  der: Der,
  algorithm: AlgorithmIdentifier,
  keyStart: number,
  keyEnd: number,
): { key: PublicKey; fault: string | null } {
  const { parametersStart: at, end } = algorithm;
  if (at === null) throw new DerError("THE CURVE IS MISSING", algorithm.end);
  der.next(at, end);
  if (der.tag === TAG.SEQUENCE) {
    der.findings.add("curve_not_named", "THE CURVE IS WRITTEN OUT INSTEAD OF NAMED", at);
    const bits = explicitFieldBits(der);
    return { key: { algorithm: "EC", bits, curve: EXPLICIT_CURVE }, fault: null };
  }
  if (der.tag !== TAG.OID) throw new DerError("THE CURVE IS NOT NAMED", at);
  const oid = readOid(der.bytes, der.body, der.end);
  const curve = CURVES.get(oid);
  if (!curve) return { key: { algorithm: "EC", bits: null, curve: oid }, fault: null };
  const octets = Math.ceil(curve.bits / 8);
  const length = keyEnd - keyStart;
  const form = der.bytes[keyStart];
  const fits = (length === 1 + 2 * octets && form === 4) ||
    (length === 1 + octets && (form === 2 || form === 3));
  if (!fits) der.findings.add("point_malformed", NOT_A_POINT, keyStart);
  const key: PublicKey = { algorithm: "EC", bits: curve.bits, curve: curve.name };
  return { key, fault: fits ? null : NOT_A_POINT };
}

/** ECParameters (RFC 3279, 2.3.5): SEQUENCE { version, FieldID { type, prime or m }, … }. */
function explicitFieldBits(der: Der): number {
  const end = der.end;
  der.expect(der.body, end, TAG.INTEGER, "VERSION OF THE CURVE");
  der.expect(der.end, end, TAG.SEQUENCE, "FIELD OF THE CURVE");
  const fieldEnd = der.end;
  der.expect(der.body, fieldEnd, TAG.OID, "TYPE OF THE FIELD");
  const isPrime = readOid(der.bytes, der.body, der.end) === "1.2.840.10045.1.1";
  if (isPrime) {
    der.expect(der.end, fieldEnd, TAG.INTEGER, "PRIME OF THE FIELD");
    return der.integerBits();
  }
  der.expect(der.end, fieldEnd, TAG.SEQUENCE, "FIELD");
  der.expect(der.body, der.end, TAG.INTEGER, "DEGREE OF THE FIELD");
  return der.smallInteger() ?? 0;
}
