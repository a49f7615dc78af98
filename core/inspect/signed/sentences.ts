/** The sentences about signed and encrypted files: one about each file, which says the most important fact. */
import { counted, named, namedFile } from "../../kernel/formatting.ts";
import type { DerError } from "../../x509/asn1/der.ts";
import { isWeakDigest } from "../../x509/asn1/oids.ts";
import { day as dayOf } from "../../kernel/dates.ts";
import type { SignatureVerdict } from "../../x509/signed/signer.ts";
import type { TimeStampInfo } from "../../x509/signed/time-stamps.ts";
import { hashOctets } from "../../x509/signatures/hashes.ts";
import type { Checked, EncryptedFile, SignedBy, SignedFile } from "../contract.ts";
import type { JudgedChain } from "./chain.ts";
import type { FoundContent } from "./contents.ts";

export interface Content extends Omit<FoundContent, "file"> {
  readonly state: SignedFile["content"]["state"];
  readonly file: string | null;
  /** Whether it is a part of a mail whose other parts are not signed. */
  readonly isPart?: boolean;
  /** Whether it is a CSR: Windows signs it with the certificate that is to be renewed. */
  readonly isRequest?: boolean;
}

/** A signer with the verdicts that the answer only shows as sentences. */
export interface JudgedSigner extends SignedBy {
  readonly verdict: SignatureVerdict;
  readonly judged: JudgedChain | null;
  /** The end of the certificate after the time that a timestamp proves; null if it is still valid. */
  readonly endedSince: JudgedChain["ended"];
  /** The weak digest that it depends on; null if there is none. */
  readonly weak: string | null;
}

/** The outcome of a check that holds (true), does not (false) or cannot be made here (null). */
export const outcomeOf = (valid: boolean | null): Checked["outcome"] =>
  valid === null ? "unknown" : valid ? "holds" : "fails";

/** The note on a weak digest algorithm, which is named like "SHA-1". */
export const weakNote = (digest: string): string =>
  `The signature uses ${digest}, which is too weak: other content can have the same signature.`;

/** A signer whose SignerInfo (RFC 5652, 5.3) cannot be read. */
export function unreadableSigner(fault: DerError): JudgedSigner {
  const message = `This signer cannot be read. ${fault.message}.`;
  return {
    ...{ name: null, certificate: null, chain: null, claimedAt: null, timeStamp: null },
    ...{ algorithm: "", digest: "", judgedAt: "", judged: null, endedSince: null, weak: null },
    signature: { outcome: "unknown", message },
    verdict: { valid: null, code: "unsupported", message, certificate: null },
  };
}

/** The verdict on a signed program or catalog, which this tool does not judge. */
export function authenticodeVerdict(signers: readonly JudgedSigner[]): Checked {
  const name = signers[0]?.name;
  return {
    outcome: "unknown",
    message:
      `An Authenticode signature${
        name ? ` by ${named(name)}` : ""
      }. This tool does not judge it: use ` +
      "signtool verify /pa, or osslsigncode verify.",
  };
}

/** One sentence about all signers: the worst decides. */
export function verdictOf(
  signers: readonly JudgedSigner[],
  count: number,
  content: Content,
): Checked {
  const RANK = ["fails", "unknown", "holds"];
  const verdicts = signers.map((signer) => signerVerdict(signer, content));
  const worst = verdicts.toSorted((a, b) => RANK.indexOf(a.outcome) - RANK.indexOf(b.outcome))[0];
  if (count === 1) return worst;
  const good = verdicts.filter(({ outcome }) => outcome === "holds").length;
  const wrong = verdicts.filter(({ outcome }) => outcome === "fails").length;
  if (good === count) {
    return {
      outcome: "holds",
      message: `${allOf(count)} are valid. ${worst.message}`,
    };
  }
  const outcome = worst.outcome === "holds" ? "unknown" : worst.outcome;
  const all = counted(count, "signature");
  const message = count > signers.length
    ? `${all}, of which the first ${signers.length} were checked.`
    : wrong > 0
    ? `${wrong} of ${all} ${wrong === 1 ? "is" : "are"} not valid.`
    : signers.every(({ verdict }) => verdict.valid === true)
    ? `${allOf(count)} match the content.`
    : `${all}, not all of which could be verified.`;
  return { outcome, message: `${message} ${worst.message}` };
}

const allOf = (count: number): string =>
  count === 2 ? "Both signatures" : `All ${counted(count, "signature")}`;

/** The words for the end of a certificate. */
const SINCE = { expired: "has expired", revoked: "was revoked" } as const;

