/** Choices and limits of the certificate operations. */

export const KINDS = [
  "tls-server",
  "tls-client",
  "smime",
  "intermediate-ca",
  "root-ca",
] as const;
export type Kind = (typeof KINDS)[number];

/** Who signs it: a CA that is made for it, its own key, or a CA that is given. */
export const ISSUERS = ["new-ca", "self-signed", "existing-ca"] as const;
export type Issuer = (typeof ISSUERS)[number];

export const KEY_TYPES = ["ECC", "RSA"] as const;
export const KEY_SIZES = [2048, 3072, 4096] as const;
export const ECC_CURVES = ["P-256", "P-384"] as const;

/** Days: ten years. */
export const MAX_DAYS = 3_650;
/** The most days of a CA that is made here: a root that was forgotten ends after two years. */
export const MAX_CA_DAYS = 730;
/**
 * The most days of a server's private certificate that Apple's clients accept where it was issued after
 * June 2019.
 */
export const CLIENT_DAYS = 825;
export const DEFAULT_DAYS = 365;

export const MAX_NAMES = 100;
export const MAX_PATH_LENGTH = 9;

export const isCaKind = (kind: Kind): kind is "intermediate-ca" | "root-ca" =>
  kind === "intermediate-ca" || kind === "root-ca";

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
