/** Netscape's extensions, long dead and still in many private certificates. */
import { type Der, TAG } from "../../asn1/der.ts";
import { readNamedBits } from "../../asn1/named-bits.ts";
import { latin1 } from "../../asn1/strings.ts";

const TYPES = [
  "sslClient",
  "sslServer",
  "smime",
  "objectSigning",
  "reserved",
  "sslCA",
  "smimeCA",
  "objectSigningCA",
] as const;

/** netscape-cert-type ::= BIT STRING; its fifth bit is reserved. */
export function readNetscapeCertType(der: Der, start: number, limit: number): string[] {
  der.expect(start, limit, TAG.BIT_STRING, "NETSCAPE CERT TYPE");
  der.finish(der.end, limit, "NETSCAPE CERT TYPE");
  return readNamedBits(der, TYPES, "NETSCAPE CERT TYPE");
}

/** netscape-comment and the URLs ::= IA5String. */
export function readNetscapeString(der: Der, start: number, limit: number): string {
  der.expect(start, limit, TAG.IA5_STRING, "NETSCAPE TEXT");
  der.finish(der.end, limit, "NETSCAPE TEXT");
  return latin1(der.bytes, der.body, der.end);
}
