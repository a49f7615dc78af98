/** What the parameters of password-based schemes have in common (RFC 8018, A; RFC 7292, C). */
import { withCommas } from "../../../kernel/numbers.ts";
import type { AlgorithmIdentifier } from "../algorithm-identifiers.ts";
import { type Der, DerError, TAG } from "../../asn1/der.ts";
import type { Cipher } from "./ciphers.ts";
import { TooMuchDerivation } from "./kdf-cost.ts";

const MAX_SALT_OCTETS = 1024;
/** More iterations than this no device runs either: it is OpenJDK's limit. */
const MAX_ITERATIONS = 5_000_000;

/** A scheme with its parameters: derives key and vector from a passphrase. */
export interface Derivation {
  readonly name: string;
  readonly iterations: number | null;
  readonly cipher: Cipher;
  derive(
    passphrase: string | null,
  ): Promise<{ key: Uint8Array<ArrayBuffer>; iv: Uint8Array<ArrayBuffer> }>;
}

/**
 * Pkcs-12-PbeParams and PBEParameter ::= SEQUENCE { salt OCTET STRING, iterations INTEGER } (RFC
 * 7292, C; RFC 8018, A.3). Throws DerError.
 */
export function readPbeParameters(der: Der, algorithm: AlgorithmIdentifier) {
  if (algorithm.parametersStart === null) {
    throw new DerError("PARAMETERS OF THE ENCRYPTION ARE MISSING", algorithm.end);
  }
  der.expect(algorithm.parametersStart, algorithm.end, TAG.SEQUENCE, "ENCRYPTION PARAMETERS");
  const end = der.end;
  der.expect(der.body, end, TAG.OCTET_STRING, "SALT");
  const salt = readSalt(der);
  der.expect(der.end, end, TAG.INTEGER, "ITERATION COUNT");
  return { salt, iterations: readIterations(der) };
}

/** The salt read last, an OCTET STRING. Throws DerError where it is too long. */
export function readSalt(der: Der): Uint8Array<ArrayBuffer> {
  const salt = der.content();
  if (salt.length > MAX_SALT_OCTETS) throw new DerError("SALT IS TOO LONG", der.start);
  return salt;
}

/**
 * The positive INTEGER read last. Throws DerError where it is not positive, or too large.
 */
export function readCount(der: Der): number {
  const count = der.smallInteger();
  if (count === null || count < 1) throw new DerError("NUMBER OUT OF RANGE", der.start);
  return count;
}

/** The iteration count read last. On a server the budget, which is smaller, refuses it. */
export function readIterations(der: Der): number {
  const count = readCount(der);
  if (count > MAX_ITERATIONS && !der.budget.onServer) {
    const asked = `${withCommas(count)} ITERATIONS OF ITS KEY DERIVATION`;
    throw TooMuchDerivation.of(asked, MAX_ITERATIONS, true, false);
  }
  return count;
}
