/** What certificates can be written as. */

/**
 * certificate: the first alone. chain: all of them one after the other, in PEM. pkcs7: all of them in
 * one bundle, as .p7b files have it (RFC 5652). The others are of the first one's public key:
 * SubjectPublicKeyInfo, a JSON Web Key with the certificates in it (RFC 7517), a line for OpenSSH.
 */
export const CERTIFICATE_FORMATS = [
  "certificate",
  "chain",
  "pkcs7",
  "public-key",
  "jwk",
  "openssh-public",
] as const;
export type CertificateFormat = (typeof CERTIFICATE_FORMATS)[number];
