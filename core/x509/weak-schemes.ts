/** The signature algorithms over hashes that can be forged. Pages know them without the other algorithms. */

/** Object identifier, name, kind and hash. */
export const WEAK_SCHEMES = [
  ["1.2.840.113549.1.1.2", "md2WithRSAEncryption", "pkcs1", "MD2"],
  ["1.2.840.113549.1.1.3", "md4WithRSAEncryption", "pkcs1", "MD4"],
  ["1.2.840.113549.1.1.4", "md5WithRSAEncryption", "pkcs1", "MD5"],
  ["1.2.840.113549.1.1.5", "sha1WithRSAEncryption", "pkcs1", "SHA-1"],
  ["1.3.14.3.2.29", "sha1WithRSA", "pkcs1", "SHA-1"],
  ["1.3.36.3.3.1.2", "ripemd160WithRSA", "pkcs1", "RIPEMD-160"],
  ["1.2.840.10045.4.1", "ecdsa-with-SHA1", "ecdsa", "SHA-1"],
  ["1.3.14.3.2.27", "dsa-with-SHA1", "dsa", "SHA-1"],
  ["1.2.840.10040.4.3", "dsa-with-SHA1", "dsa", "SHA-1"],
] as const;

/** The hash of a weak signature algorithm by its name; null for another algorithm. */
export function weakHashOf(algorithm: string): string | null {
  return WEAK_SCHEMES.find(([, name]) => name === algorithm)?.[3] ?? null;
}
