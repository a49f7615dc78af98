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

/** In days: ten years. */
export const MAX_DAYS = 3_650;
/** The longest validity of a generated CA, in days: a forgotten root expires after two years. */
export const MAX_CA_DAYS = 730;
/**
 * The longest validity, in days, of a private server certificate that Apple's clients accept if it was
 * issued after June 2019.
 */
export const CLIENT_DAYS = 825;
export const DEFAULT_DAYS = 365;

export const MAX_NAMES = 100;
export const MAX_PATH_LENGTH = 9;

/** Whether certificates of this kind sign others. */
export const isCaKind = (kind: Kind): kind is "intermediate-ca" | "root-ca" =>
  kind === "intermediate-ca" || kind === "root-ca";

/**
 * certificate: only the first certificate. chain: all certificates in PEM. pkcs7: all certificates in
 * one bundle, as in .p7b files (RFC 5652). The others contain the public key of the first certificate:
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

/** How many names or values a comparison lists; it counts all of them. */
export const MAX_LISTED = 100;
/** The most certificates on one side of a comparison: enough for a chain. */
export const MAX_COMPARED = 20;

/**
 * How the second object relates to the first. renewal: at least one name in common, and it ends later.
 * reissue: a name in common, and it ends no later. earlier: a name in common, and it is older.
 * precertificate: one is the precertificate of the other (RFC 6962, 3.1). cross_signed: the same CA with
 * another issuer. serial_reused: two certificates with one serial number and issuer. request: two CSRs with
 * a name in common. request_fits, request_differs: a CSR and a certificate with the same key, or with
 * different keys. same_key: only the key is the same. unrelated: neither a name nor the key is the same.
 */
export const RELATIONS = [
  "identical",
  "renewal",
  "reissue",
  "earlier",
  "precertificate",
  "cross_signed",
  "serial_reused",
  "request",
  "request_fits",
  "request_differs",
  "same_key",
  "unrelated",
] as const;
export type ComparedRelation = (typeof RELATIONS)[number];
