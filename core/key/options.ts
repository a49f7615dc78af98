/** The forms in which a private key can be written. */

/**
 * pkcs8: unencrypted PrivateKeyInfo (RFC 5208). pkcs8-encrypted: EncryptedPrivateKeyInfo under PBES2
 * (RFC 5958, RFC 8018). traditional: PKCS#1 of RSA, SEC 1 of elliptic curves. jwk: RFC 7517. The
 * others contain the public key: SubjectPublicKeyInfo, a JSON Web Key, a line for OpenSSH.
 */
export const KEY_FORMATS = [
  "pkcs8",
  "pkcs8-encrypted",
  "traditional",
  "jwk",
  "public-key",
  "public-jwk",
  "openssh-public",
] as const;
export type KeyFormat = (typeof KEY_FORMATS)[number];