/** The most important fact about one signer. */
function signerVerdict(
  { verdict, judged, name, timeStamp, endedSince, weak }: JudgedSigner,
  content: Content,
): Checked {
  const who = name === null ? "the signer" : named(name);
  const what = content.isPart
    ? "only a part of the mail"
    : content.isRequest
    ? "the CSR inside, as Windows does to renew a certificate"
    : content.file === null
    ? "the content"
    : namedFile(content.file);
  switch (verdict.code) {
    case "content_altered":
      return {
        outcome: "fails",
        message: content.state === "detached"
          ? `${what} is not the file that ${who} signed: its digest differs.`
          : `The content was changed after ${who} signed it: its digest differs.`,
      };
    case "signature_mismatch":
      return {
        outcome: "fails",
        message: `The signature of ${who} is wrong: it was changed, or another key made it.`,
      };
    case "signature_invalid":
    case "attributes_invalid":
      return {
        outcome: "fails",
        message: `The signature of ${who} is not valid. ${verdict.message}`,
      };
    case "content_missing":
      return {
        outcome: "unknown",
        message: `A detached signature by ${who}. Add the file that was signed.`,
      };
    case "certificate_missing":
      return { outcome: "unknown", message: verdict.message };
    case "unsupported":
      return {
        outcome: "unknown",
        message: `The signature of ${who} could not be verified. ${verdict.message}`,
      };
    case "valid":
      break;
  }
  const isProven = timeStamp?.outcome === "holds" && judged?.outcome !== "fails";
  const when = isProven
    ? ` before ${dayOf(Date.parse(timeStamp.time))}, as a timestamp proves${
      endedSince === null ? "" : `; the certificate ${SINCE[endedSince]} since`
    }`
    : "";
  const signed = `${name === null ? "The signer" : who} signed ${what}${when}`;
  if (weak !== null && judged?.outcome !== "fails") {
    return {
      outcome: "unknown",
      message:
        `${signed} with ${weak}, which is too weak: other content can have the same signature.`,
    };
  }
  if (judged === null || judged.outcome === "unknown") {
    return { outcome: "unknown", message: `${signed}. ${judged?.message ?? ""}`.trim() };
  }
  if (judged.outcome === "holds") {
    if (content.isPart) {
      const message = `${signed}: anyone can have added the rest. ${judged.message}`;
      return { outcome: "unknown", message };
    }
    return { outcome: "holds", message: `${signed}. ${judged.message}` };
  }
  const message = judged.ended === "expired" && timeStamp?.outcome !== "holds"
    ? `${signed}, but the signature cannot be trusted. ${judged.message} No timestamp proves ` +
      `that the signature is older.${timeStamp === null ? "" : ` ${timeStamp.message}`}`
    : `${signed}, but the signature cannot be trusted. ${judged.message}`;
  return { outcome: "fails", message };
}

/** The verdict on a timestamp of its own. Its signature covers the time and the imprint. */
export function stampVerdict(
  stamp: TimeStampInfo,
  signer: JudgedSigner,
  count: number,
  content: Content,
): Checked {
  const day = dayOf(stamp.time);
  if (count !== 1) {
    return {
      outcome: "fails",
      message: "The timestamp does not have exactly one signer, as RFC 3161 requires.",
    };
  }
  const { verdict, judged, name, weak } = signer;
  const who = name === null ? "An authority" : named(name);
  const what = content.file === null ? null : namedFile(content.file);
  if (verdict.valid !== true) {
    const message = verdict.code === "certificate_missing"
      ? `A timestamp of ${day}. ${verdict.message}`
      : `The timestamp of ${day} is not valid. ${verdict.message}`;
    return { outcome: outcomeOf(verdict.valid), message };
  }
  if (what !== null && !content.fits) {
    return {
      outcome: "fails",
      message: `${what} is not the file that ${who} stamped: its digest differs.`,
    };
  }
  const fact = what === null
    ? `${who} states that a file with this digest existed on ${day}`
    : `${who} states that ${what} existed on ${day}`;
  if (judged === null || judged.outcome === "fails") {
    const message = `${fact}, but the timestamp cannot be trusted. ${judged?.message ?? ""}`;
    return { outcome: "fails", message: message.trim() };
  }
  if (hashOctets(stamp.imprint.algorithm) === undefined) {
    return {
      outcome: "unknown",
      message: `${fact}. This tool cannot compute the digest that it uses.`,
    };
  }
  if (what === null) {
    return { outcome: "unknown", message: `${fact}. Add that file to check the digest.` };
  }
  const digest = isWeakDigest(stamp.imprint.algorithm) ? stamp.imprint.algorithm : weak;
  if (digest !== null) {
    return {
      outcome: "unknown",
      message:
        `${fact}, but with ${digest}, which is too weak: other content can have the same digest.`,
    };
  }
  return { outcome: judged.outcome, message: `${fact}. ${judged.message}` };
}

/** RFC 3161, 2.4.2: PKIStatus. */
const STATUSES = [
  "granted",
  "granted with changes",
  "rejected",
  "waiting",
  "revocation warning",
  "revocation notification",
];

/** A response without a token. `status` is its PKIStatus, `text` its statusString (RFC 3161, 2.4.2). */
export function refusedStamp(status: number, text: string | null): SignedFile {
  const word = STATUSES[status] ?? `status ${status}`;
  const said = text === null ? "" : ` The authority says: ${named(text)}.`;
  return {
    outcome: "unknown",
    message: `A timestamp response without a timestamp: ${word}.${said}`,
    format: "RFC 3161",
    content: { state: "missing", type: "timestamp", size: null, file: null },
    signers: [],
    signerCount: 0,
    time: null,
    notes: [],
  };
}

/**
 * Who can open an encrypted message. `count` is the number of all recipients, `recipients` may have only some of them;
 * `nameOf` returns the name of a certificate among the files.
 */
export function encryptedMessage(
  recipients: EncryptedFile["recipients"],
  count: number,
  nameOf: (id: number) => string,
): string {
  const whole = `An encrypted message for ${counted(count, "recipient")}`;
  const mine = recipients.find(({ privateKey }) => privateKey !== null);
  if (mine) {
    return `${whole}. The private key of ${
      named(nameOf(mine.certificate!))
    } is in these files and can open it.`;
  }
  if (recipients.every(({ by }) => by === "password")) return `${whole}. It opens with a password.`;
  if (recipients.every(({ by }) => by === "shared-key")) {
    return `${whole}. It opens with a key that sender and recipient share.`;
  }
  const known = recipients.find(({ certificate }) => certificate !== null);
  return known
    ? `${whole}. The certificate of ${
      named(nameOf(known.certificate!))
    } is in these files, but its key is not.`
    : count === 1
    ? `${whole}, whose certificate is not in these files.`
    : `${whole}, whose certificates are not in these files.`;
}
