/** scrypt (RFC 7914) as a key derivation of PBES2. */
import { OperationError } from "../../../kernel/errors.ts";
import * as KERNEL_TEXT from "../../../kernel/texts.ts";
import { deriveScrypt } from "../../../../wasm/kdf.ts";
import { type Der, DerError, TAG } from "../../asn1/der.ts";
import { intern } from "../../asn1/oids.ts";
import type { EncryptedObject } from "./encrypted-object.ts";
import { KDF_COST, spendDerivation } from "./kdf-cost.ts";
import { readCount, readSalt } from "./parameters.ts";
import type { KeyDerivation } from "./pbkdf2.ts";

export const SCRYPT = "1.3.6.1.4.1.11591.4.11";
intern([SCRYPT]);

/** Memory that it may take: OpenSSL's own limit is half of it. */
const MAX_SCRYPT_BYTES = 64 * 1024 * 1024;

/**
 * scrypt-params (RFC 7914, 7): SEQUENCE { salt, cost, blockSize, parallelism, keyLength OPTIONAL }.
 * Throws DerError, and `too_complex` beyond MAX_SCRYPT_BYTES.
 */
export function readScrypt(
  der: Der,
  start: number,
  limit: number,
  keyOctets: number,
  object: EncryptedObject,
): KeyDerivation {
  der.expect(start, limit, TAG.SEQUENCE, "SCRYPT PARAMETERS");
  const end = der.end;
  der.expect(der.body, end, TAG.OCTET_STRING, "SALT");
  const salt = readSalt(der);
  const numbers: number[] = [];
  for (const what of ["COST", "BLOCK SIZE", "PARALLELISM"]) {
    der.expect(der.end, end, TAG.INTEGER, what);
    numbers.push(readCount(der));
  }
  const [cost, blockSize, parallelism] = numbers;
  if (cost < 2 || !Number.isInteger(Math.log2(cost))) {
    throw new DerError("THE COST OF SCRYPT IS NOT A POWER OF TWO", der.start);
  }
  if (128 * cost * blockSize > MAX_SCRYPT_BYTES || blockSize * parallelism > 2 ** 16) {
    throw new OperationError("too_complex", KERNEL_TEXT.tooComplex, object.path);
  }
  const derive = async (password: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> => {
    const what = `BLOCKS OF SCRYPT (N = ${cost}, R = ${blockSize}, P = ${parallelism})`;
    spendDerivation(der.budget, what, cost * blockSize * parallelism, KDF_COST.scryptBlock);
    return await deriveScrypt(password, salt, { cost, blockSize, parallelism }, keyOctets);
  };
  return { name: "scrypt", iterations: null, derive };
}
