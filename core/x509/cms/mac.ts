/**
 * The MAC of a PKCS#12 file: HMAC with a key from PKCS#12's own derivation (RFC 7292, 4 and B.4), or
 * PBMAC1 (RFC 9579).
 */
import type { Budget } from "../../kernel/context.ts";
import { type PasswordEncoding, passwordOctets } from "../../kernel/passwords.ts";
import { hmac } from "../../../wasm/hmac.ts";
import { type AlgorithmIdentifier, readAlgorithmIdentifier } from "../keys/key-algorithms.ts";
import { type Der, DerError, TAG } from "../asn1/der.ts";
import { type EncryptedObject, unsupportedScheme } from "../keys/private-key-errors.ts";
import {
  deriveKey,
  HMAC_HASHES,
  pkcs12Password,
  PURPOSE,
  readIterations,
  readPbkdf2,
  readSalt,
} from "../keys/encryption/key-derivation.ts";
import { equalOctets } from "../../kernel/octets.ts";
import { DIGESTS } from "../asn1/oids.ts";
import { PBMAC1 } from "./object-identifiers.ts";
import type { PasswordReading } from "./password-readings.ts";

const DIGEST_OCTETS = {
  "MD5": 16,
  "SHA-1": 20,
  "SHA-224": 28,
  "SHA-256": 32,
  "SHA-384": 48,
  "SHA-512": 64,
} as const;

export type MacDigest = keyof typeof DIGEST_OCTETS;

/** RFC 9579, 5: shorter keys are rejected. */
const MIN_PBMAC1_KEY_OCTETS = 20;

/** Computes the HMAC of RFC 7292, 4. A null `password` means no password, which differs from an empty one. */
export async function pkcs12Mac(
  digest: MacDigest,
  password: string | null,
  salt: Uint8Array,
  iterations: number,
  data: Uint8Array,
  budget: Budget,
): Promise<Uint8Array<ArrayBuffer>> {
  const octets = pkcs12Password(password);
  const length = DIGEST_OCTETS[digest];
  const key = await deriveKey(digest, PURPOSE.mac, octets, salt, iterations, length, budget);
  octets.fill(0);
  const mac = await hmac(digest, key, data);
  key.fill(0);
  return mac;
}

/** The MAC of a file. */
export interface Mac {
  /** "HMAC-SHA-1", "PBMAC1 (PBKDF2-HMAC-SHA-256, HMAC-SHA-256)". */
  readonly name: string;
  readonly iterations: number;
  /** The encoding of passwords that the algorithm demands. */
  readonly encoding: PasswordEncoding;
  /** Whether this is the MAC of `data` with the password. */
  verify(reading: PasswordReading, data: Uint8Array): Promise<boolean>;
}

/**
 * Reads the MacData whose header was read last: { mac DigestInfo, macSalt, iterations DEFAULT 1 }. Throws
 * OperationError with the path and texts of `file`, TooMuchDerivation and DerError.
 */
export function readMac(der: Der, file: EncryptedObject): Mac {
  const { end } = der;
  der.expect(der.body, end, TAG.SEQUENCE, "MAC");
  const infoEnd = der.end;
  der.expect(der.body, infoEnd, TAG.SEQUENCE, "MAC algorithm");
  const algorithm = readAlgorithmIdentifier(der);
  der.expect(algorithm.end, infoEnd, TAG.OCTET_STRING, "MAC");
  const expected = der.content();
  if (algorithm.oid === PBMAC1) return readPbmac1(der, algorithm, expected, file);
  const digest = DIGESTS.get(algorithm.oid);
  if (!digest || !isMacDigest(digest)) {
    throw unsupportedScheme(file, `a MAC over ${digest ?? algorithm.oid}`);
  }
  der.expect(infoEnd, end, TAG.OCTET_STRING, "Salt of the MAC");
  const salt = readSalt(der);
  let iterations = 1;
  if (der.optional(der.end, end, TAG.INTEGER)) iterations = readIterations(der);
  return {
    name: `HMAC-${digest}`,
    iterations,
    encoding: "BMPString",
    async verify({ text }, data) {
      const mac = await pkcs12Mac(digest, text, salt, iterations, data, der.budget);
      return equalOctets(mac, expected);
    },
  };
}

/** PBMAC1-params ::= SEQUENCE { keyDerivationFunc, messageAuthScheme } (RFC 8018, A.5). */
function readPbmac1(
  der: Der,
  algorithm: AlgorithmIdentifier,
  expected: Uint8Array<ArrayBuffer>,
  file: EncryptedObject,
): Mac {
  if (algorithm.parametersStart === null) {
    throw new DerError("The parameters of the MAC are missing", algorithm.end);
  }
  der.expect(algorithm.parametersStart, algorithm.end, TAG.SEQUENCE, "PBMAC1 parameters");
  const { end } = der;
  der.expect(der.body, end, TAG.SEQUENCE, "Key derivation");
  const derivation = readAlgorithmIdentifier(der);
  der.expect(derivation.end, end, TAG.SEQUENCE, "Message authentication scheme");
  const scheme = readAlgorithmIdentifier(der);
  const digest = HMAC_HASHES.get(scheme.oid);
  if (!digest) throw unsupportedScheme(file, `PBMAC1 over ${scheme.oid}`);
  const kdf = readPbkdf2(der, derivation, null, file);
  if (kdf.keyOctets < MIN_PBMAC1_KEY_OCTETS) {
    throw new DerError("The key of the MAC is too short", derivation.start);
  }
  return {
    name: `PBMAC1 (${kdf.name}, HMAC-${digest})`,
    iterations: kdf.iterations,
    encoding: "UTF-8",
    async verify({ text, encoding }, data) {
      const octets = passwordOctets(text ?? "", encoding);
      const key = await kdf.derive(octets);
      octets.fill(0);
      const mac = await hmac(digest, key, data);
      key.fill(0);
      return equalOctets(mac, expected);
    },
  };
}

const isMacDigest = (name: string): name is MacDigest => Object.hasOwn(DIGEST_OCTETS, name);
