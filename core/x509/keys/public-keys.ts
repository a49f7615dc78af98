/** Public keys: subjectPublicKeyInfo (RFC 5280, 4.1.2.7; RFC 3279, 4055, 5480, 8410). */
import type { Budget } from "../../kernel/context.ts";
import { withCommas } from "../../kernel/formatting.ts";
import { constructed, Der, DerError, TAG } from "../asn1/der.ts";
import { DIGESTS } from "../asn1/oids.ts";
import type { PublicKey } from "../shapes.ts";
import { readEcPublicKey } from "./families/curves.ts";
import { readRsaPublicKey, type RsaPublicKey } from "./families/rsa-public-keys.ts";
import {
  type AlgorithmIdentifier,
  checkParameters,
  DSA,
  DSA_OIW,
  EC,
  keyAlgorithmName,
  OCTET_KEYS,
  readAlgorithmIdentifier,
  RSA,
  RSA_PSS,
} from "./key-algorithms.ts";

/** A subjectPublicKeyInfo. Offsets count from the start of `bytes`. */
export interface SubjectPublicKeyInfo {
  /** The whole input that contains it. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** The key as answers describe it. */
  readonly key: PublicKey;
  readonly algorithm: AlgorithmIdentifier;
  /** The whole element with its header. */
  readonly start: number;
  readonly end: number;
  /** The bits of subjectPublicKey. */
  readonly keyStart: number;
  readonly keyEnd: number;
  /** The numbers of an RSA or RSA-PSS key; null if they cannot be read, and for other keys. */
  readonly rsa: RsaPublicKey | null;
  /**
   * Why the key is invalid for its algorithm; null if no fault was found. Engines disagree about invalid
   * keys, so they are never given to one.
   */
  readonly fault: string | null;
  /** The signature parameters that an RSA-PSS key allows (RFC 4055, 3.3); null if not restricted. */
  readonly pss: PssParameters | null;
}

/** Reads bytes that are a whole SubjectPublicKeyInfo. Throws DerError if they are not. */
export function readPublicKeyBytes(
  bytes: Uint8Array<ArrayBuffer>,
  budget: Budget,
): SubjectPublicKeyInfo {
  const der = new Der(bytes, budget);
  der.expect(0, bytes.length, TAG.SEQUENCE, "Public key");
  return readPublicKey(der);
}

/**
 * Reads the SubjectPublicKeyInfo whose SEQUENCE header was read last. A malformed key of a known algorithm
 * is reported as a finding; the parts that cannot be read are null.
 */
export function readPublicKey(der: Der): SubjectPublicKeyInfo {
  const { start, end } = der;
  der.expect(der.body, end, TAG.SEQUENCE, "Public key algorithm");
  const algorithm = readAlgorithmIdentifier(der);
  der.expect(algorithm.end, end, TAG.BIT_STRING, "Public key");
  der.bitString();
  const keyStart = der.body + 1;
  const keyEnd = der.end;
  der.finish(keyEnd, end, "Public key information");
  let key: PublicKey;
  let rsa: RsaPublicKey | null = null;
  let fault: string | null = null;
  let pss: PssParameters | null = null;
  try {
    if (algorithm.oid === RSA || algorithm.oid === RSA_PSS) {
      rsa = readRsaPublicKey(der, keyStart, keyEnd);
      fault = rsa.fault;
      key = { algorithm: keyAlgorithmName(algorithm.oid), bits: rsa.bits, curve: null };
      if (algorithm.oid === RSA) checkParameters(der, algorithm, "null");
      else if (algorithm.parametersStart !== null) pss = readPssParameters(der, algorithm);
    } else if (algorithm.oid === EC) {
      ({ key, fault } = readEcPublicKey(der, algorithm, keyStart, keyEnd));
    } else if (algorithm.oid === DSA || algorithm.oid === DSA_OIW) key = readDsaKey(der, algorithm);
    else ({ key, fault } = readOtherKey(der, algorithm, keyStart, keyEnd));
  } catch (thrown) {
    if (!(thrown instanceof DerError)) throw thrown;
    der.findings.add("public_key_malformed", thrown.offset, thrown.reason);
    key = { algorithm: keyAlgorithmName(algorithm.oid), bits: null, curve: null };
    // Without its parameters, the restriction of an RSA-PSS key is unknown.
    rsa = null;
  }
  return { bytes: der.bytes, key, algorithm, start, end, keyStart, keyEnd, rsa, fault, pss };
}

