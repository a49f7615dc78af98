/** S/MIME capabilities (RFC 8551, 2.5.2; in certificates RFC 4262). */
import { type Der, TAG } from "../../asn1/der.ts";
import { toHex } from "../../asn1/hex.ts";
import { intern, readOid } from "../../asn1/oids.ts";
import { eachOf } from "../../asn1/sequences.ts";

const NAMES: ReadonlyMap<string, string> = new Map([
  ["1.2.840.113549.3.2", "rc2-cbc"],
  ["1.2.840.113549.3.4", "rc4"],
  ["1.2.840.113549.3.7", "des-ede3-cbc"],
  ["1.3.14.3.2.7", "des-cbc"],
  ["2.16.840.1.101.3.4.1.2", "aes128-cbc"],
  ["2.16.840.1.101.3.4.1.5", "aes128-wrap"],
  ["2.16.840.1.101.3.4.1.6", "aes128-gcm"],
  ["2.16.840.1.101.3.4.1.22", "aes192-cbc"],
  ["2.16.840.1.101.3.4.1.25", "aes192-wrap"],
  ["2.16.840.1.101.3.4.1.26", "aes192-gcm"],
  ["2.16.840.1.101.3.4.1.42", "aes256-cbc"],
  ["2.16.840.1.101.3.4.1.45", "aes256-wrap"],
  ["2.16.840.1.101.3.4.1.46", "aes256-gcm"],
  ["1.2.840.113549.1.9.16.3.6", "des-ede3-wrap"],
]);
intern(NAMES.keys());

interface SmimeCapability {
  oid: string;
  /** The algorithm's name, or null. */
  name: string | null;
  /** A number such as the bits of an RC2 key, hex of anything else, or null. */
  parameters: number | string | null;
}

/** SEQUENCE OF SMIMECapability { capabilityID OID, parameters ANY OPTIONAL }. */
export function readSmimeCapabilities(der: Der, start: number, limit: number): SmimeCapability[] {
  const list: SmimeCapability[] = [];
  eachOf(der, start, limit, "S/MIME CAPABILITIES", () => {
    const end = der.end;
    der.require(TAG.SEQUENCE, "CAPABILITY");
    der.expect(der.body, end, TAG.OID, "CAPABILITY");
    const oid = readOid(der.bytes, der.body, der.end);
    let parameters: number | string | null = null;
    if (der.end < end) {
      der.next(der.end, end);
      der.finish(der.end, end, "CAPABILITY");
      parameters = der.tag === TAG.INTEGER ? der.smallInteger() : null;
      parameters ??= der.tag === TAG.NULL ? null : toHex(der.bytes, der.start, der.end);
    }
    list.push({ oid, name: NAMES.get(oid) ?? null, parameters });
  });
  return list;
}
