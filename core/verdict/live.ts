/** Judges whether a server sends a certificate: the one that was installed, an old one, or another. */
import { authorityName, certificateName, nameIn } from "../names/certificate-name.ts";
import { judgeChain } from "./judge/chain.ts";
import type { CertificateFacts, ChainFacts } from "./judge/chain-facts.ts";
import type { ClientFault } from "./live-codes.ts";
import type { Statement, Verdict } from "./model.ts";
import { renderVerdict } from "./render.ts";
import type { RenderedVerdict } from "./schema.ts";
import { conclude, state, step } from "./statements.ts";
import type { Language } from "./text/language.ts";
import { liveEnglish } from "./text/live.ts";

/** The fields of a certificate in answers that this check reads. */
type LiveCertificate = CertificateFacts & {
  readonly fingerprints: { readonly sha256: string };
};

/** The analysis of the certificates that the server sends. */
export type SentChain = ChainFacts & {
  readonly certificate: LiveCertificate;
  readonly chain: readonly { readonly info: CertificateFacts }[];
  /** Absent in the analysis of a pasted answer. */
  readonly source?: unknown;
  /** Whether a pasted answer lists more certificates than it shows. */
  readonly hidesCertificates?: boolean;
};

/** `hostname`: the name that clients ask for; null if it is not known. */
export function judgeLive(
  expected: LiveCertificate,
  sent: SentChain,
  hostname: string | null = null,
): Verdict {
  return expected.fingerprints.sha256 === sent.certificate.fingerprints.sha256
    ? judgeSame(sent, hostname)
    : conclude(otherCertificate(expected, sent.certificate), []);
}

/** The server sends the right certificate. Its chain and its names are left to check. */
function judgeSame(sent: SentChain, hostname: string | null): Verdict {
  const { certificate, chain, missing, validation } = sent;
  const name = certificateName(certificate);
  // Servers do not send roots, so a missing one is judged with the chain.
  const fetched = chain.find(({ fetchedViaAIA }) => fetchedViaAIA);
  const [absent] = missing.filter(({ kind }) => kind !== "root");
  if (absent && sent.hidesCertificates) {
    const next = step("show_certificates", {});
    return conclude(state("live_unshown", { name }, { next }), []);
  }
  if (fetched || absent) {
    const issuer = fetched ? authorityName(certificate.issuer) : nameIn(absent.issuer);
    const next = step("install_whole_chain", {});
    return conclude(state("live_incomplete", { name, issuer }, { next }), []);
  }
  if (validation.isValid === null) return conclude(state("live_unproven", { name }), []);
  const judged = judgeChain(sent, hostname);
  if (judged.level === "bad") {
    const { next } = judged.headline;
    return conclude(state("live_refused", { name }, { next }), [judged.headline]);
  }
  const isSeenFromHere = sent.source !== undefined;
  return conclude(
    state("live_current", { name, until: certificate.notAfter, isSeenFromHere }),
    [],
    judged.others.filter(({ level }) => level === "warning"),
  );
}

function otherCertificate(expected: LiveCertificate, sent: LiveCertificate): Statement {
  const name = certificateName(expected);
  const names = namesOf(expected);
  const isForSame = [...namesOf(sent)].some((each) => names.has(each));
  if (!isForSame) {
    const next = step("choose_site", { name });
    return state("live_other", { name, sent: certificateName(sent) }, { next });
  }
  const facts = { name, until: sent.notAfter };
  return Date.parse(sent.notBefore) > Date.parse(expected.notBefore)
    ? state("live_newer", facts, { next: step("use_newer_certificate", {}) })
    : state("live_old", facts, { next: step("reload_server", {}) });
}

/** The names of a certificate, in lower case. */
function namesOf({ subject, extensions }: CertificateFacts): Set<string> {
  const names = extensions.subjectAltName.map(({ value }) => value);
  const all = names.length > 0 ? names : [subject.commonName ?? ""];
  return new Set(all.filter((name) => name !== "").map((name) => name.toLowerCase()));
}

/** The words of `openssl s_client` and of the C library about each fault. The first that occurs counts. */
const CLIENT_FAULTS: readonly (readonly [ClientFault, RegExp])[] = [
  [
    "host_unknown",
    /Name or service not known|nodename nor servname|No such host|Temporary failure in name resolution|BIO_lookup_ex/i,
  ],
  ["refused", /Connection refused|connect:errno=(?:111|61|10061)\b/i],
  [
    "timeout",
    /timed out|connect:errno=(?:110|60|10060)\b|No route to host|Network is unreachable/i,
  ],
  ["not_tls", /wrong version number|packet length too long|unknown protocol|http request/i],
  ["handshake_failed", /alert handshake failure|alert number|ssl handshake failure/i],
  ["no_certificate", /no peer certificate available/i],
];

/** Why a pasted answer of `openssl s_client` has no certificate; null if it says no reason. */
export const readClientFault = (text: string): ClientFault | null =>
  text.includes("-----BEGIN CERTIFICATE")
    ? null
    : CLIENT_FAULTS.find(([, words]) => words.test(text))?.[0] ?? null;

const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;

/** Whether an answer of `openssl s_client` lists more certificates than it shows, as without -showcerts. */
export const hidesCertificates = (text: string): boolean =>
  count(text, /^ {0,2}\d{1,2} s:/gm) > count(text, /-----BEGIN CERTIFICATE/g);

/** The verdict on what a server sends. */
export const liveVerdict = (
  expected: LiveCertificate,
  sent: SentChain,
  hostname: string | null = null,
  language: Language = liveEnglish,
): RenderedVerdict => renderVerdict(judgeLive(expected, sent, hostname), language);

/** The verdict on an answer without a certificate. */
export const notReachedVerdict = (
  why: ClientFault,
  language: Language = liveEnglish,
): RenderedVerdict =>
  renderVerdict(
    conclude(state("live_not_reached", { why }, { next: step("reach_server", { why }) }), []),
    language,
  );
