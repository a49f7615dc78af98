/** Why a signed or encrypted file is judged as it is: one fact each, which has one sentence. Times are ISO 8601. */
/** How a certificate came to its end after the time that a timestamp proves. */
type EndOfSigner = "expired" | "revoked";

/** A name; null if it is not known. */
interface By {
  readonly signer: string | null;
}

type None = Record<never, never>;

interface Facts {
  /* One signature. */

  /** A SignerInfo that cannot be read (RFC 5652, 5.3). */
  signer_unreadable: { reason: string };
  /** In the words of the reader of signatures. */
  signature_found: { reason: string };
  /** A signed program or catalog, whose signature is not judged. */
  authenticode: By;
  /** A signature of a JAR, whose list of digests is not compared with the files. */
  jar_signature: None;
  /** The file is not the one that was signed. */
  other_file: By & { file: string | null };
  content_changed: By;
  signature_mismatch: By;
  signature_not_valid: By;
  signature_not_verified: By;
  content_missing: By;
  /** The signature over the content is valid. */
  signed: By & {
    content: "all" | "part_of_mail" | "request" | { file: string };
    /** The time that a timestamp proves; null without one that holds. */
    before: string | null;
    ended: EndOfSigner | null;
    /** Why it proves nothing all the same: its digest is weak, the rest is not signed, or the signer is not trusted. */
    but: null | "rest_not_signed" | "not_trusted" | { digest: string };
  };
  no_proof_of_age: None;

  /* Several signatures. */

  signatures_valid: { count: number };
  signatures_match: { count: number };
  signatures_wrong: { count: number; wrong: number };
  signatures_checked: { count: number; checked: number };
  signatures_unverified: { count: number };

  /* The certificate of a signer, and its chain. `isProven`: at a time that a timestamp proves. */

  signer_expired: { notAfter: string; isProven: boolean };
  signer_not_begun: { notBefore: string };
  signer_key_usage: None;
  /** `authority`: the revoked CA; null for the signer. `since`: when others may have had the key, if earlier. */
  signer_revoked: {
    authority: string | null;
    revokedAt: string | null;
    reason: string | null;
    since: string | null;
  };
  signer_purposes: { purposes: readonly ("servers" | "clients" | "timestamps" | "ocsp")[] };
  signer_purposes_unknown: None;
  /** `authority`: the CA that breaks the rule; null for the signer and for the chain as a whole. */
  signer_chain_broken: { rule: string; message: string; authority: string | null };
  signer_chain_unverified: None;
  signer_issuer_missing: { issuer: string };
  signer_self_signed: None;
  signer_chain_valid: { root: string; isPublic: boolean; isProven: boolean };

  /* A file that is a timestamp. */

  /** A response without a token: its PKIStatus and its statusString (RFC 3161, 2.4.2). */
  stamp_refused: { status: number; said: string | null };
  stamp_signers: None;
  stamp_dated: { time: string };
  stamp_not_valid: { time: string };
  stamp_not_verified: { time: string };
  /** The file is not the one that was stamped. */
  stamp_other_file: { file: string; authority: string | null };
  stamp_states: {
    authority: string | null;
    file: string | null;
    time: string;
    but: null | "not_trusted" | { digest: string };
  };
  stamp_digest_unknown: None;
  stamp_needs_file: None;
  /** The certificate of the authority begins after the time, or ended before it. */
  stamp_outside_validity: { time: string; begins: string | null; ended: string | null };
  stamp_authority_unfit: None;
  stamp_authority_not_named: None;

  /* The timestamp of a signature. */

  stamp_unreadable: None;
  stamp_signature_wrong: None;
  stamp_signature_unverified: None;
  stamp_weak: { time: string; digest: string };
  stamp_in_future: { time: string };
  stamp_proves_nothing: { time: string };
  stamp_proves: { time: string };
  stamp_authority_untrusted: { time: string };
  stamp_digest_unverified: None;
  stamp_of_other: None;
  stamp_fits: None;

  /* Notes. */

  digest_weak: { digest: string };
  countersignatures: { count: number };
  part_of_mail: None;
  sender_not_named: { sender: string };
  /** `reason`: of the reader of mails, as a clause. */
  mail_doubtful: { reason: string };

  /* Encrypted messages. */

  /** `areElsewhere`: none of the certificates of its recipients is among the files. */
  encrypted_for: { count: number; areElsewhere: boolean };
  opens_with_key_of: { name: string };
  opens_with_password: None;
  opens_with_shared_key: None;
  key_not_here: { name: string };
}

type Code = keyof Facts;
export type SignedReason = { [C in Code]: { readonly code: C } & Readonly<Facts[C]> }[Code];
/** One sentence for each. */
export type SignedTexts = { readonly [C in Code]: (facts: Readonly<Facts[C]>) => string };
