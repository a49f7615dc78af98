/** The verdict on a chain: its title, its tone and one sentence. */
import type { Problem } from "../../../../core/chain/contract.ts";
import { about, counted, named } from "../../../../core/kernel/formatting.ts";
import * as TEXT from "../../../../core/texts.ts";
import { day, timeAgo, withDates } from "../../lib/dates.ts";
import {
  keyUnknown,
  pending,
  remarks,
  revocationUnknown,
  revokedTitle,
  validTitle,
  worstOf,
} from "./host-answer.ts";
import type { Judgement } from "../../page/judgement.ts";
import { type Analysis, displayName } from "./analysis.ts";
import { firstToExpire } from "./names-and-dates.ts";
import { COMPLETE, type Progress } from "./parts.ts";

interface Asked {
  /** How much of a live host's answer is there. */
  progress?: Progress;
  /** The host name that pasted certificates were checked for. */
  hostname?: string | null;
}

/** The verdict on a chain: its worst fault, or until when it is valid and where. */
export function judge(
  analysis: Analysis,
  { progress = COMPLETE, hostname = null }: Asked = {},
): Judgement {
  return analysis.source
    ? judgeHost(analysis, named(analysis.source.unicodeHostname), progress)
    : judgePasted(analysis, hostname);
}

/** Whose chain a sentence is about. */
interface Subject {
  /** The host, or the name of the certificate. */
  name: string;
  /** "The certificate of shop.example.com" for a host, else the name. */
  certificate: string;
  /** The host that the certificate must be for; null if none was entered. */
  host: string | null;
}

function judgePasted(analysis: Analysis, hostname: string | null): Judgement {
  const name = named(displayName(analysis.certificate));
  const subject = { name, certificate: name, host: hostname === null ? null : named(hostname) };
  const { isValid } = analysis.validation;
  if (isValid === null) return notVerified(subject);
  if (!isValid) return faultOf(analysis, subject);
  const isOther = analysis.problems.some(({ code }) => code === "host_name_mismatch");
  return isOther ? otherHost(analysis, subject) : validChain(analysis, subject);
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
  const subject = { name: host, certificate: `The certificate of ${host}`, host };
  const { isValid } = analysis.validation;
  if (isValid === null) return also(notVerified(subject));
  if (!isValid) return also(faultOf(analysis, subject));
  if (!analysis.source?.hostnameMatches) return also(otherHost(analysis, subject));
  const chain = notSent(analysis) ?? validChain(analysis, subject);
  const { said, next } = remarks(analysis);
  const isWhole = still === "" && said.length === 0;
  const unknown = [...revocationUnknown(analysis), ...keyUnknown(analysis)];
  return also(
    {
      tone: still !== "" ? "info" : said.length > 0 ? "warn" : chain.tone,
      title: chain.tone === "good" || !isWhole ? validTitle(analysis, host, progress) : chain.title,
      text: said.join(" "),
      next: chain.next ?? next,
    },
    chain.text,
    ...unknown,
  );
}

function notVerified({ name }: Subject): Judgement {
  return {
    tone: "info",
    title: `The chain of ${name} cannot be verified here`,
    text: "A signature in the chain uses an algorithm that this tool cannot verify.",
    next: "Check it with the OpenSSL command below.",
  };
}

/** The faults that users can act on at once come first; the rest is in the order of the path. */
const FIRST = [
  "revoked",
  "expired",
  "not_yet_valid",
  "signature_invalid",
  "unknown_critical_extension",
  "self_signed",
];

/**
 * The worst fault that makes a chain invalid. A missing issuer comes last, because adding it repairs no
 * other fault.
 */
function causeOf({ problems }: Analysis): Problem | undefined {
  const faults = problems.filter(({ severity, kind }) => severity === "error" && kind === "proof");
  const rank = ({ code }: Problem) =>
    code === "issuer_not_found" ? 2 : FIRST.includes(code) ? FIRST.indexOf(code) / FIRST.length : 1;
  return faults.toSorted((a, b) => rank(a) - rank(b))[0];
}

