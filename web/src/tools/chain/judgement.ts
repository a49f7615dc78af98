/** What is said first of a chain: the verdict, its tone and the one sentence below it. */
import type { ChainResponse, ServerSource } from "../../../../core/chain/contract.ts";
import type { CertificateInfo } from "../../../../core/pki/shapes.ts";
import type { Tone } from "../../ui/tone.ts";

/** Of both operations; the source is there when the certificates came from a server. */
export type Analysis = ChainResponse & { source?: ServerSource };

export interface Judgement {
  tone: Tone;
  title: string;
  text: string;
}

const EXPIRING_SOON_DAYS = 30;

export function judge(analysis: Analysis): Judgement {
  const { validation, problems, source } = analysis;
  const { isValid, trusted, trustStore } = validation;
  const name = displayName(analysis.certificate);
  const errors = problems.filter(({ severity }) => severity === "error");
  if (isValid === null) {
    return {
      tone: "info",
      title: "Chain status: CANNOT BE VERIFIED HERE",
      text: "A signature on the path uses an algorithm that this engine does not know.",
    };
  }
  if (!isValid) {
    const [first] = errors.filter(({ kind }) => kind === "proof");
    const said = first?.code === "issuer_not_found"
      ? `ISSUER NOT FOUND. ${first.message}`
      : first?.message;
    const text = first ? `${whose(analysis, first.index)}${said}` : "";
    return { tone: "bad", title: "Chain status: INVALID", text };
  }
  const title = "Chain status: VALID";
  if (source && !source.hostnameMatches) {
    const host = source.unicodeHostname;
    return { tone: "bad", title, text: `The chain holds, but the certificate is not for ${host}.` };
  }
  if (!trusted) {
    const text = `Private root: the chain of ${name} holds, for those who installed its root.`;
    return { tone: "warn", title, text };
  }
  if (errors.length > 0) {
    return { tone: "warn", title, text: "The chain holds, but browsers may refuse it: see below." };
  }
  const text = `The root of ${name} is in Mozilla's list of ${trustStore.date}.`;
  return { tone: "good", title, text };
}

function whose({ chain }: Analysis, index: number | null): string {
  return index === null || !chain[index] ? "" : `${displayName(chain[index].info)}: `;
}

export function displayName({ subject, extensions, serialNumber }: CertificateInfo): string {
  return subject.commonName || extensions.subjectAltName[0]?.value || subject.organizationName ||
    subject.raw || `Serial ${serialNumber}`;
}

export interface Status {
  tone: Tone;
  /** As on the cards of the picture. */
  text: string;
}

/** Specification, point 4: expired red, expiring soon yellow, valid green. */
export function statusOf({ isExpired, isNotYetValid, daysUntilExpiry }: CertificateInfo): Status {
  if (isExpired) return { tone: "bad", text: "Expired" };
  if (isNotYetValid) return { tone: "bad", text: "Not yet valid" };
  if (daysUntilExpiry < EXPIRING_SOON_DAYS) return { tone: "warn", text: "Expiring soon" };
  return { tone: "good", text: "Valid" };
}

export function certificates(count: number): string {
  return `${count.toLocaleString("en")} ${count === 1 ? "Certificate" : "Certificates"}`;
}
