/** The one answer about a live host: valid where and until when, revoked, or what is wrong where. */
import type { CertificateRevocation, Presentation } from "../../../../core/chain/contract.ts";
import { day } from "../../lib/dates.ts";
import { addressesOf } from "./addresses.ts";
import { type Analysis, displayName, type Judgement } from "./analysis.ts";
import { listOf, type Progress } from "./parts.ts";

/**
 * The worst fact, if there is one: a revocation, or what some of the addresses present. It counts
 * before the chain of the first address.
 */
export function worstOf(analysis: Analysis, host: string): Judgement | null {
  const revoked = analysis.revocation?.find(({ status }) => status === "revoked");
  if (revoked) {
    return {
      tone: "bad",
      title: revokedTitle(revoked, analysis),
      text: `Clients that check revocation refuse it. ${host} needs another certificate.`,
    };
  }
  const { everywhere, evaluatedAt } = analysis;
  if (!everywhere) return null;
  const { read, silent } = addressesOf(everywhere);
  const all = read.length + silent.length;
  const count = (test: (presentation: Presentation) => boolean) =>
    read.filter(({ presentation }) => test(everywhere.presentations[presentation!])).length;
  const of = (count: number, one: string, more: string) =>
    all === 1 ? null : `${count} of ${all} addresses ${count === 1 ? one : more}`;
  const expired = count(({ notAfter }) => Date.parse(notAfter) < Date.parse(evaluatedAt));
  const wrong = count(({ isValid, hostnameMatches }) => isValid === false || !hostnameMatches);
  const title = expired > 0
    ? of(expired, "serves an expired certificate", "serve an expired certificate")
    : wrong > 0
    ? of(wrong, "serves a chain that is not valid", "serve a chain that is not valid")
    : null;
  if (title === null) return null;
  const first = everywhere.presentations[0];
  const isFirst = first.isValid === false || !first.hostnameMatches;
  const [error] = everywhere.presentations.filter((presentation, place) =>
    read.some((reading) => reading.presentation === place) &&
    (presentation.isValid === false || !presentation.hostnameMatches)
  ).flatMap(({ errors }) => errors);
  const rest = isFirst ? "" : `${analysis.source?.address} serves a valid one.`;
  return { tone: "bad", title, text: `${error ?? ""} ${rest}`.trim() };
}

/** "Revoked on 3 Nov 2026: key compromise"; for an issuer with its name. */
function revokedTitle(
  { index, revokedAt, reason }: CertificateRevocation,
  { chain }: Analysis,
): string {
  const whose = index === 0 ? "Revoked" : `${displayName(chain[index].info)} was revoked`;
  const when = revokedAt === null ? "" : ` on ${day(revokedAt)}`;
  return `${whose}${when}${
    reason === null || reason === "unspecified" ? "" : `: ${wordsOf(reason)}`
  }`;
}

const AUTHORITIES: Readonly<Record<string, string>> = {
  cACompromise: "CA compromise",
  aACompromise: "attribute authority compromise",
};

/** "key compromise" out of "keyCompromise". */
const wordsOf = (reason: string): string =>
  AUTHORITIES[reason] ?? reason.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

/** "Valid on all 4 addresses until 8 Jun 2027". */
export function validTitle({ chain, everywhere }: Analysis, { missing }: Progress): string {
  const { read, silent } = everywhere ? addressesOf(everywhere) : { read: [], silent: [] };
  const unread = everywhere?.unread.length ?? 0;
  const all = read.length + silent.length + unread;
  const shown = read.map(({ presentation }) => everywhere!.presentations[presentation!].notAfter);
  const [first] = [...chain.map(({ info }) => info.notAfter), ...shown]
    .sort((a, b) => Date.parse(a) - Date.parse(b));
  const until = `until ${day(first)}`;
  if (missing.includes("everywhere")) return `Valid at the first address ${until}`;
  if (all <= 1) return `Valid ${until}`;
  const where = read.length === all ? `all ${all} addresses` : `${read.length} of ${all} addresses`;
  return `Valid on ${where} ${until}`;
}

/** What else is worth knowing about a valid chain, the most important first. */
export function remarks(analysis: Analysis): string[] {
  const { everywhere, caa, stapling } = analysis;
  const said: string[] = [];
  if (stapling?.required && stapling.stapled === false) {
    said.push("The certificate demands a stapled OCSP response, and the server sends none.");
  }
  if (everywhere) {
    const { read, silent } = addressesOf(everywhere);
    const all = read.length + silent.length;
    const others = read.filter(({ presentation }) => presentation !== 0).length;
    if (silent.length > 0) said.push(`${silent.length} of ${all} addresses could not be read.`);
    if (others > 0) {
      said.push(
        `${others} of ${all} addresses ${others === 1 ? "serves" : "serve"} another chain.`,
      );
    }
    const { length } = everywhere.unread;
    if (length > 0) said.push(`${length} ${length === 1 ? "was" : "were"} not read.`);
  }
  if (caa?.status === "forbidden") said.push(caa.message);
  return said;
}

/** A sentence if it is not known whether the end-entity certificate was revoked. */
export function revocationUnknown({ revocation }: Analysis): string[] {
  const leaf = revocation?.find(({ index }) => index === 0);
  return leaf?.status === "unknown" ? ["Whether it was revoked is not known."] : [];
}

/** "Still to come: revocation and CAA records."; "" if everything is there. */
export function pending({ missing, busy }: Progress): string {
  if (missing.length === 0) return "";
  return `${busy ? "Still to come" : "Not checked"}: ${listOf(missing)}.`;
}
