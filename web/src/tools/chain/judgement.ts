/** The verdict on a chain: its title, its tone and one sentence. */
import type { Problem } from "../../../../core/chain/contract.ts";
import type { CertificateInfo } from "../../../../core/x509/shapes.ts";
import { counted, named } from "../../../../core/kernel/formatting.ts";
import { day, withDates } from "../../lib/dates.ts";
import {
  keyUnknown,
  pending,
  remarks,
  revocationUnknown,
  validTitle,
  worstOf,
} from "./host-answer.ts";
import { type Analysis, displayName, type Judgement } from "./analysis.ts";
import { COMPLETE, type Progress } from "./parts.ts";
import type { Tone } from "../../ui/base/tone.ts";

const EXPIRING_SOON_DAYS = 30;

export function judge(analysis: Analysis, progress: Progress = COMPLETE): Judgement {
  return analysis.source
    ? judgeHost(analysis, named(analysis.source.unicodeHostname), progress)
    : judgeChain(analysis);
}

/**
 * The verdict on a live host: where it is valid, and until when. It is not good before all parts
 * are known.
 */
function judgeHost(analysis: Analysis, host: string, progress: Progress): Judgement {
  const still = pending(progress);
  const also = (judgement: Judgement, ...said: string[]): Judgement => ({
    ...judgement,
    text: [judgement.text, ...said, still].filter((text) => text !== "").join(" "),
  });
  const worst = worstOf(analysis, host);
  if (worst) return also(worst);
  const chain = judgeChain(analysis);
  const { isValid } = analysis.validation;
  if (isValid === null) return also(chain);
  if (!isValid) return also(invalidHost(analysis, host) ?? chain);
  if (!analysis.source?.hostnameMatches) {
    return also({
      ...chain,
      title: `The certificate is not for ${host}`,
      text: "The chain holds.",
    });
  }
  const title = validTitle(analysis, progress);
  const said = remarks(analysis);
  const tone = still !== "" ? "info" : said.length > 0 ? "warn" : chain.tone;
  const unknown = [...revocationUnknown(analysis), ...keyUnknown(analysis)];
  return also({ tone, title, text: said.join(" ") }, chain.text, ...unknown);
}

/** Why a host's chain is not valid: the cause is in the title. */
function invalidHost(analysis: Analysis, host: string): Judgement | null {
  const cause = causeOf(analysis);
  if (!cause) return null;
  const { code, title, message, index } = cause;
  const text = `${whose(analysis, index)}${withDates(message)}`;
  if (code === "issuer_not_found") {
    return { tone: "bad", title: `The chain of ${host} is incomplete`, text };
  }
  return code === "host_name_mismatch"
    ? { tone: "bad", title: `The certificate is not for ${host}`, text }
    : { tone: "bad", title: `The chain of ${host} is not valid: ${inSentence(title)}`, text };
}

/**
 * The first fault that makes a chain invalid. A missing issuer comes last, because adding it repairs no
 * other fault.
 */
function causeOf({ problems }: Analysis): Problem | undefined {
  const faults = problems.filter(({ severity, kind }) => severity === "error" && kind === "proof");
  return faults.find(({ code }) => code !== "issuer_not_found") ?? faults[0];
}

/** A title within a sentence: an abbreviation at its start keeps its capitals. */
const inSentence = (title: string): string =>
  /^[A-Z][a-z]/.test(title) ? title[0].toLowerCase() + title.slice(1) : title;

