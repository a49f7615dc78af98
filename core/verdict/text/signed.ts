/** The sentences about signed and encrypted files. */
import { day } from "../../kernel/dates.ts";
import { counted, listed, named, namedFile, quoted } from "../../kernel/formatting.ts";
import { revokedMessage } from "../../x509/revocation/reasons.ts";
import type { SignedReason, SignedTexts } from "../signed-reasons.ts";

/** RFC 3161, 2.4.2: PKIStatus. */
const STATUSES = [
  "granted",
  "granted with changes",
  "rejected",
  "waiting",
  "revocation warning",
  "revocation notification",
];

const PURPOSES = {
  servers: "servers",
  clients: "clients",
  timestamps: "timestamps",
  ocsp: "OCSP responses",
} as const;

const OLD = {
  expired: "; the certificate has expired since",
  revoked: "; the certificate was revoked since",
} as const;

const NOTHING_BUT = {
  rest_not_signed: ": anyone can have added the rest.",
  not_trusted: ", but the signature cannot be trusted.",
} as const;

const who = (signer: string | null): string => signer === null ? "the signer" : named(signer);

const both = (count: number): string =>
  count === 2 ? "Both signatures" : `All ${counted(count, "signature")}`;

const dayOf = (time: string): string => day(Date.parse(time));

