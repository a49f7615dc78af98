/** The verdict on a certificate or CSR and a private key. */
import type { Statement, Verdict } from "./model.ts";
import { renderVerdict } from "./render.ts";
import type { RenderedVerdict } from "./schema.ts";
import { conclude, state, step } from "./statements.ts";
import { matchEnglish } from "./text/match.ts";

interface Named {
  readonly subject: { readonly commonName: string | null };
}

interface MatchFacts {
  readonly match: boolean | null;
  readonly reason: string | null;
  readonly certificate:
    | Named & { readonly isExpired: boolean; readonly daysUntilExpiry: number }
    | null;
  readonly request: Named | null;
}

function headlineOf({ match, reason, certificate, request }: MatchFacts): Statement {
  const name = (certificate ?? request)?.subject.commonName ?? null;
  if (match === null) {
    return state("match_unknown", { reason }, { next: step("compare_digests", {}) });
  }
  if (!match) {
    const facts = { name, isRequest: request !== null, reason };
    return state("no_match", facts, { next: step("find_key", {}) });
  }
  if (request) return state("request_match", { name }, { next: step("send_csr_keep_key", {}) });
  const expired = certificate?.isExpired ? certificate.daysUntilExpiry : null;
  const next = expired === null ? step("install_pair", {}) : step("renew_certificate", {});
  return state("certificate_match", { name, expired }, { next });
}

const judgeMatch = (facts: MatchFacts): Verdict => conclude(headlineOf(facts), []);

/** The verdict of the matcher. */
export const matchVerdict = (facts: MatchFacts): RenderedVerdict =>
  renderVerdict(judgeMatch(facts), matchEnglish);
