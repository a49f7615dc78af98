/** The codes of the operations on certificates, and of what they write. */
import { bad, type Entry, good, note, unknown, warning } from "./coded.ts";
import type { KeyFacts } from "./inspect-codes.ts";

type None = Record<never, never>;

/** Who signed a new certificate: a CA that was made for it, its own key, or a given CA. */
export type MadeBy = "new-ca" | "self-signed" | "existing-ca";

/** The kinds of certificates that the generator makes. */
export type MadeKind = "tls-server" | "tls-client" | "smime" | "intermediate-ca" | "root-ca";

/** A part of a CSR that the certificate does not have. */
export type CsrPart =
  | {
    readonly attribute: string;
    /** Its value, if that is a name which nothing proves. */
    readonly value?: string;
    /** The reason; absent if no certificate of ours has the attribute. */
    readonly because?:
      | "malformed"
      | "controls"
      | "length"
      | "no_country"
      | "ip_address"
      | "not_a_name"
      | { readonly values: number };
  }
  | { readonly name: { readonly type: string; readonly value: string } }
  | { readonly extension: string }
  | { readonly usage: string }
  | { readonly purpose: string };

/** The differences of two certificates or CSRs. */
export interface ComparedFacts {
  /** Whether the first is a certificate, and not a CSR. */
  readonly isCertificate: boolean;
  readonly key: {
    /** Null if they cannot be compared. */
    readonly same: boolean | null;
    readonly before: KeyFacts;
    readonly after: KeyFacts;
  };
  readonly namesAdded: number;
  readonly namesRemoved: number;
  readonly hasOtherIssuer: boolean;
  /** How many days later the second ends; null with a CSR. */
  readonly ends: { readonly laterBy: number; readonly isSame: boolean } | null;
  readonly hasOtherUse: boolean;
  /** The CA certificates of both; null if one has none. */
  readonly authorities: {
    readonly replaced: number;
    readonly added: number;
    readonly removed: number;
  } | null;
}

interface TwoTexts {
  readonly before: string;
  readonly after: string;
}

/** The broken rules of the certificates of a text. */
interface LintedFacts {
  readonly certificates: number;
  readonly errors: number;
  readonly warnings: number;
  readonly notes: number;
  /** The rules that were kept. */
  readonly passed: number;
}

/** A file with public parts. */
interface PublicFile {
  readonly format: "certificate" | "chain" | "pkcs7" | "public-key" | "jwk" | "openssh-public";
  /** The certificates in it. */
  readonly certificates: number;
}

/** The library that read an object again, and the number of fields. */
interface SecondReading {
  readonly library: string;
  readonly same: number;
  readonly different: number;
  /** Fields that the library does not read completely. */
  readonly unread: number;
}

export const CERTIFICATE_CODES = {
  certificate_ready: good<{ kind: MadeKind; by: MadeBy; until: string }>(),
  certificate_key_refused: warning<{ key: KeyFacts }>(),
  certificate_lifetime_long: warning<{ days: number; most: number }>(),
  certificate_lifetime_shortened: note<{ days: number; asked: number; isNewCa: boolean }>(),
  certificate_constraints_left_out: warning<None>(),
  certificate_wildcard: note<None>(),
  certificate_public_name: note<{ name: string }>(),
  certificate_self_signed: note<None>(),
  certificate_ca_key_kept: note<None>(),
  certificate_common_name_unmatched: warning<{ name: string }>(),
  certificate_parts_left_out: note<{ parts: readonly CsrPart[] }>(),

  certificate_file_ready: good<PublicFile>(),

  lint_clean: good<LintedFacts>(),
  lint_errors: bad<LintedFacts>(),
  lint_warnings: warning<LintedFacts>(),
  lint_notes: note<LintedFacts>(),

  compared_identical: good<ComparedFacts>(),
  compared_renewal: good<ComparedFacts>(),
  /** A renewal that lacks a name is a common cause of outages. */
  compared_renewal_lacks_names: warning<ComparedFacts>(),
  compared_reissue: note<ComparedFacts>(),
  compared_earlier: note<ComparedFacts>(),
  compared_precertificate: note<ComparedFacts>(),
  compared_cross_signed: note<ComparedFacts>(),
  compared_serial_reused: bad<ComparedFacts>(),
  compared_request: note<ComparedFacts>(),
  compared_request_fits: good<ComparedFacts>(),
  compared_request_differs: warning<ComparedFacts>(),
  compared_same_key: note<ComparedFacts>(),
  compared_unrelated: note<ComparedFacts>(),

  /* The differences of two certificates or CSRs. Whether one is wanted is the decision of the user. */

  difference_key: note<{ before: KeyFacts; after: KeyFacts }>(),
  difference_signature_algorithm: note<TwoTexts>(),
  difference_issuer: note<TwoTexts>(),
  /** Days of validity, and the milliseconds by which the second ends later. */
  difference_lifetime: note<{ before: number; after: number; endsLaterBy: number }>(),
  difference_name_added: note<{ name: string }>(),
  difference_name_removed: note<{ name: string }>(),
  /** An attribute of the subject; null: absent. */
  difference_attribute: note<
    { attribute: string; before: string | null; after: string | null }
  >(),
  difference_extension: note<
    {
      name: string;
      change: "added" | "removed" | "changed";
      added: readonly string[];
      removed: readonly string[];
    }
  >(),
  /** Another certificate of the chain. */
  difference_certificate: note<
    { subject: string; change: "added" | "removed" | "replaced" }
  >(),

  reading_agrees: good<SecondReading>(),
  reading_differs: warning<SecondReading>(),
  /** `because`: why the library stopped; null if it did not say. */
  reading_refused: unknown<
    { library: string; isRequest: boolean; because: "elements" | "depth" | null }
  >(),
} as const satisfies Record<string, Entry>;

/** The next steps with a new certificate. */
export interface CertificateSteps {
  use_certificate: { kind: MadeKind; isSelfSigned: boolean };
  mend_linted: None;
  keep_names: None;
  replace_serial: None;
  find_request: None;
}
