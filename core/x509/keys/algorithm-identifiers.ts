/** AlgorithmIdentifier (RFC 5280, 4.1.1.2), the names of signature algorithms, PSS parameters. */
import { constructed, type Der, TAG } from "../asn1/der.ts";
import { DIGESTS, intern, showOid } from "../asn1/oids.ts";

/** AlgorithmIdentifier as read. Offsets count from the start of the input. */
export interface AlgorithmIdentifier {
  readonly oid: string;
  readonly start: number;
  readonly end: number;
  /** Where the header of the parameters stands; null when there are none. */
  readonly parametersStart: number | null;
}

/** Reads the AlgorithmIdentifier whose SEQUENCE header `der` has just read. */
export function readAlgorithmIdentifier(der: Der): AlgorithmIdentifier {
  const { start, end } = der;
  der.expect(der.body, end, TAG.OID, "ALGORITHM");
  const oid = showOid(der.bytes, der.body, der.end);
  let parametersStart: number | null = null;
  if (der.end < end) {
    parametersStart = der.end;
    der.next(parametersStart, end);
    der.finish(der.end, end, "ALGORITHM");
  }
  return { oid, start, end, parametersStart };
}

/**
 * Reports parameters that the algorithm must not have: `absent` where there must be none (RFC 5758,
 * RFC 8410), `null` where there must be NULL (RFC 3279, 2.3.1), `either` where both are accepted
 * (RFC 4055, 5).
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
    der.findings.add("parameters_wrong", "AN ALGORITHM HAS NOT THE PARAMETERS IT MUST HAVE", start);
  }
}

/** How a signature is made. `hash` is WebCrypto's name for those that it has, else another. */
export interface SignatureScheme {
  readonly name: string;
  readonly scheme: "pkcs1" | "pss" | "ecdsa" | "eddsa" | "dsa" | "other";
  readonly hash: string | null;
}

const scheme = (
  name: string,
  scheme: SignatureScheme["scheme"],
  hash: string | null = null,
): SignatureScheme => ({ name, scheme, hash });

/** Signature algorithms by OID, named as their RFCs and OpenSSL name them. */
const SIGNATURES: ReadonlyMap<string, SignatureScheme> = new Map([
  ["1.2.840.113549.1.1.2", scheme("md2WithRSAEncryption", "pkcs1", "MD2")],
  ["1.2.840.113549.1.1.3", scheme("md4WithRSAEncryption", "pkcs1", "MD4")],
  ["1.2.840.113549.1.1.4", scheme("md5WithRSAEncryption", "pkcs1", "MD5")],
  ["1.2.840.113549.1.1.5", scheme("sha1WithRSAEncryption", "pkcs1", "SHA-1")],
  ["1.3.14.3.2.29", scheme("sha1WithRSA", "pkcs1", "SHA-1")],
  ["1.2.840.113549.1.1.10", scheme("rsassaPss", "pss")],
  ["1.2.840.113549.1.1.11", scheme("sha256WithRSAEncryption", "pkcs1", "SHA-256")],
  ["1.2.840.113549.1.1.12", scheme("sha384WithRSAEncryption", "pkcs1", "SHA-384")],
  ["1.2.840.113549.1.1.13", scheme("sha512WithRSAEncryption", "pkcs1", "SHA-512")],
  ["1.2.840.113549.1.1.14", scheme("sha224WithRSAEncryption", "pkcs1", "SHA-224")],
  ["1.2.840.113549.1.1.15", scheme("sha512-224WithRSAEncryption", "pkcs1", "SHA-512/224")],
  ["1.2.840.113549.1.1.16", scheme("sha512-256WithRSAEncryption", "pkcs1", "SHA-512/256")],
  ["2.16.840.1.101.3.4.3.13", scheme("RSA-SHA3-224", "pkcs1", "SHA3-224")],
  ["2.16.840.1.101.3.4.3.14", scheme("RSA-SHA3-256", "pkcs1", "SHA3-256")],
  ["2.16.840.1.101.3.4.3.15", scheme("RSA-SHA3-384", "pkcs1", "SHA3-384")],
  ["2.16.840.1.101.3.4.3.16", scheme("RSA-SHA3-512", "pkcs1", "SHA3-512")],
  ["1.2.840.10045.4.1", scheme("ecdsa-with-SHA1", "ecdsa", "SHA-1")],
  ["1.2.840.10045.4.3.1", scheme("ecdsa-with-SHA224", "ecdsa", "SHA-224")],
  ["1.2.840.10045.4.3.2", scheme("ecdsa-with-SHA256", "ecdsa", "SHA-256")],
  ["1.2.840.10045.4.3.3", scheme("ecdsa-with-SHA384", "ecdsa", "SHA-384")],
  ["1.2.840.10045.4.3.4", scheme("ecdsa-with-SHA512", "ecdsa", "SHA-512")],
  ["2.16.840.1.101.3.4.3.9", scheme("ecdsa-with-SHA3-224", "ecdsa", "SHA3-224")],
  ["2.16.840.1.101.3.4.3.10", scheme("ecdsa-with-SHA3-256", "ecdsa", "SHA3-256")],
  ["2.16.840.1.101.3.4.3.11", scheme("ecdsa-with-SHA3-384", "ecdsa", "SHA3-384")],
  ["2.16.840.1.101.3.4.3.12", scheme("ecdsa-with-SHA3-512", "ecdsa", "SHA3-512")],
  ["1.3.101.112", scheme("Ed25519", "eddsa")],
  ["1.3.101.113", scheme("Ed448", "eddsa")],
  ["1.3.14.3.2.27", scheme("dsa-with-SHA1", "dsa", "SHA-1")],
  ["1.2.840.10040.4.3", scheme("dsa-with-SHA1", "dsa", "SHA-1")],
  ["2.16.840.1.101.3.4.3.1", scheme("dsa-with-SHA224", "dsa", "SHA-224")],
  ["2.16.840.1.101.3.4.3.2", scheme("dsa-with-SHA256", "dsa", "SHA-256")],
  ["1.2.156.10197.1.501", scheme("SM2-with-SM3", "other", "SM3")],
  ["1.2.643.2.2.3", scheme("GOST R 34.10-2001", "other")],
  ["1.2.643.7.1.1.3.2", scheme("GOST R 34.10-2012 (256 bit)", "other")],
  ["1.2.643.7.1.1.3.3", scheme("GOST R 34.10-2012 (512 bit)", "other")],
  ["2.16.840.1.101.3.4.3.17", scheme("ML-DSA-44", "other")],
  ["2.16.840.1.101.3.4.3.18", scheme("ML-DSA-65", "other")],
  ["2.16.840.1.101.3.4.3.19", scheme("ML-DSA-87", "other")],
]);
const MGF1 = "1.2.840.113549.1.1.8";
intern(SIGNATURES.keys());
intern([MGF1]);