const signedTexts: SignedTexts = {
  signer_unreadable: ({ reason }) => `This signer cannot be read. ${reason}.`,
  signature_found: ({ reason }) => reason,
  authenticode: ({ signer }) =>
    (signer === null
      ? "This is an Authenticode signature"
      : `This is an Authenticode signature by ${named(signer)}`) +
    ", which this tool does not judge. Use signtool verify /pa, or osslsigncode verify.",
  jar_signature: () =>
    "This is a signature of a JAR, which covers a list of digests. This tool does not compare the files with " +
    "the list: use jarsigner -verify, or apksigner verify.",
  other_file: ({ file, signer }) =>
    `${file === null ? "The content" : namedFile(file)} is not the file that ${
      who(signer)
    } signed: its digest differs.`,
  content_changed: ({ signer }) =>
    `The content was changed after ${who(signer)} signed it: its digest differs.`,
  signature_mismatch: ({ signer }) =>
    `The signature of ${who(signer)} is wrong: it was changed, or another key made it.`,
  signature_not_valid: ({ signer }) => `The signature of ${who(signer)} is not valid.`,
  signature_not_verified: ({ signer }) => `The signature of ${who(signer)} could not be verified.`,
  content_missing: ({ signer }) =>
    `This is a detached signature by ${who(signer)}. Add the file that was signed.`,
  signed({ signer, content, before, ended, but }) {
    const by = signer === null ? "The signer" : named(signer);
    const signed = content === "part_of_mail"
      ? "only a part of the mail"
      : content === "request"
      ? "the CSR inside, as Windows does to renew a certificate"
      : content === "all"
      ? "the content"
      : namedFile(content.file);
    const when = before === null
      ? ""
      : ` before ${dayOf(before)}, as a timestamp proves${ended === null ? "" : OLD[ended]}`;
    const end = but === null
      ? "."
      : typeof but === "string"
      ? NOTHING_BUT[but]
      : ` with ${but.digest}, which is too weak: other content can have the same signature.`;
    return `${by} signed ${signed}${when}${end}`;
  },
  no_proof_of_age: () => "No timestamp proves that the signature is older.",

  signatures_valid: ({ count }) => `${both(count)} are valid.`,
  signatures_match: ({ count }) => `${both(count)} match the content.`,
  signatures_wrong: ({ count, wrong }) =>
    `${wrong} of ${counted(count, "signature")} ${wrong === 1 ? "is" : "are"} not valid.`,
  signatures_checked: ({ count, checked }) =>
    `The first ${checked} of ${counted(count, "signature")} were checked.`,
  signatures_unverified: ({ count }) =>
    `Not all of the ${counted(count, "signature")} could be verified.`,

  signer_expired: ({ notAfter, isProven }) =>
    isProven
      ? `The certificate expired on ${dayOf(notAfter)}, before the signature was made.`
      : `The certificate expired on ${dayOf(notAfter)}.`,
  signer_not_begun: ({ notBefore }) => `The certificate is not valid before ${dayOf(notBefore)}.`,
  signer_key_usage: () =>
    "The certificate must not be used for signatures: its key usage does not allow them.",
  signer_revoked({ authority, since, ...revocation }) {
    const of = authority === null ? "The certificate" : `The CA ${named(authority)}`;
    const revoked = revokedMessage(revocation, of);
    return since === null
      ? revoked
      : `${revoked} The CA says that the key may have been in other hands since ${dayOf(since)}.`;
  },
  signer_purposes: ({ purposes }) =>
    `The certificate is for ${
      listed(purposes.map((purpose) => PURPOSES[purpose]))
    }, not for signing files.`,
  signer_purposes_unknown: () =>
    "The certificate lists its purposes, and none that we know is for signing files.",
  signer_chain_broken: ({ authority, message }) =>
    authority === null
      ? `The chain is not valid: ${message}`
      : `The chain is not valid at ${named(authority)}: ${message}`,
  signer_chain_unverified: () => "A signature in its chain could not be verified.",
  signer_issuer_missing: ({ issuer }) =>
    `Its chain was not checked: the issuer ${quoted(issuer)} is not in these files.`,
  signer_self_signed: () => "The certificate is self-signed: anyone can make one with this name.",
  signer_chain_valid({ root, isPublic, isProven }) {
    const chain = isProven ? "Its chain was valid then" : "Its chain is valid";
    return isPublic
      ? `${chain} up to the root ${quoted(root)}.`
      : `${chain} where ${quoted(root)} is installed, which is not a public root.`;
  },

  stamp_refused({ status, said }) {
    const word = STATUSES[status] ?? `status ${status}`;
    const refused = `This is a timestamp response without a timestamp: ${word}.`;
    return said === null ? refused : `${refused} The authority says: ${named(said)}.`;
  },
  stamp_signers: () => "The timestamp does not have exactly one signer, as RFC 3161 requires.",
  stamp_dated: ({ time }) => `This is a timestamp of ${dayOf(time)}.`,
  stamp_not_valid: ({ time }) => `The timestamp of ${dayOf(time)} is not valid.`,
  stamp_not_verified: ({ time }) => `The timestamp of ${dayOf(time)} could not be verified.`,
  stamp_other_file: ({ file, authority }) =>
    `${namedFile(file)} is not the file that ${
      authority === null ? "an authority" : named(authority)
    } stamped: its digest differs.`,
  stamp_states({ authority, file, time, but }) {
    const by = authority === null ? "An authority" : named(authority);
    const of = file === null ? "a file with this digest" : namedFile(file);
    const states = `${by} states that ${of} existed on ${dayOf(time)}`;
    if (but === null) return `${states}.`;
    return but === "not_trusted"
      ? `${states}, but the timestamp cannot be trusted.`
      : `${states}, but with ${but.digest}, which is too weak: other content can have the same digest.`;
  },
  stamp_digest_unknown: () => "This tool cannot compute the digest that it uses.",
  stamp_needs_file: () => "Add that file to check the digest.",
  stamp_outside_validity({ time, begins, ended }) {
    const when = begins === null ? `ended on ${dayOf(ended!)}` : `begins on ${dayOf(begins)}`;
    return `The timestamp is dated ${dayOf(time)}, but the certificate of its authority ${when}, ` +
      "so it proves no date.";
  },
  stamp_authority_unfit: () =>
    "The certificate of the timestamp's authority is not only for timestamps (RFC 3161, 2.3).",
  stamp_authority_not_named: () =>
    "The timestamp does not name the certificate of its authority (RFC 3161, 2.4.1).",

  stamp_unreadable: () => "The timestamp cannot be read.",
  stamp_signature_wrong: () => "The timestamp's own signature is not valid.",
  stamp_signature_unverified: () => "The timestamp's own signature could not be verified.",
  stamp_weak: ({ time, digest }) =>
    `The timestamp of ${dayOf(time)} uses ${digest}, which is too weak as a proof.`,
  stamp_in_future: ({ time }) => `The timestamp names a time in the future: ${dayOf(time)}.`,
  stamp_proves_nothing: ({ time }) => `The timestamp of ${dayOf(time)} proves nothing.`,
  stamp_proves: ({ time }) => `A timestamp proves that the signature existed on ${dayOf(time)}.`,
  stamp_authority_untrusted: ({ time }) =>
    `A timestamp names ${dayOf(time)}, but its authority is not trusted.`,
  stamp_digest_unverified: () => "The digest of the timestamp could not be verified.",
  stamp_of_other: () => "The timestamp covers something else than this signature.",
  stamp_fits: () => "The timestamp covers this signature.",

  digest_weak: ({ digest }) =>
    `The signature uses ${digest}, which is too weak: other content can have the same signature.`,
  countersignatures: ({ count }) => `We did not check ${counted(count, "countersignature")}.`,
  part_of_mail: () =>
    "Only a part of this mail is signed. Trust nothing in the other parts because of this signature.",
  sender_not_named: ({ sender }) =>
    `The certificate of the signer does not name the sender ${named(sender)}.`,
  mail_doubtful: ({ reason }) =>
    `Mail programs can read this mail in different ways, because ${reason}. So it cannot be ` +
    "verified here that the signer wrote what a program shows.",

  encrypted_for({ count, areElsewhere }) {
    const message = `It is for ${counted(count, "recipient")}`;
    if (!areElsewhere) return `${message}.`;
    return count === 1
      ? `${message}, whose certificate is not in these files.`
      : `${message}, whose certificates are not in these files.`;
  },
  opens_with_key_of: ({ name }) =>
    `The private key of ${named(name)} is in these files and can open it.`,
  opens_with_password: () => "It opens with a password.",
  opens_with_shared_key: () => "It opens with a key that sender and recipient share.",
  key_not_here: ({ name }) =>
    `The certificate of ${named(name)} is in these files, but its key is not.`,
};

/** The sentence of one reason. */
export const signedText = (reason: SignedReason): string =>
  (signedTexts[reason.code] as (facts: SignedReason) => string)(reason);

/** The sentences of all reasons, in their order. */
export const signedSentences = (reasons: readonly SignedReason[]): string =>
  reasons.map(signedText).join(" ");
