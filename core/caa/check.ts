/**
 * caa/check: reads the text of a zone file, a resolver or a DNS provider, explains the CAA records of each name, and
 * determines whether an authority may issue for a name by climbing the tree as RFC 8659, section 3
 * requires. It uses only the text: if the text lacks a record, the answer is unknown.
 */
import type { Operation } from "../kernel/execute.ts";
import { readDomainName } from "../names/domain-name.ts";
import { readTypedDomain } from "../names/hosts.ts";
import {
  type CaaDecision,
  caaSentences,
  checkedVerdict,
  decisionStatement,
  policyStatements,
} from "../verdict/caa.ts";
import type { CaaUndecided } from "../verdict/codes.ts";
import { reasonWords } from "../verdict/text/caa.ts";
import { authorityByKey, issuerDomains, issuerName } from "./authorities.ts";
import type { caaCheck } from "./contract.ts";
import { failureReason } from "./failures.ts";
import { decide, policyFacts, policyOf } from "./policy.ts";
import { toParsed } from "./validate.ts";
import { findRecords, findUnnamed, readZone, unreadOf, type Zone } from "./zone.ts";

/**
 * Returns every record of a zone text, the meaning of the records by name, and whether the authority may
 * issue. `problem` of a record is its fault. Throws `too_complex`.
 */
export const check: Operation<typeof caaCheck> = (input, context) => {
  context.budget.spend("bytes", input.records.length);
  const zone = readZone(input.records);
  const policies = [...zone.records].map(([domain, records]) => ({
    domain,
    policy: policyFacts(policyOf(records)),
  }));
  const decision = input.authority.trim() === "" ? null : decisionOn(zone, input);
  const records = zone.read.map(({ line, reading }) => ({ line, ...toParsed(reading) }));
  return {
    records,
    ignored: zone.ignored,
    policies: policies.map(({ domain, policy }) => ({
      domain,
      sentences: caaSentences(policyStatements(policy, domain)),
    })),
    answer: decision && answerOf(decision),
    verdict: checkedVerdict({
      records: zone.read.map(({ reading }) => reading),
      policies,
      failures: zone.failures.map(failureReason),
      beside: zone.beside,
      decision,
      unread: unreadOf(zone),
    }),
  };
};

interface Question {
  domain: string;
  authority: string;
  purpose: "tls" | "wildcard" | "email";
}

function decisionOn(zone: Zone, { domain, authority, purpose }: Question): CaaDecision {
  const typed = domain.trim() === "" ? null : readTypedDomain(domain);
  const owners = [...zone.records.keys()];
  const name = typed?.name ?? null;
  /** The name to certify, for sentences. */
  const certified = typed?.wildcard ? `*.${name}` : name;
  const undecided = (why: CaaUndecided, at: string | null = null): CaaDecision => ({
    ...{ is: "undecided", name: certified ?? (owners.length === 1 ? owners[0] : null), why, at },
  });
  if (name === null && owners.length > 1) return undecided("several_names");
  const asked = name ?? owners[0];
  const found = asked === undefined || asked === null
    ? findUnnamed(zone)
    : findRecords(zone, asked);
  switch (found.status) {
    case "records": {
      const key = authority.trim();
      const own = authorityByKey(key)?.domains[0] ?? readDomainName(key) ?? key;
      return decide(policyOf(found.records), {
        authority: issuerName(own),
        name: certified ?? found.owner,
        domains: issuerDomains(own),
        kind: typed?.wildcard && purpose === "tls" ? "wildcard" : purpose,
        owner: found.owner,
        wildcard: found.wildcard,
      });
    }
    case "cname_beside":
      return { is: "cname_beside", name: found.at };
    case "failed":
      return { is: "failed", ...failureReason(found.failure) };
    case "undecided":
      return undecided(found.why, found.at);
  }
}

/** The fields of the answer that were there before the verdict. */
function answerOf(decision: CaaDecision) {
  return {
    permitted: decision.is === "permitted" ? true : decision.is === "forbidden" ? false : null,
    ...reasonWords(decisionStatement(decision)),
    governedBy: "question" in decision ? decision.question.owner : null,
  };
}