/** Why a chain is not valid: the cause is in the title, and its remedy follows. */
function faultOf(analysis: Analysis, subject: Subject): Judgement {
  const cause = causeOf(analysis);
  const { name } = subject;
  if (!cause) {
    return { tone: "bad", title: `The chain of ${name} is INVALID`, text: "", next: null };
  }
  const { code, title, message, advice, index } = cause;
  const entry = index === null ? undefined : analysis.chain[index];
  const isLeaf = entry === undefined || index === 0;
  const owner = isLeaf ? subject.certificate : named(displayName(entry.info));
  const text = isLeaf ? withDates(message) : `${owner}: ${withDates(message)}`;
  const days = entry?.info.daysUntilExpiry ?? null;
  const bad = (title: string, text: string, next: string): Judgement => ({
    ...{ tone: "bad", title, text, next },
  });
  switch (code) {
    case "expired": {
      const ago = days === null ? "has expired" : `expired ${timeAgo(days)}`;
      return isLeaf
        ? bad(`${owner} ${ago}`, `${text} Clients refuse it.`, "Renew it, and install the new one.")
        : bad(
          `The chain of ${name} is broken: ${owner} ${ago}`,
          "Clients refuse every certificate below it.",
          `Replace ${owner} with its successor, which your CA offers.`,
        );
    }
    case "not_yet_valid":
      return bad(
        entry ? `${owner} is not valid before ${day(entry.info.notBefore)}` : title,
        "Clients refuse it until then.",
        "Use the previous certificate until then, or correct the clock if it is wrong.",
      );
    case "revoked":
      return bad(
        revokedTitle(analysis.revocation?.find(({ status }) => status === "revoked"), owner),
        "Clients that check revocation refuse it.",
        "Replace it with a new certificate that has a new key.",
      );
    case "signature_invalid":
      return bad(
        `${owner} was not signed by ${named(entry?.info.issuer.commonName || "its issuer")}`,
        `${text} Clients refuse it.`,
        advice,
      );
    case "self_signed":
      return bad(
        `${owner} is self-signed`,
        "No CA issued it. Only clients that have it in their trust store accept it.",
        "Get a certificate from a CA, or install this one where it should be trusted.",
      );
    case "unknown_critical_extension":
      return bad(`${owner} has an unknown critical extension`, text, advice);
    case "issuer_not_found":
      return incomplete(analysis);
    case "host_name_mismatch":
      return otherHost(analysis, subject);
  }
  return bad(`The chain of ${name} is not valid: ${inSentence(title)}`, text, advice);
}

/** The last certificate of the path has no issuer here. */
function incomplete({ missing: [missing], chain, source }: Analysis): Judgement {
  const last = chain.at(-1);
  const child = last ? named(displayName(last.info)) : "The certificate";
  const issuer = named(last?.info.issuer.commonName || missing?.issuer || "without a name");
  const kind = missing?.kind === "intermediate"
    ? "intermediate certificate"
    : missing?.kind === "root"
    ? "root certificate"
    : "issuer certificate";
  const text = `${TEXT.issuerNotFound}. ${child} was signed by ${issuer}, ` +
    "which is neither among these certificates nor in the trust store.";
  if (source && missing?.kind !== "root") {
    return {
      tone: "bad",
      title: `The server doesn't send ${
        kind === "issuer certificate" ? "the" : "its"
      } ${kind} ${issuer}`,
      text,
      next: "Add it to fix the warning.",
    };
  }
  const next = missing?.kind === "root"
    ? `Install ${issuer} on your clients if it is a private root.`
    : (missing?.urls.length ?? 0) > 0 && !source
    ? `Complete the chain online, or paste ${issuer} too.`
    : `Add ${issuer} below the certificate that it signed.`;
  return { tone: "bad", title: `The ${kind} ${issuer} is missing`, text, next };
}

/** A chain that is valid only with certificates that the server does not send; null if it sends all. */
function notSent({ chain, validation, source }: Analysis): Judgement | null {
  const fetched = chain.filter(({ fetchedViaAIA, type }) => fetchedViaAIA && type !== "root");
  if (!source || fetched.length === 0 || !validation.isValid) return null;
  return {
    tone: "warn",
    title: `The server doesn't send its intermediate certificate ${
      named(displayName(fetched[0].info))
    }`,
    text: "Browsers that fetch it themselves accept the chain. Other clients show an error.",
    next: "Add it to fix the warning: install the full chain below.",
  };
}

