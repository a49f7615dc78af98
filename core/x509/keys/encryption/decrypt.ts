/**
 * Decrypting what is under a password-based encryption scheme, whatever it is: PBES2 and PBES1
 * (RFC 8018), PKCS#12's schemes (RFC 7292, C). Whether the passphrase was right is seen here by the
 * padding alone: the caller checks what came out.
 */
import type { AlgorithmIdentifier } from "../algorithm-identifiers.ts";
import type { Der } from "../../asn1/der.ts";
import { intern } from "../../asn1/oids.ts";
import { decryptCbc } from "./ciphers.ts";
import { type EncryptedObject, type Encryption, unsupportedScheme } from "./encrypted-object.ts";
import type { Derivation } from "./parameters.ts";
import { PBES1_SCHEMES, readPbes1 } from "./pbes1.ts";
import { PBES2, readPbes2 } from "./pbes2.ts";
import { PKCS12_SCHEMES, readPkcs12Pbe } from "./pkcs12-pbe.ts";

/** Schemes that are known by name and not supported. */
const UNSUPPORTED_SCHEMES: ReadonlyMap<string, string> = new Map([
  ["1.2.840.113549.1.12.1.1", "pbeWithSHAAnd128BitRC4"],
  ["1.2.840.113549.1.12.1.2", "pbeWithSHAAnd40BitRC4"],
  ["1.2.840.113549.1.5.1", "pbeWithMD2AndDES-CBC"],
  ["1.2.840.113549.1.5.4", "pbeWithMD2AndRC2-CBC"],
]);
intern(UNSUPPORTED_SCHEMES.keys());

/**
 * For data under a password-based encryption scheme, whose identifier `der` holds. Throws
 * OperationError in the words of `object` for a scheme that is not supported, TooMuchDerivation, and
 * DerError for broken parameters.
 */
export function readEncryption(
  der: Der,
  algorithm: AlgorithmIdentifier,
  data: Uint8Array<ArrayBuffer>,
  object: EncryptedObject,
): Encryption {
  const { name, iterations, cipher, derive } = readDerivation(der, algorithm, object);
  return {
    name,
    iterations,
    async decrypt(passphrase) {
      const { key, iv } = await derive(passphrase);
      try {
        return await decryptCbc(cipher, key, iv, data);
      } finally {
        key.fill(0);
      }
    },
  };
}

function readDerivation(
  der: Der,
  algorithm: AlgorithmIdentifier,
  object: EncryptedObject,
): Derivation {
  const { oid } = algorithm;
  if (oid === PBES2) return readPbes2(der, algorithm, object);
  const pkcs12 = PKCS12_SCHEMES.get(oid);
  if (pkcs12) return readPkcs12Pbe(der, algorithm, pkcs12);
  const pbes1 = PBES1_SCHEMES.get(oid);
  if (pbes1) return readPbes1(der, algorithm, pbes1);
  throw unsupportedScheme(object, UNSUPPORTED_SCHEMES.get(oid) ?? `THE SCHEME ${oid}`);
}
