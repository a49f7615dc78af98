/** Signatures as they are in what is signed (RFC 5280, 4.1.1.2 and 4.1.1.3). */
import { type Der, DerError, TAG } from "../asn1/der.ts";
import {
  type AlgorithmIdentifier,
  checkParameters,
  readAlgorithmIdentifier,
} from "../keys/key-algorithms.ts";
import { type PssParameters, readPssParameters, shakePssParameters } from "../keys/public-keys.ts";
import { type SignatureScheme, signatureScheme } from "./schemes.ts";

/** A signature as read: its algorithm with parameters, and its bits. */
export interface Signature {
  readonly algorithm: AlgorithmIdentifier;
  readonly scheme: SignatureScheme;
  /** Of RSASSA-PSS; null for other schemes, and where the parameters cannot be read. */
  readonly pss: PssParameters | null;
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Whether the BIT STRING is a whole number of octets. */
  readonly whole: boolean;
  /** Offset after it. */
  readonly end: number;
}

/** What is signed, with its signature: a certificate, a request. */
export interface SignedObject {
  /** The bytes that are signed, DER with their header. */
  readonly tbs: Uint8Array<ArrayBuffer>;
  readonly signature: Signature;
}

/** Reads signatureAlgorithm and the BIT STRING after it, from the header at `at`. */
export function readSignature(der: Der, at: number, limit: number): Signature {
  der.expect(at, limit, TAG.SEQUENCE, "SIGNATURE ALGORITHM");
  const algorithm = readAlgorithmIdentifier(der);
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
      der.findings.add("algorithm_malformed", thrown.reason, thrown.offset);
    }
  } else if (scheme.scheme === "pkcs1") checkParameters(der, algorithm, "either");
  else if (scheme.scheme !== "other" && scheme.scheme !== "dsa") {
    checkParameters(der, algorithm, "absent");
  }
  der.expect(algorithm.end, limit, TAG.BIT_STRING, "SIGNATURE");
  const whole = der.bitString() === 0;
  const bytes = der.bytes.subarray(der.body + 1, der.end);
  return { algorithm, scheme, pss, bytes, whole, end: der.end };
}
