/** AlgorithmIdentifier (RFC 5280, 4.1.1.2), and the algorithms of keys with the names that answers use. */
import { type Der, TAG } from "../asn1/der.ts";
import { showOid } from "../asn1/oids.ts";

export const RSA = "1.2.840.113549.1.1.1";
const RSA_OAEP = "1.2.840.113549.1.1.7";
export const RSA_PSS = "1.2.840.113549.1.1.10";
export const EC = "1.2.840.10045.2.1";
export const DSA = "1.2.840.10040.4.1";
/** DSA's identifier from OIW, which predates the one of X9.57. */
export const DSA_OIW = "1.3.14.3.2.12";
const DH = "1.2.840.10046.2.1";
const PKCS3_DH = "1.2.840.113549.1.3.1";

interface OctetKey {
  readonly name: string;
  readonly octets: number;
  /** The key size in answers; null if it means nothing for this algorithm. */
  readonly bits: number | null;
}

const octetKey = (name: string, octets: number, bits: number | null = null): OctetKey => ({
  name,
  octets,
  bits,
});

/**
 * Algorithms whose public key is a string of octets of fixed length: RFC 8410, RFC 9881 (ML-DSA), RFC 9909
 * (SLH-DSA, where keys for signing a digest have their own identifiers), RFC 9935 (ML-KEM).
 */
export const OCTET_KEYS: ReadonlyMap<string, OctetKey> = new Map([
  ["1.3.101.110", octetKey("X25519", 32, 256)],
  ["1.3.101.111", octetKey("X448", 56, 448)],
  ["1.3.101.112", octetKey("Ed25519", 32, 256)],
  ["1.3.101.113", octetKey("Ed448", 57, 456)],
  ["2.16.840.1.101.3.4.3.17", octetKey("ML-DSA-44", 1312)],
  ["2.16.840.1.101.3.4.3.18", octetKey("ML-DSA-65", 1952)],
  ["2.16.840.1.101.3.4.3.19", octetKey("ML-DSA-87", 2592)],
  ["2.16.840.1.101.3.4.3.20", octetKey("SLH-DSA-SHA2-128s", 32)],
  ["2.16.840.1.101.3.4.3.21", octetKey("SLH-DSA-SHA2-128f", 32)],
  ["2.16.840.1.101.3.4.3.22", octetKey("SLH-DSA-SHA2-192s", 48)],
  ["2.16.840.1.101.3.4.3.23", octetKey("SLH-DSA-SHA2-192f", 48)],
  ["2.16.840.1.101.3.4.3.24", octetKey("SLH-DSA-SHA2-256s", 64)],
  ["2.16.840.1.101.3.4.3.25", octetKey("SLH-DSA-SHA2-256f", 64)],
  ["2.16.840.1.101.3.4.3.26", octetKey("SLH-DSA-SHAKE-128s", 32)],
  ["2.16.840.1.101.3.4.3.27", octetKey("SLH-DSA-SHAKE-128f", 32)],
  ["2.16.840.1.101.3.4.3.28", octetKey("SLH-DSA-SHAKE-192s", 48)],
  ["2.16.840.1.101.3.4.3.29", octetKey("SLH-DSA-SHAKE-192f", 48)],
  ["2.16.840.1.101.3.4.3.30", octetKey("SLH-DSA-SHAKE-256s", 64)],
  ["2.16.840.1.101.3.4.3.31", octetKey("SLH-DSA-SHAKE-256f", 64)],
  ["2.16.840.1.101.3.4.3.35", octetKey("SLH-DSA-SHA2-128s-with-SHA256", 32)],
  ["2.16.840.1.101.3.4.3.36", octetKey("SLH-DSA-SHA2-128f-with-SHA256", 32)],
  ["2.16.840.1.101.3.4.3.37", octetKey("SLH-DSA-SHA2-192s-with-SHA512", 48)],
  ["2.16.840.1.101.3.4.3.38", octetKey("SLH-DSA-SHA2-192f-with-SHA512", 48)],
  ["2.16.840.1.101.3.4.3.39", octetKey("SLH-DSA-SHA2-256s-with-SHA512", 64)],
  ["2.16.840.1.101.3.4.3.40", octetKey("SLH-DSA-SHA2-256f-with-SHA512", 64)],
  ["2.16.840.1.101.3.4.3.41", octetKey("SLH-DSA-SHAKE-128s-with-SHAKE128", 32)],
  ["2.16.840.1.101.3.4.3.42", octetKey("SLH-DSA-SHAKE-128f-with-SHAKE128", 32)],
  ["2.16.840.1.101.3.4.3.43", octetKey("SLH-DSA-SHAKE-192s-with-SHAKE256", 48)],
  ["2.16.840.1.101.3.4.3.44", octetKey("SLH-DSA-SHAKE-192f-with-SHAKE256", 48)],
  ["2.16.840.1.101.3.4.3.45", octetKey("SLH-DSA-SHAKE-256s-with-SHAKE256", 64)],
  ["2.16.840.1.101.3.4.3.46", octetKey("SLH-DSA-SHAKE-256f-with-SHAKE256", 64)],
  ["2.16.840.1.101.3.4.4.1", octetKey("ML-KEM-512", 800)],
  ["2.16.840.1.101.3.4.4.2", octetKey("ML-KEM-768", 1184)],
  ["2.16.840.1.101.3.4.4.3", octetKey("ML-KEM-1024", 1568)],
]);