/** The scheme of a signature algorithm; one that is not known bears its OID as name. */
export function signatureScheme(oid: string): SignatureScheme {
  return SIGNATURES.get(oid) ?? scheme(oid, "other");
}

/** RSASSA-PSS-params (RFC 4055, 3.1) with the defaults filled in. */
export interface PssParameters {
  readonly hash: string;
  /** Hash of the mask generation function; null when that is not MGF1. */
  readonly mgfHash: string | null;
  readonly saltLength: number;
  readonly trailerField: number;
}

/** Reads the parameters of an id-RSASSA-PSS signature; absent ones mean all defaults. */
export function readPssParameters(der: Der, algorithm: AlgorithmIdentifier): PssParameters {
  let hash = "SHA-1";
  let mgfHash: string | null = "SHA-1";
  let saltLength = 20;
  let trailerField = 1;
  let at = algorithm.parametersStart;
  if (at !== null) {
    der.expect(at, algorithm.end, TAG.SEQUENCE, "PSS PARAMETERS");
    at = der.body;
    const end = der.end;
    if (der.optional(at, end, constructed(0))) {
      at = der.end;
      hash = readHash(der, der.body, der.end);
    }
    if (der.optional(at, end, constructed(1))) {
      at = der.end;
      der.expect(der.body, der.end, TAG.SEQUENCE, "MASK GENERATION");
      const mask = readAlgorithmIdentifier(der);
      mgfHash = mask.oid === MGF1 && mask.parametersStart !== null
        ? readHash(der, mask.parametersStart, mask.end)
        : null;
    }
    if (der.optional(at, end, constructed(2))) {
      at = der.end;
      der.expect(der.body, der.end, TAG.INTEGER, "SALT LENGTH");
      saltLength = der.smallInteger() ?? -1;
    }
    if (der.optional(at, end, constructed(3))) {
      at = der.end;
      der.expect(der.body, der.end, TAG.INTEGER, "TRAILER FIELD");
      trailerField = der.smallInteger() ?? -1;
    }
    der.finish(at, end, "PSS PARAMETERS");
  }
  return { hash, mgfHash, saltLength, trailerField };
}

function readHash(der: Der, at: number, limit: number): string {
  der.expect(at, limit, TAG.SEQUENCE, "HASH ALGORITHM");
  const algorithm = readAlgorithmIdentifier(der);
  const hash = DIGESTS.get(algorithm.oid);
  if (hash !== undefined) checkParameters(der, algorithm, "either");
  return hash ?? algorithm.oid;
}