/** Reads Dss-Parms ::= SEQUENCE { p INTEGER, … }, which are absent if inherited. */
function readDsaKey(der: Der, algorithm: AlgorithmIdentifier): PublicKey {
  let bits: number | null = null;
  const { parametersStart: at, end } = algorithm;
  if (at !== null && der.optional(at, end, TAG.SEQUENCE)) {
    der.expect(der.body, der.end, TAG.INTEGER, "Prime of the key");
    bits = der.integerBits();
  }
  return { algorithm: "DSA", bits, curve: null };
}

/** Reads a key that is only octets, or of an algorithm that is only named. */
function readOtherKey(
  der: Der,
  algorithm: AlgorithmIdentifier,
  keyStart: number,
  keyEnd: number,
): { key: PublicKey; fault: string | null } {
  const { oid } = algorithm;
  const octets = OCTET_KEYS.get(oid);
  if (octets) checkParameters(der, algorithm, "absent");
  let fault: string | null = null;
  const length = keyEnd - keyStart;
  if (octets && length !== octets.octets) {
    der.findings.add("public_key_malformed", keyStart, "Wrong length");
    fault = `${octets.name} keys have ${withCommas(octets.octets)} bytes, this key has ${
      withCommas(length)
    }`;
  }
  return {
    key: { algorithm: keyAlgorithmName(oid), bits: octets?.bits ?? null, curve: null },
    fault,
  };
}

/* Parameters of RSASSA-PSS, in signatures and in keys that are restricted to it (RFC 4055, 3.1). */

const MGF1 = "1.2.840.113549.1.1.8";

/** RSASSA-PSS-params (RFC 4055, 3.1), with the defaults filled in. */
export interface PssParameters {
  readonly hash: string;
  /** Hash of the mask generation function; null if that is not MGF1. */
  readonly mgfHash: string | null;
  readonly saltLength: number;
  readonly trailerField: number;
}

/** RSASSA-PSS with SHAKE (RFC 8692; RFC 8702, 3.2.1): the identifier determines all parameters. */
export const shakePssParameters = (hash: string): PssParameters => ({
  hash,
  mgfHash: hash,
  saltLength: hash === "SHAKE128" ? 32 : 64,
  trailerField: 1,
});

/** Reads the parameters of an id-RSASSA-PSS signature or key. Absent ones have their defaults. */
export function readPssParameters(der: Der, algorithm: AlgorithmIdentifier): PssParameters {
  let hash = "SHA-1";
  let mgfHash: string | null = "SHA-1";
  let saltLength = 20;
  let trailerField = 1;
  let at = algorithm.parametersStart;
  if (at !== null) {
    der.expect(at, algorithm.end, TAG.SEQUENCE, "PSS parameters");
    at = der.body;
    const end = der.end;
    if (der.optional(at, end, constructed(0))) {
      at = der.end;
      hash = readHash(der, der.body, der.end);
    }
    if (der.optional(at, end, constructed(1))) {
      at = der.end;
      der.expect(der.body, der.end, TAG.SEQUENCE, "Mask generation");
      const mask = readAlgorithmIdentifier(der);
      mgfHash = mask.oid === MGF1 && mask.parametersStart !== null
        ? readHash(der, mask.parametersStart, mask.end)
        : null;
    }
    if (der.optional(at, end, constructed(2))) {
      at = der.end;
      der.expect(der.body, der.end, TAG.INTEGER, "Salt length");
      saltLength = der.smallInteger() ?? -1;
    }
    if (der.optional(at, end, constructed(3))) {
      at = der.end;
      der.expect(der.body, der.end, TAG.INTEGER, "Trailer field");
      trailerField = der.smallInteger() ?? -1;
    }
    der.finish(at, end, "PSS parameters");
  }
  return { hash, mgfHash, saltLength, trailerField };
}

function readHash(der: Der, at: number, limit: number): string {
  der.expect(at, limit, TAG.SEQUENCE, "Hash algorithm");
  const algorithm = readAlgorithmIdentifier(der);
  const hash = DIGESTS.get(algorithm.oid);
  if (hash !== undefined) checkParameters(der, algorithm, "either");
  return hash ?? algorithm.oid;
}
