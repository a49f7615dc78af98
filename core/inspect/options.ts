/** Kinds of objects and limits of the inspector. */

/** The limits of an inspection. In the API, the size of the request body is a lower limit. */
export const MAX_OBJECTS = 10_000;
export const MAX_BYTES = 64 * 1024 * 1024;
export const MAX_TEXTS = 1_000;

/** Kinds of objects, recognized by content. */
export const OBJECT_KINDS = [
  "certificate",
  "request",
  "private-key",
  "encrypted-private-key",
  "public-key",
  "pkcs7",
  "pkcs12",
  "crl",
  "ocsp-request",
  "ocsp-response",
  "ec-parameters",
  "dh-parameters",
  "dsa-parameters",
  "spkac",
  "openpgp",
  "caa-record",
  "domain-name",
  "time-stamp",
  "jws",
  "jks",
] as const;
export type InspectedKind = (typeof OBJECT_KINDS)[number];

/** Kinds that are secret, or that cannot be opened and may have a secret in them. */
export const SECRET_KINDS: ReadonlySet<InspectedKind> = new Set([
  ...["private-key", "encrypted-private-key", "pkcs12", "jks", "openpgp"] as const,
]);

/** The file among `paths` that is the one at `path`, or the archive that it is in; null if neither is among them. */
export function wholeFile(paths: ReadonlySet<string>, path: string): string | null {
  for (let end = path.length; end > 0; end = path.lastIndexOf("/", end - 1)) {
    const whole = path.slice(0, end);
    if (paths.has(whole)) return whole;
  }
  return null;
}

export const SEVERITIES = ["error", "warning", "info"] as const;
export type Severity = (typeof SEVERITIES)[number];

export const ROLES = ["root", "intermediate", "leaf"] as const;

/**
 * The certificates that a server would send: a certificate with at least one issuer; a certificate that
 * needs no other, because a root signed it or it is self-signed; a certificate whose issuer is missing.
 */
export const BUNDLES = ["full_chain", "certificate", "issuer_missing"] as const;
export type Bundle = (typeof BUNDLES)[number];

export const LINK_KINDS = ["key", "issuer", "contains", "name"] as const;