/**
 * draft-ietf-lamps-pq-composite-sigs, 6: keys and signatures that combine ML-DSA with another algorithm,
 * from 1.3.6.1.5.5.7.6.37 on. As this is a draft, they are named but not decoded.
 */
const COMPOSITES = [
  "MLDSA44-RSA2048-PSS-SHA256",
  "MLDSA44-RSA2048-PKCS15-SHA256",
  "MLDSA44-Ed25519-SHA512",
  "MLDSA44-ECDSA-P256-SHA256",
  "MLDSA65-RSA3072-PSS-SHA512",
  "MLDSA65-RSA3072-PKCS15-SHA512",
  "MLDSA65-RSA4096-PSS-SHA512",
  "MLDSA65-RSA4096-PKCS15-SHA512",
  "MLDSA65-ECDSA-P256-SHA512",
  "MLDSA65-ECDSA-P384-SHA512",
  "MLDSA65-ECDSA-brainpoolP256r1-SHA512",
  "MLDSA65-Ed25519-SHA512",
  "MLDSA87-ECDSA-P384-SHA512",
  "MLDSA87-ECDSA-brainpoolP384r1-SHA512",
  "MLDSA87-Ed448-SHAKE256",
  "MLDSA87-RSA3072-PSS-SHA512",
  "MLDSA87-RSA4096-PSS-SHA512",
  "MLDSA87-ECDSA-P521-SHA512",
];
const compositeOid = (i: number): string => `1.3.6.1.5.5.7.6.${37 + i}`;

/** Identifiers of composite keys, which are also those of their signatures. */
export const COMPOSITE_KEYS: readonly string[] = COMPOSITES.map((_, i) => compositeOid(i));

/** Algorithms that are named, but whose keys are not decoded. */
const NAMED_KEYS: ReadonlyMap<string, string> = new Map([
  [RSA_OAEP, "RSA-OAEP"],
  [DH, "DH"],
  [PKCS3_DH, "DH"],
  ["1.2.643.2.2.19", "GOST R 34.10-2001"],
  ["1.2.643.7.1.1.1.1", "GOST R 34.10-2012 (256 bit)"],
  ["1.2.643.7.1.1.1.2", "GOST R 34.10-2012 (512 bit)"],
  ...COMPOSITES.map((name, i) => [compositeOid(i), `id-${name}`] as const),
]);

/** The name of a key algorithm in answers; its OID if it has no name. */
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

/** An AlgorithmIdentifier. Offsets count from the start of the input. */
export interface AlgorithmIdentifier {
  readonly oid: string;
  readonly start: number;
  readonly end: number;
  /** Offset of the parameters' header; null if there are none. */
  readonly parametersStart: number | null;
}

/** Reads the AlgorithmIdentifier whose SEQUENCE header was read last. */
export function readAlgorithmIdentifier(der: Der): AlgorithmIdentifier {
  const { start, end } = der;
  der.expect(der.body, end, TAG.OID, "Algorithm");
  const oid = showOid(der.bytes, der.body, der.end);
  let parametersStart: number | null = null;
  if (der.end < end) {
    parametersStart = der.end;
    der.next(parametersStart, end);
    der.finish(der.end, end, "Algorithm");
  }
  return { oid, start, end, parametersStart };
}

/**
 * Reports parameters that the algorithm does not allow. `absent`: there must be none (RFC 5758, RFC 8410);
 * `null`: they must be NULL (RFC 3279, 2.3.1); `either`: both are allowed (RFC 4055, 5).
 */
export function checkParameters(
  der: Der,
  { parametersStart: at, start, end }: AlgorithmIdentifier,
  wanted: "absent" | "null" | "either",
): void {
  const fits = at === null
    ? wanted !== "null"
    : wanted !== "absent" && der.bytes[at] === TAG.NULL && at + 2 === end;
  if (!fits) {
    der.findings.add("parameters_wrong", start);
  }
}
