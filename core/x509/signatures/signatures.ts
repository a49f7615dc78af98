/** Reads signatures (RFC 5280, 4.1.1.2 and 4.1.1.3), and names signature algorithms. */
import {
  type AlgorithmIdentifier,
  checkParameters,
  COMPOSITE_KEYS,
  keyAlgorithmName,
  readAlgorithmIdentifier,
} from "../keys/key-algorithms.ts";
import { type Der, DerError, TAG } from "../asn1/der.ts";
import { WEAK_SCHEMES } from "../weak-schemes.ts";
import { type PssParameters, readPssParameters, shakePssParameters } from "../keys/public-keys.ts";

/** Schemes whose key determines all parameters. Signature and key have the same name. */
type Keyed = "eddsa" | "ml-dsa" | "slh-dsa";

/**
 * A signature scheme. `hash` has WebCrypto's name if WebCrypto supports it; null if the key or the parameters
 * determine it.
 */
export interface SignatureScheme {
  readonly name: string;
  readonly scheme: "pkcs1" | "pss" | "ecdsa" | Keyed | "dsa" | "composite" | "other";
  readonly hash: string | null;
}

const scheme = (
  name: string,
  scheme: SignatureScheme["scheme"],
  hash: string | null = null,
): SignatureScheme => ({ name, scheme, hash });

/** One of NIST's algorithms under 2.16.840.1.101.3.4.3 whose signature and key have the same name. */
const keyed = (kind: Keyed, arc: number): [string, SignatureScheme] => {
  const oid = `2.16.840.1.101.3.4.3.${arc}`;
  return [oid, scheme(keyAlgorithmName(oid), kind)];
};

/** id-alg-mtcProof: a proof in a log instead of a signature (draft-ietf-plants-merkle-tree-certs). */
export const MERKLE_TREE_PROOF = "1.3.6.1.4.1.44363.47.0";

/** Signature algorithms by OID, with the names that RFCs and OpenSSL use. */
const SIGNATURES: ReadonlyMap<string, SignatureScheme> = new Map([
  ...WEAK_SCHEMES.map(([oid, name, kind, hash]) => [oid, scheme(name, kind, hash)] as const),
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
  ["1.3.6.1.5.5.7.6.30", scheme("RSASSA-PSS-SHAKE128", "pss", "SHAKE128")],
  ["1.3.6.1.5.5.7.6.31", scheme("RSASSA-PSS-SHAKE256", "pss", "SHAKE256")],
  ["1.2.840.10045.4.3.1", scheme("ecdsa-with-SHA224", "ecdsa", "SHA-224")],
  ["1.2.840.10045.4.3.2", scheme("ecdsa-with-SHA256", "ecdsa", "SHA-256")],
  ["1.2.840.10045.4.3.3", scheme("ecdsa-with-SHA384", "ecdsa", "SHA-384")],
  ["1.2.840.10045.4.3.4", scheme("ecdsa-with-SHA512", "ecdsa", "SHA-512")],
  ["2.16.840.1.101.3.4.3.9", scheme("ecdsa-with-SHA3-224", "ecdsa", "SHA3-224")],
  ["2.16.840.1.101.3.4.3.10", scheme("ecdsa-with-SHA3-256", "ecdsa", "SHA3-256")],
  ["2.16.840.1.101.3.4.3.11", scheme("ecdsa-with-SHA3-384", "ecdsa", "SHA3-384")],
  ["2.16.840.1.101.3.4.3.12", scheme("ecdsa-with-SHA3-512", "ecdsa", "SHA3-512")],
  ["1.3.6.1.5.5.7.6.32", scheme("ecdsa-with-SHAKE128", "ecdsa", "SHAKE128")],
  ["1.3.6.1.5.5.7.6.33", scheme("ecdsa-with-SHAKE256", "ecdsa", "SHAKE256")],
  ["1.3.101.112", scheme("Ed25519", "eddsa")],
  ["1.3.101.113", scheme("Ed448", "eddsa")],
  ["2.16.840.1.101.3.4.3.1", scheme("dsa-with-SHA224", "dsa", "SHA-224")],
  ["2.16.840.1.101.3.4.3.2", scheme("dsa-with-SHA256", "dsa", "SHA-256")],
  [MERKLE_TREE_PROOF, scheme("Merkle Tree proof", "other")],
  ["1.2.156.10197.1.501", scheme("SM2-with-SM3", "other", "SM3")],
  ["1.2.643.2.2.3", scheme("GOST R 34.10-2001", "other")],
  ["1.2.643.7.1.1.3.2", scheme("GOST R 34.10-2012 (256 bit)", "other")],
  ["1.2.643.7.1.1.3.3", scheme("GOST R 34.10-2012 (512 bit)", "other")],
  ...[17, 18, 19].map((arc) => keyed("ml-dsa", arc)),
  ...Array.from({ length: 12 }, (_, i) => keyed("slh-dsa", 20 + i)),
  ...Array.from({ length: 12 }, (_, i) => keyed("slh-dsa", 35 + i)),
  ...COMPOSITE_KEYS.map((oid) => [oid, scheme(keyAlgorithmName(oid), "composite")] as const),
]);

