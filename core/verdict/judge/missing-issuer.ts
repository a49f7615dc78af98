/** Which certificate a chain lacks: a root, which servers do not send, or an intermediate certificate. */

interface Missing {
  /** The kind, if the last certificate gives it. */
  readonly kind: "root" | "intermediate" | null;
  readonly issuer: string | null;
  /** The number of certificates in the chain. */
  readonly length: number;
  /** Whether it may be of a private authority. */
  readonly isPrivate: boolean;
}

/** Null if the missing certificate may be of either kind. */
export function missingKind(
  { kind, issuer, length, isPrivate }: Missing,
): "root" | "intermediate" | null {
  if (kind !== null) return kind;
  if (length > 1 || isNamedRoot(issuer)) return "root";
  // The first missing issuer of a public certificate is nearly always an intermediate certificate.
  return isPrivate && !isNamedIntermediate(issuer) ? null : "intermediate";
}

/** Whether the name of an authority says that it is a root, or that it is not. */
const isNamedRoot = (name: string | null): boolean => /\broot\b/i.test(name ?? "");
const isNamedIntermediate = (name: string | null): boolean =>
  /\b(?:intermediate|issuing|sub(?:ordinate)?[ -]?ca)\b/i.test(name ?? "");

/**
 * Whether a certificate without an issuer is one that should have signed itself: issuer and subject are the same, and the
 * key identifiers do not speak of another key. Then its signature is wrong. Names and identifiers are as given.
 */
export const isSelfIssued = (
  { subject, issuer, keyIdentifier, authorityKeyIdentifier }: {
    readonly subject: string;
    readonly issuer: string;
    readonly keyIdentifier: string | null;
    readonly authorityKeyIdentifier: string | null;
  },
): boolean =>
  subject === issuer && (authorityKeyIdentifier === null || keyIdentifier === null ||
    authorityKeyIdentifier === keyIdentifier);
