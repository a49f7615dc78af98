/** PBKDF2 (RFC 8018, 5.2), the key derivation of PBES2 and PBMAC1. */
import { pbkdf2Sha224 } from "../../../../wasm/kdf.ts";
import { type AlgorithmIdentifier, readAlgorithmIdentifier } from "../algorithm-identifiers.ts";
import { type Der, DerError, TAG } from "../../asn1/der.ts";
import { intern } from "../../asn1/oids.ts";
import { type EncryptedObject, unsupportedScheme } from "./encrypted-object.ts";
import { KDF_COST, spendDerivation } from "./kdf-cost.ts";
import { readCount, readIterations, readSalt } from "./parameters.ts";

export const PBKDF2 = "1.2.840.113549.1.5.12";
/** Longer than any key of a cipher or a MAC. */
const MAX_KEY_OCTETS = 128;

export const HMAC_SHA256 = "1.2.840.113549.2.9";

/** Hashes of HMAC by its object identifier (RFC 8018, B.1). */
export const HMAC_HASHES: ReadonlyMap<string, keyof typeof KDF_COST.pbkdf2> = new Map([
  ["1.2.840.113549.2.7", "SHA-1"],
  ["1.2.840.113549.2.8", "SHA-224"],
  [HMAC_SHA256, "SHA-256"],
  ["1.2.840.113549.2.10", "SHA-384"],
  ["1.2.840.113549.2.11", "SHA-512"],
]);
intern([PBKDF2, ...HMAC_HASHES.keys()]);

/** A key derivation with its parameters. `derive` takes the password as octets. */
export interface KeyDerivation {
  readonly name: string;
  readonly iterations: number | null;
  readonly derive: (password: Uint8Array<ArrayBuffer>) => Promise<Uint8Array<ArrayBuffer>>;
}

interface Pbkdf2 extends KeyDerivation {
  readonly iterations: number;
  readonly keyOctets: number;
}

/**
 * PBKDF2-params ::= SEQUENCE { salt, iterationCount, keyLength OPTIONAL, prf DEFAULT SHA-1 }. The
 * length of the key is the cipher's; `cipherOctets` is null where the parameters must state it (RFC
 * 8018, A.2). Throws DerError, and `unsupported` for another key derivation or digest.
 */
export function readPbkdf2(
  der: Der,
  algorithm: AlgorithmIdentifier,
  cipherOctets: number | null,
  object: EncryptedObject,
): Pbkdf2 {
  if (algorithm.oid !== PBKDF2) {
    throw unsupportedScheme(object, `THE KEY DERIVATION ${algorithm.oid}`);
  }
  if (algorithm.parametersStart === null) {
    throw new DerError("PARAMETERS OF THE KEY DERIVATION ARE MISSING", algorithm.end);
  }
  der.expect(algorithm.parametersStart, algorithm.end, TAG.SEQUENCE, "PBKDF2 PARAMETERS");
  const end = der.end;
  der.expect(der.body, end, TAG.OCTET_STRING, "SALT");
  const salt = readSalt(der);
  der.expect(der.end, end, TAG.INTEGER, "ITERATION COUNT");
  const iterations = readIterations(der);
  let at = der.end;
  let stated: number | null = null;
  if (der.optional(at, end, TAG.INTEGER)) {
    at = der.end;
    stated = readCount(der);
    if (stated > MAX_KEY_OCTETS) throw new DerError("THE KEY IS TOO LONG", der.start);
    if (cipherOctets !== null && stated !== cipherOctets) {
      throw new DerError("THE LENGTH OF THE KEY DOES NOT FIT ITS CIPHER", der.start);
    }
  }
  const keyOctets = cipherOctets ?? stated;
  if (keyOctets === null) throw new DerError("THE LENGTH OF THE KEY IS MISSING", at);
  let hash: keyof typeof KDF_COST.pbkdf2 | undefined = "SHA-1";
  if (der.optional(at, end, TAG.SEQUENCE)) {
    const prf = readAlgorithmIdentifier(der);
    at = prf.end;
    hash = HMAC_HASHES.get(prf.oid);
    if (!hash) throw unsupportedScheme(object, `PBKDF2 OVER ${prf.oid}`);
  }
  der.finish(at, end, "PBKDF2 PARAMETERS");
  const derive = async (password: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> => {
    // Two blocks of SHA-1 make an AES-256 key, and each runs all iterations.
    const blocks = Math.ceil(keyOctets / (hash === "SHA-1" ? 20 : hash === "SHA-224" ? 28 : 32));
    const what = `ITERATIONS OF PBKDF2-HMAC-${hash}`;
    spendDerivation(der.budget, what, iterations, KDF_COST.pbkdf2[hash] * blocks);
    if (hash === "SHA-224") return await pbkdf2Sha224(password, salt, iterations, keyOctets);
    // WebKit derives nothing from an empty password. HMAC fills its key with zeros (RFC 2104, 2), so
    // one zero is the same.
    const secret = password.length > 0 ? password : new Uint8Array(1);
    const base = await crypto.subtle.importKey("raw", secret, "PBKDF2", false, ["deriveBits"]);
    const parameters = { name: "PBKDF2", hash, salt, iterations };
    return new Uint8Array(await crypto.subtle.deriveBits(parameters, base, keyOctets * 8));
  };
  return { name: `PBKDF2-HMAC-${hash}`, iterations, keyOctets, derive };
}