function otherHost({ certificate, validation }: Analysis, { host }: Subject): Judgement {
  const names = certificate.extensions.subjectAltName;
  const own = named(names.find(({ type }) => type === "DNS")?.value ?? displayName(certificate));
  const more = names.length > 1 ? ` and ${counted(names.length - 1, "other name")}` : "";
  const asked = host ?? "that host name";
  return {
    tone: "bad",
    title: `This certificate is for ${own}${more}, not for ${asked}`,
    text: validation.isValid ? "The chain itself is VALID." : "",
    next: `Get a certificate that includes ${asked}, or use a name that this one has.`,
  };
}

/** A title within a sentence: an abbreviation at its start keeps its capitals. */
const inSentence = (title: string): string =>
  /^[A-Z][a-z]/.test(title) ? title[0].toLowerCase() + title.slice(1) : title;

/** The verdict on a chain that is proven up to a root: what clients make of it. */
function validChain(analysis: Analysis, subject: Subject): Judgement {
  const { validation, problems, chain } = analysis;
  const { trusted, trustedByYou, trustStore, programs } = validation;
  const { name } = subject;
  const last = chain.at(-1);
  const root = last ? named(displayName(last.info)) : "its root";
  const isLone = chain.length === 1;
  const first = firstToExpire(chain);
  const until = first ? day(first.info.notAfter) : "its end";
  const ofRoot = trustedByYou
    ? `The root of ${name} is trusted by you. It is not a public root.`
    : trusted
    ? `The root of ${name} is in Mozilla's list of ${day(trustStore.date)}.`
    : isLone
    ? "Private root: devices on which it is installed accept what it signs."
    : `Private root: devices on which ${root} is installed accept this chain.`;
  const install = trusted || trustedByYou
    ? null
    : `Install ${root} on the devices that should trust it.`;
  const error = problems.find(({ severity }) => severity === "error");
  if (error) {
    return {
      tone: "warn",
      title: `Browsers may refuse ${name}: ${inSentence(error.title)}`,
      text: `The chain itself is VALID. ${withDates(error.message)}`,
      next: error.advice,
    };
  }
  // Clients refuse it even where its root is installed.
  const weak = problems.find(({ code, severity }) =>
    severity !== "info" && (code === "weak_signature" || code === "weak_key")
  );
  if (weak) {
    const owner = weak.index ? named(displayName(chain[weak.index].info)) : name;
    return {
      tone: "warn",
      title: about(owner, weak.message).replace(/\.$/, ""),
      text: `The chain itself is VALID. ${ofRoot}`,
      next: weak.advice,
    };
  }
  const soon = problems.find(({ code }) => code === "expiring_soon");
  if (soon) {
    const entry = chain[soon.index ?? 0];
    const isLeaf = (soon.index ?? 0) === 0;
    const owner = isLeaf ? subject.certificate : named(displayName(entry.info));
    const { daysUntilExpiry, notAfter } = entry.info;
    const left = daysUntilExpiry === 0 ? "today" : `in ${counted(daysUntilExpiry, "day")}`;
    return {
      tone: "warn",
      title: `${owner} expires ${left}`,
      text: `The chain is VALID until ${day(notAfter)}. ${ofRoot}`,
      next: isLeaf
        ? "Renew it now, and automate the renewal."
        : `Replace ${owner} with its successor, which your CA offers.`,
    };
  }
  if (trustedByYou) {
    return { tone: "good", title: `${name} is valid until ${until}`, text: ofRoot, next: null };
  }
  if (!trusted && analysis.acceptance?.scope === "public") {
    const text = `The root of ${name} is not in Mozilla's list of ${day(trustStore.date)}.`;
    return {
      tone: "warn",
      title: `Not every browser trusts the root of ${name}`,
      text,
      next: "Get a certificate whose root all browsers trust.",
    };
  }
  if (!trusted) {
    const title = isLone
      ? `${name} is a private root, valid until ${until}`
      : `${name} is valid where ${root} is installed`;
    return { tone: "warn", title, text: ofRoot, next: install };
  }
  if (programs.some(({ trusts }) => trusts === false)) {
    return {
      tone: "warn",
      title: `Not every browser trusts the root of ${name}`,
      text: messagesOf(programs),
      next: "Get a certificate whose root all browsers trust.",
    };
  }
  return { tone: "good", title: `${name} is valid until ${until}`, text: ofRoot, next: null };
}

/** "Mozilla: yes. Chrome: not for certificates issued after 11 Nov 2024." */
const messagesOf = (programs: Analysis["validation"]["programs"]): string =>
  programs.map(({ message }) => message).join(" ");
