/**
 * The facts about a chain from which it is judged. The answers of the chain analyzer have these fields; the
 * inspector fills them in for the chains that it builds.
 */
import type { OtherKey } from "../../x509/shapes.ts";

interface SubjectFacts {
  readonly commonName: string | null;
  readonly organizationName: string | null;
  readonly organizationalUnitName: string | null;
  readonly raw: string;
}

export interface CertificateFacts {
  readonly subject: SubjectFacts;
  readonly issuer: SubjectFacts;
  readonly notBefore: string;
  readonly notAfter: string;
  readonly daysUntilExpiry: number;
  readonly serialNumber: string;
  readonly signatureAlgorithm: string;
  readonly publicKey: { readonly bits: number | null };
  readonly extensions: {
    readonly extendedKeyUsage: readonly string[];
    readonly basicConstraints: { readonly ca: boolean } | null;
    readonly subjectAltName: readonly { readonly type: string; readonly value: string }[];
    readonly all: readonly {
      readonly oid: string;
      readonly critical: boolean;
      readonly value?: unknown;
    }[];
  };
}

/** A broken rule. */
export interface ProblemFacts {
  readonly code: string;
  readonly severity: "error" | "warning" | "info";
  readonly kind: "proof" | "policy";
  readonly title: string;
  readonly message: string;
  readonly advice: string;
  /** Place in `chain`; null for the chain as a whole. */
  readonly index: number | null;
  readonly clause: string;
}

export interface ChainFacts {
  /** The end entity. */
  readonly certificate: CertificateFacts;
  /** From the end entity upwards. */
  readonly chain: readonly {
    readonly info: CertificateFacts;
    readonly type: string;
    readonly source: string;
    readonly fetchedViaAIA: boolean;
  }[];
  readonly validation: {
    readonly isValid: boolean | null;
    readonly trusted: boolean;
    readonly trustedByYou?: boolean;
    readonly isNamesake?: true;
    readonly trustStore: { readonly date: string };
    readonly programs: readonly {
      readonly name: string;
      readonly trusts: boolean | null;
      readonly until: string | null;
    }[];
  };
  readonly problems: readonly ProblemFacts[];
  /** The given certificates that are not on the path. */
  readonly unused: readonly {
    readonly info: CertificateFacts;
    readonly reason: string;
    readonly position: number | null;
  }[];
  /** The profile of the end entity, such as "public-tls" or "private". */
  readonly judgedAs: string;
  readonly missing: readonly {
    readonly issuer: string;
    readonly kind: "root" | "intermediate" | null;
    readonly urls: readonly string[];
    readonly tried?: readonly unknown[];
    readonly otherKey?: OtherKey;
    readonly isListed?: true;
  }[];
  readonly acceptance?: { readonly scope: string };
  /** Certificate Transparency, of the certificate of a website. */
  readonly transparency?: {
    readonly policies: readonly {
      readonly vendor: string;
      readonly outcome: "accepted" | "refused" | "unknown";
      readonly message: string;
    }[];
  };
  readonly revocation?: readonly RevocationFacts[];
  readonly evaluatedAt: string;
}

export interface RevocationFacts {
  readonly index: number;
  readonly status: "good" | "revoked" | "unknown";
  readonly revokedAt: string | null;
  readonly reason: string | null;
  readonly problem: string | null;
  readonly crlExpired?: string;
}

/** One set of certificates that a host presents. */
export interface PresentationFacts {
  readonly notAfter: string;
  readonly fingerprint: string;
  readonly isValid: boolean | null;
  readonly hostnameMatches: boolean;
  readonly errors: readonly string[];
  readonly stapling?: { readonly required: boolean; readonly stapled: boolean | null };
  readonly revocation?: Omit<RevocationFacts, "index"> | null;
}

export interface ReadingFacts {
  readonly address: string;
  readonly asked: string;
  /** Place in `presentations`; null where nothing could be read. */
  readonly presentation: number | null;
  readonly keyProven?: boolean | null;
  readonly problem: string | null;
}

/** The facts about a live host. Parts that have not arrived are absent. */
export interface HostFacts extends ChainFacts {
  readonly source: {
    readonly unicodeHostname: string;
    readonly address: string;
    readonly hostnameMatches: boolean;
    readonly keyProven: boolean | null;
  };
  readonly everywhere?: {
    readonly presentations: readonly PresentationFacts[];
    readonly readings: readonly ReadingFacts[];
    readonly unread: readonly string[];
  };
  readonly stapling?: {
    readonly required: boolean;
    readonly stapled: boolean | null;
    readonly problem?: string | null;
  };
  readonly caa?: { readonly status: string } | null;
}
