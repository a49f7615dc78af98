/** PBES2 (RFC 8018, 6.2): a cipher under a key that PBKDF2 or scrypt derives. */
import { type AlgorithmIdentifier, readAlgorithmIdentifier } from "../algorithm-identifiers.ts";
import { type Der, DerError, TAG } from "../../asn1/der.ts";
import { intern } from "../../asn1/oids.ts";
import { type Cipher, cipherSizes } from "./ciphers.ts";
import { type EncryptedObject, unsupportedScheme } from "./encrypted-object.ts";
import type { Derivation } from "./parameters.ts";
import { type KeyDerivation, PBKDF2, readPbkdf2 } from "./pbkdf2.ts";
import { readScrypt, SCRYPT } from "./scrypt.ts";

export const PBES2 = "1.2.840.113549.1.5.13";
const RC2_CBC = "1.2.840.113549.3.2";
export const AES_256_CBC = "2.16.840.1.101.3.4.1.42";

/** Ciphers without parameters but the initialisation vector. */
const CIPHERS: ReadonlyMap<string, Cipher> = new Map<string, Cipher>([
  ["2.16.840.1.101.3.4.1.2", "AES-128-CBC"],
  ["2.16.840.1.101.3.4.1.22", "AES-192-CBC"],
  [AES_256_CBC, "AES-256-CBC"],
  ["1.2.840.113549.3.7", "DES-EDE3-CBC"],
  ["1.3.14.3.2.7", "DES-CBC"],
]);
intern([PBES2, RC2_CBC, ...CIPHERS.keys()]);

/**
 * PBES2-params ::= SEQUENCE { keyDerivationFunc, encryptionScheme } (RFC 8018, A.4). Throws
 * DerError, and `unsupported` for another key derivation or cipher than those listed here.
 */
export function readPbes2(
  der: Der,
  algorithm: AlgorithmIdentifier,
  object: EncryptedObject,
): Derivation {
  if (algorithm.parametersStart === null) {
    throw new DerError("PARAMETERS OF THE ENCRYPTION ARE MISSING", algorithm.end);
  }
  der.expect(algorithm.parametersStart, algorithm.end, TAG.SEQUENCE, "PBES2 PARAMETERS");
  const end = der.end;
  der.expect(der.body, end, TAG.SEQUENCE, "KEY DERIVATION");
  const derivation = readAlgorithmIdentifier(der);
  der.expect(derivation.end, end, TAG.SEQUENCE, "CIPHER");
  const scheme = readAlgorithmIdentifier(der);
  const { cipher, iv } = readCipher(der, scheme, object);
  const { keyOctets } = cipherSizes(cipher);
  if (derivation.parametersStart === null) {
    throw new DerError("PARAMETERS OF THE KEY DERIVATION ARE MISSING", derivation.end);
  }
  const at = derivation.parametersStart;
  let kdf: KeyDerivation;
  if (derivation.oid === PBKDF2) kdf = readPbkdf2(der, derivation, keyOctets, object);
  else if (derivation.oid === SCRYPT) kdf = readScrypt(der, at, derivation.end, keyOctets, object);
  else throw unsupportedScheme(object, `THE KEY DERIVATION ${derivation.oid}`);
  return {
    name: `PBES2 (${kdf.name}, ${cipher})`,
    iterations: kdf.iterations,
    cipher,
    async derive(passphrase) {
      const password = new TextEncoder().encode(passphrase ?? "");
      const key = await kdf.derive(password);
      password.fill(0);
      return { key, iv };
    },
  };
}

/** The cipher of PBES2 and its initialisation vector. */
function readCipher(
  der: Der,
  scheme: AlgorithmIdentifier,
  object: EncryptedObject,
): { cipher: Cipher; iv: Uint8Array<ArrayBuffer> } {
  const at = scheme.parametersStart;
  let cipher = CIPHERS.get(scheme.oid);
  if (!cipher && scheme.oid !== RC2_CBC) {
    throw unsupportedScheme(object, `PBES2 AND THE CIPHER ${scheme.oid}`);
  }
  if (at === null) throw new DerError("INITIALISATION VECTOR IS MISSING", scheme.end);
  if (cipher) der.expect(at, scheme.end, TAG.OCTET_STRING, "INITIALISATION VECTOR");
  else {
    // RC2-CBC-Parameter ::= SEQUENCE { rc2ParameterVersion INTEGER OPTIONAL, iv OCTET STRING }; the
    // versions are a code for the effective bits (RFC 8018, B.2.3).
    der.expect(at, scheme.end, TAG.SEQUENCE, "RC2 PARAMETERS");
    const end = der.end;
    der.expect(der.body, end, TAG.INTEGER, "RC2 VERSION");
    const version = der.smallInteger();
    if (version === 160) cipher = "RC2-40-CBC";
    else if (version === 120) cipher = "RC2-64-CBC";
    else if (version === 58) cipher = "RC2-128-CBC";
    else throw unsupportedScheme(object, "RC2 OF AN UNUSUAL KEY LENGTH");
    der.expect(der.end, end, TAG.OCTET_STRING, "INITIALISATION VECTOR");
  }
  const iv = der.content();
  if (iv.length !== cipherSizes(cipher).blockOctets) {
    throw new DerError("INITIALISATION VECTOR OF A WRONG LENGTH", der.start);
  }
  return { cipher, iv };
}
