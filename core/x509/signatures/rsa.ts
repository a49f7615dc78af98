/** RSA signatures: PKCS#1 v1.5 and PSS (RFC 8017, 8). */
import { bitCount } from "../../kernel/formatting.ts";
import { TAG } from "../asn1/der.ts";
import { element, objectIdentifier } from "../asn1/der-write.ts";
import { arithmeticTime } from "../keys/families/private-numbers.ts";
import { encodeRsaPublicKey, type RsaPublicKey } from "../keys/families/rsa-public-keys.ts";
import type { SubjectPublicKeyInfo } from "../keys/public-keys.ts";
import { hashOctets, isObsoleteHash } from "./hashes.ts";
import {
  isBelow,
  type LibraryPlan,
  MALFORMED,
  no,
  obsolete,
  OUT_OF_RANGE,
  type Plan,
  spkiOf,
  unknown,
  type Verdict,
  verdictOf,
} from "./plan.ts";
import type { Signature } from "./signatures.ts";

/** Every engine supports keys and hashes within these limits. */
const ENGINE_MAX_BITS = 4096;
const ENGINE_MAX_EXPONENT = 2 ** 33 - 1;
const ENGINE_HASHES: ReadonlySet<string> = new Set(["SHA-1", "SHA-256", "SHA-384", "SHA-512"]);

/** The limits of the library. NIST SP 800-56B, 6.2 limits exponents to 256 bits. */
const MIN_BITS = 512;
const MAX_BITS = 16_384;
const MAX_EXPONENT_OCTETS = 32;

/** Plans WebCrypto if all engines agree, else the library; returns a verdict if neither is needed. */
export function planRsa(signature: Signature, key: SubjectPublicKeyInfo): Plan | Verdict {
  const { scheme } = signature.scheme;
  const { rsa } = key;
  if (rsa === null) return unknown("The public key cannot be read");
  const { bits, exponent, smallExponent } = rsa;
  if (bits < MIN_BITS || bits > MAX_BITS) {
    return unknown(`This tool cannot use RSA keys of ${bitCount(bits)}`);
  }
  if (exponent.length > MAX_EXPONENT_OCTETS) {
    return unknown("This tool cannot use RSA keys with this exponent");
  }
  const { pss } = signature;
  const hash = scheme === "pss" ? pss?.hash : signature.scheme.hash;
  if (hash === undefined || hash === null) {
    return unknown("The parameters of the signature cannot be read");
  }
  if (isObsoleteHash(hash)) return unknown(obsolete(`RSA with ${hash}`));
  const octets = hashOctets(hash);
  if (octets === undefined) return unknown(`This tool cannot verify RSA with ${hash}`);
  const fault = rsaSignatureFault(signature.bytes, rsa);
  const isOfEngine = bits <= ENGINE_MAX_BITS && smallExponent !== null &&
    smallExponent <= ENGINE_MAX_EXPONENT && ENGINE_HASHES.has(hash);
  const time = 100 + (bits / 1024) ** 2 * 30;
  if (scheme === "pkcs1") {
    if (fault !== null) return no(fault);
    if (!isOfEngine) {
      return libraryPlan(rsa, async (data) => {
        const { verifyPkcs1 } = await import("./rsa-library.ts");
        return verifyPkcs1(data, signature.bytes, rsa, hash);
      });
    }
    const name = "RSASSA-PKCS1-v1_5";
    const spki = () => rsaSpki(rsa);
    return { spki, key: { name, hash }, verify: { name }, signature: signature.bytes, time };
  }
  const { mgfHash, saltLength, trailerField } = pss!;
  if (mgfHash === null || hashOctets(mgfHash) === undefined || trailerField !== 1) {
    return unknown("This tool cannot verify RSASSA-PSS with these parameters");
  }
  if (
    key.pss !== null &&
    (key.pss.hash !== hash || key.pss.mgfHash !== mgfHash || key.pss.saltLength > saltLength)
  ) return no("The key does not allow the parameters of the signature");
  // RFC 8017, 9.1.1: the encoded message has the hash, the salt and two more octets.
  const room = Math.ceil((bits - 1) / 8) - octets - 2;
  if (saltLength < 0 || saltLength > room) return no("The salt is too long for the key");
  if (fault !== null) return no(fault);
  if (!isOfEngine || mgfHash !== hash) {
    return libraryPlan(rsa, async (data) => {
      const { verifyPss } = await import("./rsa-library.ts");
      return verifyPss(data, signature.bytes, rsa, pss!);
    });
  }
  const name = "RSA-PSS";
  const spki = () => rsaSpki(rsa);
  const verify = { name, saltLength };
  return { spki, key: { name, hash }, verify, signature: signature.bytes, time };
}

/** Each bit of the exponent costs a square and at most one product, each with a reduction. */
function libraryPlan(
  { bits, exponent }: RsaPublicKey,
  verify: (data: Uint8Array) => Promise<boolean>,
): LibraryPlan {
  const time = 500 + arithmeticTime(bits) * exponent.length * 8 * 4;
  return { time, run: async (data) => verdictOf(await verify(data)) };
}

/**
 * Why the signature is not a number for this key; null if it is. It must be as long as the modulus (RFC 8017,
 * 8.2.2, step 1) and less than the modulus (5.2.2, step 1).
 */
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
 * The key as rsaEncryption in DER. No engine imports id-RSASSA-PSS, and some refuse a key without the
 * NULL that RFC 3279, 2.3.1 requires, or in another encoding.
 */
export function rsaSpki(key: RsaPublicKey): Uint8Array<ArrayBuffer> {
  return spkiOf(RSA_ENCRYPTION, encodeRsaPublicKey(key));
}
