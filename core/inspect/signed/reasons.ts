/** Judges signed and encrypted files: the outcome of each, and the reasons for it, the most important first. */
import type { SignedReason } from "../../verdict/signed-reasons.ts";
import type { DerError } from "../../x509/asn1/der.ts";
import { isWeakDigest } from "../../x509/asn1/oids.ts";
import { formatTime } from "../../x509/asn1/time.ts";
import type { SignatureVerdict } from "../../x509/signed/signer.ts";
import type { TimeStampInfo } from "../../x509/signed/time-stamps.ts";
import { hashOctets } from "../../x509/signatures/hashes.ts";
import type { EncryptedFile, SignedBy, SignedFile } from "../contract.ts";
import type { JudgedChain } from "./chain.ts";
import type { FoundContent } from "./contents.ts";
import { outcomeOf, type Reasoned, reasoned, said } from "./outcome.ts";

export interface Content extends Omit<FoundContent, "file"> {
  readonly state: SignedFile["content"]["state"];
  readonly file: string | null;
  /** Whether it is a part of a mail whose other parts are not signed. */
  readonly isPart?: boolean;
  /** Whether it is a CSR: Windows signs it with the certificate that is to be renewed. */
  readonly isRequest?: boolean;
}

/** A timestamp over a signature, and what was found out about it. */
export interface JudgedStamp extends Reasoned {
  /** ISO 8601; "" if it cannot be read. */
  readonly time: string;
  readonly authority: string | null;
}

/** A signer, before it becomes a part of the answer. */
export interface JudgedSigner {
  readonly shown: Omit<SignedBy, "chain" | "timeStamp">;
  readonly verdict: SignatureVerdict;
  readonly chain: JudgedChain | null;
  readonly stamp: JudgedStamp | null;
  /** Why the authority of a timestamp may not make it; absent for others. */
  readonly fault?: SignedReason | null;
  /** The end of the certificate after the time that a timestamp proves; null if it is still valid. */
  readonly endedSince: JudgedChain["ended"];
  /** The weak digest that it depends on; null without one. */
  readonly weak: string | null;
}

/** The signer as answers have it. */
export const signedBy = ({ shown, chain, stamp }: JudgedSigner): SignedBy => ({
  ...shown,
  chain: chain && said(chain),
  timeStamp: stamp && { ...said(stamp), time: stamp.time, authority: stamp.authority },
});

/** A signer whose SignerInfo (RFC 5652, 5.3) cannot be read. */
export function unreadableSigner(fault: DerError): JudgedSigner {
  const signature = said(
    reasoned("unknown", { code: "signer_unreadable", reason: fault.message }),
  );
  return {
    shown: {
      ...{ name: null, certificate: null, claimedAt: null },
      ...{ algorithm: "", digest: "", judgedAt: "", signature },
    },
    ...{ chain: null, stamp: null, endedSince: null, weak: null },
    verdict: { valid: null, code: "unsupported", message: signature.message, certificate: null },
  };
}

/** The verdict on a signed program or catalog, which this tool does not judge. */
export const authenticodeVerdict = ([signer]: readonly JudgedSigner[]): Reasoned =>
  reasoned("unknown", { code: "authenticode", signer: signer?.shown.name || null });

/** The verdict on all signers: the worst decides. */
export function verdictOf(
  signers: readonly JudgedSigner[],
  count: number,
  content: Content,
): Reasoned {
  const RANK = ["fails", "unknown", "holds"];
  const verdicts = signers.map((signer) => signerVerdict(signer, content));
  const worst = verdicts.toSorted((a, b) => RANK.indexOf(a.outcome) - RANK.indexOf(b.outcome))[0];
  if (count === 1) return worst;
  const good = verdicts.filter(({ outcome }) => outcome === "holds").length;
  const wrong = verdicts.filter(({ outcome }) => outcome === "fails").length;
  if (good === count) {
    return reasoned("holds", { code: "signatures_valid", count }, ...worst.reasons);
  }
  const outcome = worst.outcome === "holds" ? "unknown" : worst.outcome;
  const all: SignedReason = count > signers.length
    ? { code: "signatures_checked", count, checked: signers.length }
    : wrong > 0
    ? { code: "signatures_wrong", count, wrong }
    : signers.every(({ verdict }) => verdict.valid === true)
    ? { code: "signatures_match", count }
    : { code: "signatures_unverified", count };
  return reasoned(outcome, all, ...worst.reasons);
}

/** Why the signature is not valid or could not be verified. */
const faultOf = ({ fault, verdict }: JudgedSigner): SignedReason =>
  fault ?? { code: "signature_found", reason: verdict.message };

