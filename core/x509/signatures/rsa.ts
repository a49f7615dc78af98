/** RSA signatures: PKCS#1 v1.5 and PSS (RFC 8017, 8). */
import { TAG } from "../asn1/der.ts";
import { element, objectIdentifier } from "../asn1/der-write.ts";
import { encodeRsaPublicKey, type RsaPublicKey } from "../keys/families/rsa-public-keys.ts";
import type { SubjectPublicKeyInfo } from "../keys/public-keys.ts";
import {
  isBelow,
  MALFORMED,
  no,
  OUT_OF_RANGE,
  type Plan,
  spkiOf,
  unknown,
  type Verdict,
} from "./plan.ts";
import type { Signature } from "./signatures.ts";

/** RSA keys: bits of the modulus and the public exponent, both ends included. */
const RSA_MIN_BITS = 512;
const RSA_MAX_BITS = 4096;
const RSA_MIN_EXPONENT = 3;
const RSA_MAX_EXPONENT = 2 ** 33 - 1;
const RSA_HASHES: ReadonlySet<string> = new Set(["SHA-1", "SHA-256", "SHA-384", "SHA-512"]);

const HASH_OCTETS: ReadonlyMap<string, number> = new Map([
  ["SHA-1", 20],
  ["SHA-256", 32],
  ["SHA-384", 48],
  ["SHA-512", 64],
]);

export function planRsa(signature: Signature, key: SubjectPublicKeyInfo): Plan | Verdict {
  const { scheme } = signature.scheme;
  const { rsa } = key;
  if (rsa === null) return unknown("THE PUBLIC KEY CANNOT BE READ");
  const { bits, smallExponent: exponent } = rsa;
  if (bits < RSA_MIN_BITS || bits > RSA_MAX_BITS) {
    return unknown(`RSA KEYS OF ${bits} BITS CANNOT BE USED HERE`);
  }
  if (exponent === null || exponent < RSA_MIN_EXPONENT || exponent > RSA_MAX_EXPONENT) {
    return unknown("RSA KEYS WITH SUCH AN EXPONENT CANNOT BE USED HERE");
  }
  const { pss } = signature;
  const hash = scheme === "pss" ? pss?.hash : signature.scheme.hash;
  if (hash === undefined || hash === null) {
    return unknown("THE PARAMETERS OF THE SIGNATURE CANNOT BE READ");
  }
  if (!RSA_HASHES.has(hash)) return unknown(`RSA WITH ${hash} CANNOT BE VERIFIED HERE`);
  const fault = rsaSignatureFault(signature.bytes, rsa);
  const spki = rsaSpki(rsa);
  if (scheme === "pkcs1") {
    if (fault !== null) return no(fault);
    const name = "RSASSA-PKCS1-v1_5";
    return { spki, key: { name, hash }, verify: { name }, signature: signature.bytes };
  }
  const { mgfHash, saltLength, trailerField } = pss!;
  if (mgfHash !== hash || trailerField !== 1) {
    return unknown("RSASSA-PSS WITH SUCH PARAMETERS CANNOT BE VERIFIED HERE");
  }
  if (
    key.pss !== null &&
    (key.pss.hash !== hash || key.pss.mgfHash !== mgfHash || key.pss.saltLength > saltLength)
  ) return no("THE KEY DOES NOT ALLOW THE PARAMETERS OF THE SIGNATURE");
  // RFC 8017, 9.1.1: the encoded message holds hash, salt and two octets more.
  const room = Math.ceil((bits - 1) / 8) - HASH_OCTETS.get(hash)! - 2;
  if (saltLength < 0 || saltLength > room) return no("THE SALT IS LONGER THAN THE KEY ALLOWS");
  if (fault !== null) return no(fault);
  const name = "RSA-PSS";
  return { spki, key: { name, hash }, verify: { name, saltLength }, signature: signature.bytes };
}

/** RFC 8017, 8.2.2, 1 and 5.2.2, 1: as long as the modulus, and below it. Null when it is that. */
function rsaSignatureFault(signature: Uint8Array, { modulus }: RsaPublicKey): string | null {
  if (signature.length !== modulus.length) return MALFORMED;
  return isBelow(signature, modulus) ? null : OUT_OF_RANGE;
}

// AlgorithmIdentifier { rsaEncryption, NULL }
const RSA_ENCRYPTION = element(
  TAG.SEQUENCE,
  objectIdentifier("1.2.840.113549.1.1.1"),
  element(TAG.NULL),
);

/**
 * The key as rsaEncryption in DER: id-RSASSA-PSS imports into no engine as it is, and neither do
 * keys without the NULL that RFC 3279, 2.3.1 wants, or in another encoding, into every one.
 */
export function rsaSpki(key: RsaPublicKey): Uint8Array<ArrayBuffer> {
  return spkiOf(RSA_ENCRYPTION, encodeRsaPublicKey(key));
}
