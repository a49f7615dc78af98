/** Choices and limits of a CSR. */

export const CERTIFICATE_TYPES = ["SSL/TLS", "S/MIME"] as const;
export const KEY_TYPES = ["RSA", "ECC"] as const;
/** Key types that not every engine can make. No public authority accepts them. */
export const OTHER_KEY_TYPES = ["Ed25519", "ML-DSA-44", "ML-DSA-65", "ML-DSA-87"] as const;
export const KEY_SIZES = [2048, 3072, 4096] as const;
export const ECC_CURVES = ["P-256", "P-384", "P-521"] as const;
export const DIGEST_ALGORITHMS = ["SHA-256", "SHA-384", "SHA-512"] as const;
export const DEFAULT_COUNTRY = "US";

/** More names than the authorities put into one certificate. */
export const MAX_ALTERNATIVE_NAMES = 250;
