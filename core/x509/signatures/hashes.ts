/** The hash functions of signatures: their lengths and DigestInfo. */
import { TAG } from "../asn1/der.ts";
import { element, objectIdentifier } from "../asn1/der-write.ts";
import { DIGESTS } from "../asn1/oids.ts";

/** Both digests, concatenated: RSA signs them in TLS 1.1 and earlier (RFC 4346, 7.4.3). */
export const MD5_SHA1 = "MD5 and SHA-1";

/** Octets of a digest; for SHAKE as RFC 8702 defines them. */
const OCTETS: ReadonlyMap<string, number> = new Map([
  ["MD5", 16],
  [MD5_SHA1, 36],
  ["RIPEMD-160", 20],
  ["SHA-1", 20],
  ["SHA-224", 28],
  ["SHA-256", 32],
  ["SHA-384", 48],
  ["SHA-512", 64],
  ["SHA-512/224", 28],
  ["SHA-512/256", 32],
  ["SHA3-224", 28],
  ["SHA3-256", 32],
  ["SHA3-384", 48],
  ["SHA3-512", 64],
  ["SHAKE128", 32],
  ["SHAKE256", 64],
]);

/** Octets of a digest; undefined for an unsupported hash. */
export const hashOctets = (name: string): number | undefined => OCTETS.get(name);

/** Obsolete hashes, which are not supported. */
export const isObsoleteHash = (name: string): boolean => name === "MD2" || name === "MD4";

const IDENTIFIERS: ReadonlyMap<string, string> = new Map(
  [...DIGESTS].map(([oid, name]) => [name, oid]),
);

/**
 * DigestInfo (RFC 8017, 9.2): SEQUENCE { AlgorithmIdentifier { hash, NULL }, OCTET STRING }. MD5_SHA1 has
 * no identifier, so its digests are returned unchanged.
 */
export function digestInfo(hash: string, digest: Uint8Array): Uint8Array {
  if (hash === MD5_SHA1) return digest;
  const oid = objectIdentifier(IDENTIFIERS.get(hash)!);
  return element(
    TAG.SEQUENCE,
    element(TAG.SEQUENCE, oid, element(TAG.NULL)),
    element(TAG.OCTET_STRING, digest),
  );
}