function judgeChain(analysis: Analysis): Judgement {
  const { validation, problems, source } = analysis;
  const { isValid, trusted, trustedByYou, trustStore, programs } = validation;
  const name = named(displayName(analysis.certificate));
  const errors = problems.filter(({ severity }) => severity === "error");
  if (isValid === null) {
    return {
      tone: "info",
      title: "Chain status: CANNOT BE VERIFIED HERE",
      text: "A signature on the path uses an algorithm that this engine does not know.",
    };
  }
  if (!isValid) {
    const first = causeOf(analysis);
    const said = first?.code === "issuer_not_found"
      ? `ISSUER NOT FOUND. ${first.message}`
      : first?.message;
    const text = first ? `${whose(analysis, first.index)}${withDates(said ?? "")}` : "";
    return { tone: "bad", title: "Chain status: INVALID", text };
  }
  const title = "Chain status: VALID";
  if (source && !source.hostnameMatches) {
    const host = named(source.unicodeHostname);
    return { tone: "bad", title, text: `The chain holds, but the certificate is not for ${host}.` };
  }
  if (problems.some(({ code }) => code === "host_name_mismatch")) {
    const text = `The chain of ${name} holds, but the host name does not match.`;
    return { tone: "bad", title, text };
  }
  if (trustedByYou) {
    const text = `The root of ${name} is trusted by you. It is not a public root.`;
    return { tone: "good", title, text };
  }
  if (!trusted && analysis.acceptance?.scope === "public") {
    const text = `The root of ${name} is not in Mozilla's list of ${day(trustStore.date)}.`;
    return { tone: "warn", title, text };
  }
  if (!trusted) {
    const text = `Private root: the chain of ${name} is valid where its root is installed.`;
    return { tone: "warn", title, text };
  }
  if (errors.length > 0) {
    return { tone: "warn", title, text: "The chain holds, but browsers may refuse it: see below." };
  }
  if (programs.some(({ trusts }) => trusts === false)) {
    const text = `Not every browser trusts the root of ${name}. ${messagesOf(programs)}`;
    return { tone: "warn", title, text };
  }
  const text = `The root of ${name} is in Mozilla's list of ${day(trustStore.date)}.`;
  return { tone: "good", title, text };
}

/** "Mozilla: yes. Chrome: not for certificates issued after 11 Nov 2024." */
const messagesOf = (programs: Analysis["validation"]["programs"]): string =>
  programs.map(({ message }) => message).join(" ");

function whose({ chain }: Analysis, index: number | null): string {
  return index === null || !chain[index] ? "" : `${named(displayName(chain[index].info))}: `;
}

interface Status {
  tone: Tone;
  /** The same text as on the cards of the picture. It is only about the dates. */
  text: string;
}

/** Red: expired or not yet valid. Yellow: expiring soon. Green: all others. */
export function statusOf({ isExpired, isNotYetValid, daysUntilExpiry }: CertificateInfo): Status {
  if (isExpired) return { tone: "bad", text: "Expired" };
  if (isNotYetValid) return { tone: "bad", text: "Not yet valid" };
  if (daysUntilExpiry < EXPIRING_SOON_DAYS) return { tone: "warn", text: "Expiring soon" };
  return { tone: "good", text: "Not expired" };
}

export function certificates(count: number): string {
  return counted(count, "Certificate");
}

/** The earliest end on the path: a certificate holds no longer than those above it. */
export function usableUntil({ chain, evaluatedAt }: Pick<Analysis, "chain" | "evaluatedAt">) {
  const [first] = chain.toSorted((a, b) =>
    Date.parse(a.info.notAfter) - Date.parse(b.info.notAfter)
  );
  if (!first) return [];
  const { notAfter } = first.info;
  const over = Date.parse(notAfter) < Date.parse(evaluatedAt) ? ", EXPIRED" : "";
  const whose = first === chain[0] ? "" : ` (${named(displayName(first.info))})`;
  return [{ term: "Chain usable until", value: `${day(notAfter)}${over}${whose}` }];
}

const TERMS: Readonly<Record<string, string>> = {
  DNS: "Domain",
  IP: "IP address",
  email: "E-mail",
  URI: "URI",
};
const DOMAIN = /^(?:\*\.)?(?:[a-z0-9_-]+\.)+[a-z0-9-]+\.?$/i;

type Named = {
  subject: Pick<CertificateInfo["subject"], "commonName" | "emailAddress">;
  extensions: Pick<CertificateInfo["extensions"], "subjectAltName">;
};

/** The first name in a certificate's subject, with its field; for a person also the e-mail address. */
export function namesOf({ subject, extensions }: Named): { term: string; value: string | null }[] {
  const names = extensions.subjectAltName;
  const value = subject.commonName ?? names[0]?.value ?? null;
  const email = names.find(({ type }) => type === "email")?.value ?? subject.emailAddress;
  const term = termOf(value, names);
  return term === "Name" && email
    ? [{ term, value }, { term: "E-mail", value: email }]
    : [{ term, value }];
}

function termOf(value: string | null, names: Named["extensions"]["subjectAltName"]): string {
  const named = names.find((name) => name.value.toLowerCase() === value?.toLowerCase());
  if (named) return TERMS[named.type] ?? "Name";
  if (value === null || DOMAIN.test(value)) return "Domain";
  return value.includes("@") ? "E-mail" : "Name";
}
