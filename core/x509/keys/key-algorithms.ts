/** Algorithms of keys by object identifier, and the names that answers use for them. */
import { intern } from "../asn1/oids.ts";

export const RSA = "1.2.840.113549.1.1.1";
const RSA_OAEP = "1.2.840.113549.1.1.7";
export const RSA_PSS = "1.2.840.113549.1.1.10";
export const EC = "1.2.840.10045.2.1";
export const DSA = "1.2.840.10040.4.1";
/** DSA as OIW named it before X9.57 did. */
export const DSA_OIW = "1.3.14.3.2.12";
const DH = "1.2.840.10046.2.1";
const PKCS3_DH = "1.2.840.113549.1.3.1";

/** Algorithms whose keys are a string of octets of a fixed length, given in bits. */
export const OCTET_KEYS: ReadonlyMap<string, { name: string; bits: number }> = new Map([
  ["1.3.101.110", { name: "X25519", bits: 256 }],
  ["1.3.101.111", { name: "X448", bits: 448 }],
  ["1.3.101.112", { name: "Ed25519", bits: 256 }],
  ["1.3.101.113", { name: "Ed448", bits: 456 }],
]);

/** Algorithms that are only named: their keys are not looked into. */
const NAMED_KEYS: ReadonlyMap<string, string> = new Map([
  [RSA_OAEP, "RSA-OAEP"],
  [DH, "DH"],
  [PKCS3_DH, "DH"],
  ["1.2.643.2.2.19", "GOST R 34.10-2001"],
  ["1.2.643.7.1.1.1.1", "GOST R 34.10-2012 (256 bit)"],
  ["1.2.643.7.1.1.1.2", "GOST R 34.10-2012 (512 bit)"],
  ["2.16.840.1.101.3.4.3.17", "ML-DSA-44"],
  ["2.16.840.1.101.3.4.3.18", "ML-DSA-65"],
  ["2.16.840.1.101.3.4.3.19", "ML-DSA-87"],
  ["2.16.840.1.101.3.4.4.1", "ML-KEM-512"],
  ["2.16.840.1.101.3.4.4.2", "ML-KEM-768"],
  ["2.16.840.1.101.3.4.4.3", "ML-KEM-1024"],
]);

intern([RSA, RSA_PSS, EC, DSA, ...OCTET_KEYS.keys(), ...NAMED_KEYS.keys()]);

/** The name that answers use for the algorithm of a key; its OID when there is none. */
export function keyAlgorithmName(oid: string): string {
  switch (oid) {
    case RSA:
      return "RSA";
    case RSA_PSS:
      return "RSA-PSS";
    case EC:
      return "EC";
    case DSA:
    case DSA_OIW:
      return "DSA";
    default:
      return OCTET_KEYS.get(oid)?.name ?? NAMED_KEYS.get(oid) ?? oid;
  }
}