/** The most important facts about one signer. */
function signerVerdict(
  judged: JudgedSigner,
  content: Content,
): Reasoned {
  const { shown: { name: signer }, verdict, chain, stamp, endedSince, weak } = judged;
  const found = faultOf(judged);
  switch (verdict.code) {
    case "content_altered":
      return content.state === "detached"
        ? reasoned("fails", { code: "other_file", file: content.file, signer })
        : reasoned("fails", { code: "content_changed", signer });
    case "signature_mismatch":
      return reasoned("fails", { code: "signature_mismatch", signer });
    case "signature_invalid":
    case "attributes_invalid":
      return reasoned("fails", { code: "signature_not_valid", signer }, found);
    case "content_missing":
      return reasoned("unknown", { code: "content_missing", signer });
    case "certificate_missing":
      return reasoned("unknown", found);
    case "unsupported":
      return reasoned("unknown", { code: "signature_not_verified", signer }, found);
    case "valid":
      break;
  }
  const isProven = stamp?.outcome === "holds" && chain?.outcome !== "fails";
  const signed = {
    code: "signed",
    signer,
    content: content.isPart
      ? "part_of_mail"
      : content.isRequest
      ? "request"
      : content.file === null
      ? "all"
      : { file: content.file },
    before: isProven ? stamp.time : null,
    ended: endedSince,
  } as const;
  if (weak !== null && chain?.outcome !== "fails") {
    return reasoned("unknown", { ...signed, but: { digest: weak } });
  }
  const ofChain = chain?.reasons ?? [];
  if (chain === null || chain.outcome === "unknown") {
    return reasoned("unknown", { ...signed, but: null }, ...ofChain);
  }
  if (chain.outcome === "holds") {
    return content.isPart
      ? reasoned("unknown", { ...signed, but: "rest_not_signed" }, ...ofChain)
      : reasoned("holds", { ...signed, but: null }, ...ofChain);
  }
  const isUnproven = chain.ended === "expired" && stamp?.outcome !== "holds";
  return reasoned(
    "fails",
    { ...signed, but: "not_trusted" },
    ...ofChain,
    ...isUnproven ? [{ code: "no_proof_of_age" } as const, ...stamp?.reasons ?? []] : [],
  );
}

/** The verdict on a timestamp of its own. Its signature covers the time and the imprint. */
export function stampVerdict(
  stamp: TimeStampInfo,
  signer: JudgedSigner,
  count: number,
  content: Content,
): Reasoned {
  const time = formatTime(stamp.time);
  if (count !== 1) return reasoned("fails", { code: "stamp_signers" });
  const { verdict, chain, shown: { name: authority }, weak } = signer;
  const { file } = content;
  if (verdict.valid !== true) {
    const code = verdict.code === "certificate_missing"
      ? "stamp_dated"
      : verdict.valid === false
      ? "stamp_not_valid"
      : "stamp_not_verified";
    return reasoned(outcomeOf(verdict.valid), { code, time }, faultOf(signer));
  }
  if (file !== null && !content.fits) {
    return reasoned("fails", { code: "stamp_other_file", file, authority });
  }
  const states = { code: "stamp_states", authority, file, time } as const;
  if (chain === null || chain.outcome === "fails") {
    return reasoned("fails", { ...states, but: "not_trusted" }, ...chain?.reasons ?? []);
  }
  if (hashOctets(stamp.imprint.algorithm) === undefined) {
    return reasoned("unknown", { ...states, but: null }, { code: "stamp_digest_unknown" });
  }
  if (file === null) {
    return reasoned("unknown", { ...states, but: null }, { code: "stamp_needs_file" });
  }
  const digest = isWeakDigest(stamp.imprint.algorithm) ? stamp.imprint.algorithm : weak;
  return digest === null
    ? reasoned(chain.outcome, { ...states, but: null }, ...chain.reasons)
    : reasoned("unknown", { ...states, but: { digest } });
}

/** A response without a token. `status` is its PKIStatus, `text` its statusString (RFC 3161, 2.4.2). */
export const refusedStamp = (status: number, text: string | null): Reasoned =>
  reasoned("unknown", { code: "stamp_refused", status, said: text });

/**
 * Who can open an encrypted message. `count` is the number of all recipients, `recipients` may have only some of them;
 * `nameOf` returns the name of a certificate among the files.
 */
export function encryptedReasons(
  recipients: EncryptedFile["recipients"],
  count: number,
  nameOf: (id: number) => string,
): SignedReason[] {
  const whole = { code: "encrypted_for", count, areElsewhere: false } as const;
  const mine = recipients.find(({ privateKey }) => privateKey !== null);
  if (mine) return [whole, { code: "opens_with_key_of", name: nameOf(mine.certificate!) }];
  const areAll = (by: EncryptedFile["recipients"][number]["by"]) =>
    recipients.every((recipient) => recipient.by === by);
  if (areAll("password")) return [whole, { code: "opens_with_password" }];
  if (areAll("shared-key")) return [whole, { code: "opens_with_shared_key" }];
  const known = recipients.find(({ certificate }) => certificate !== null);
  return known
    ? [whole, { code: "key_not_here", name: nameOf(known.certificate!) }]
    : [{ ...whole, areElsewhere: true }];
}