/** The scheme of a signature algorithm; the name of an unknown one is its OID. */
export function signatureScheme(oid: string): SignatureScheme {
  return SIGNATURES.get(oid) ?? scheme(oid, "other");
}

/** A signature: its algorithm with parameters, and its bits. */
export interface Signature {
  readonly algorithm: AlgorithmIdentifier;
  readonly scheme: SignatureScheme;
  /** The RSASSA-PSS parameters; null for other schemes, and if they cannot be read. */
  readonly pss: PssParameters | null;
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Whether the BIT STRING has a whole number of octets. */
  readonly whole: boolean;
  /** The offset after it. */
  readonly end: number;
}

/** A signature that has no AlgorithmIdentifier of its own, with an algorithm that has no parameters. */
export function bareSignature(oid: string, bytes: Uint8Array<ArrayBuffer>): Signature {
  return {
    algorithm: { oid, start: 0, end: 0, parametersStart: null },
    scheme: signatureScheme(oid),
    pss: null,
    bytes,
    whole: true,
    end: 0,
  };
}

/** A signed object, such as a certificate or a request. */
export interface SignedObject {
  /** The signed bytes: DER with its header. */
  readonly tbs: Uint8Array<ArrayBuffer>;
  readonly signature: Signature;
}

/**
 * Reads the signatureAlgorithm at `at` and the BIT STRING after it. Parameters that cannot be read, or are
 * not allowed, are findings. Throws DerError if the signature cannot be read.
 */
export function readSignature(der: Der, at: number, limit: number): Signature {
  der.expect(at, limit, TAG.SEQUENCE, "Signature algorithm");
  const algorithm = readAlgorithmIdentifier(der);
  const parameters = readScheme(der, algorithm);
  der.expect(algorithm.end, limit, TAG.BIT_STRING, "Signature");
  const whole = der.bitString() === 0;
  const bytes = der.bytes.subarray(der.body + 1, der.end);
  return { algorithm, ...parameters, bytes, whole, end: der.end };
}

/** The scheme of a signature algorithm with its parameters, whose faults are findings. */
export function readScheme(
  der: Der,
  algorithm: AlgorithmIdentifier,
): Pick<Signature, "scheme" | "pss"> {
  const scheme = signatureScheme(algorithm.oid);
  let pss: PssParameters | null = null;
  if (scheme.scheme === "pss" && scheme.hash !== null) {
    checkParameters(der, algorithm, "absent");
    pss = shakePssParameters(scheme.hash);
  } else if (scheme.scheme === "pss") {
    try {
      pss = readPssParameters(der, algorithm);
    } catch (thrown) {
      if (!(thrown instanceof DerError)) throw thrown;
      der.findings.add("algorithm_malformed", thrown.offset, thrown.reason);
    }
  } else if (scheme.scheme === "pkcs1") checkParameters(der, algorithm, "either");
  else if (scheme.scheme !== "other" && scheme.scheme !== "dsa") {
    checkParameters(der, algorithm, "absent");
  }
  return { scheme, pss };
}
