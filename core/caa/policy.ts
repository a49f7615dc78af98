/**
 * The meaning of the CAA records at one name (RFC 8659, 4.2 to 4.4; RFC 9495), and whether they allow an authority to
 * issue.
 *
 * A record with the tag of a kind of certificate restricts that kind. issuewild governs wildcard
 * certificates, or issue if there is no issuewild. Only issuemail governs S/MIME. A malformed value
 * authorizes no CA, and iodef restricts nothing. A critical record with a tag that an authority does not
 * know forbids it to issue.
 */
import { listed, quoted } from "../kernel/formatting.ts";
import type { CaaDecision, CaaPolicyFacts } from "../verdict/caa.ts";
import type { CaaIssuers, CaaKind, CaaLimit } from "../verdict/codes.ts";
import { authorityOfIssuer, issuerName } from "./authorities.ts";
import {
  type CaaRecord,
  CRITICAL,
  type IssueParameter,
  KNOWN_TAGS,
  octetsToText,
  readIssueValue,
} from "./records.ts";

interface Issuer {
  /** Issuer domain name in lower case. */
  readonly domain: string;
  readonly limits: readonly CaaLimit[];
}

interface Permission {
  /** The tag that governs; null if nothing restricts this kind of certificate. */
  readonly by: "issue" | "issuewild" | "issuemail" | "issuevmc" | null;
  /** The CAs that may issue; empty under a governing tag means that none may. */
  readonly issuers: readonly Issuer[];
}

type Policy = Readonly<Record<CaaKind | "mark", Permission>> & {
  /** A record with an unregistered tag is marked critical. */
  readonly blocked: boolean;
  /** Registered tags beyond RFC 8659 that are marked critical. */
  readonly critical: readonly string[];
  /** Values of iodef. */
  readonly reports: readonly string[];
};

/** Tags that every CA must know (Baseline Requirements, 3.2.2.8). */
const OBLIGATORY = ["issue", "issuewild", "iodef"];

/** The policy of all CAA records at one name. */
export function policyOf(records: readonly CaaRecord[]): Policy {
  const permission = (by: NonNullable<Permission["by"]>): Permission | null => {
    const governing = records.filter(({ tag }) => tag === by);
    if (governing.length === 0) return null;
    const issuers = governing.flatMap(({ value }): Issuer[] => {
      const { issue } = readIssueValue(value);
      return issue && issue.issuer !== ""
        ? [{ domain: issue.issuer, limits: issue.parameters.map(limitOf) }]
        : [];
    });
    return { by, issuers };
  };
  const free: Permission = { by: null, issuers: [] };
  const critical = records.filter(({ flags, tag }) => flags & CRITICAL && !OBLIGATORY.includes(tag))
    .map(({ tag }) => tag);
  const tls = permission("issue");
  return {
    tls: tls ?? free,
    wildcard: permission("issuewild") ?? tls ?? free,
    email: permission("issuemail") ?? free,
    mark: permission("issuevmc") ?? free,
    blocked: critical.some((tag) => !KNOWN_TAGS.includes(tag)),
    critical: [...new Set(critical)].filter((tag) => KNOWN_TAGS.includes(tag)),
    reports: records.filter(({ tag }) => tag === "iodef").map(({ value }) => octetsToText(value)),
  };
}

function limitOf({ tag, value }: IssueParameter): CaaLimit {
  if (tag === "accounturi") return { account: value };
  if (tag === "validationmethods") return { methods: value === "" ? [] : value.split(",") };
  return { parameter: tag };
}

/** The policy as facts of statements, with the names of authorities. */
export function policyFacts(policy: Policy): CaaPolicyFacts {
  const { tls, wildcard, email, mark, blocked, critical, reports } = policy;
  const named = ({ by, issuers }: Permission): CaaIssuers =>
    by && issuers.map(({ domain, limits }) => ({ name: issuerName(domain), limits }));
  const isSame = wildcard.by !== null &&
    (wildcard.by === "issue" ||
      tls.by !== null && JSON.stringify(tls.issuers) === JSON.stringify(wildcard.issuers));
  return {
    ...{ tls: named(tls), wildcard: named(wildcard), email: named(email), mark: named(mark) },
    ...{ isWildcardSame: isSame, blocked, critical, reports },
  };
}

interface Question {
  /** For sentences. */
  readonly authority: string;
  readonly name: string | null;
  /** Its issuer domain names. */
  readonly domains: readonly string[];
  readonly kind: CaaKind;
  readonly owner: string | null;
  readonly wildcard: string | null;
}

/** Whether the authority with any of these issuer domain names may issue. */
export function decide(policy: Policy, { domains, ...question }: Question): CaaDecision {
  const { by, issuers } = policy[question.kind];
  const forbidden = (by: Permission["by"] | "critical", others: boolean): CaaDecision => ({
    ...{ is: "forbidden", question, by, others },
  });
  if (policy.blocked) return forbidden("critical", false);
  const fitting = issuers.filter(({ domain }) => domains.includes(domain));
  if (by !== null && fitting.length === 0) return forbidden(by, issuers.length > 0);
  // A record without limits makes those of other records irrelevant.
  const isOpen = by === null || fitting.some(({ limits }) => limits.length === 0);
  const limits = isOpen ? [] : fitting.map(({ limits }) => limits);
  return { is: "permitted", question, by, tags: policy.critical, limits };
}

interface Agreement {
  status: "allowed" | "forbidden" | "unknown";
  /** In one sentence. */
  message: string;
}

/** The issuer of a certificate. */
interface CertificateIssuer {
  readonly organization: string;
  /** The hosts of the addresses in the certificates that it issues. */
  readonly hosts: readonly string[];
}

/** Whether the policy at `domain` allows the issuer of a certificate to issue the next one. */
export function agreementOf(
  policy: Policy,
  domain: string,
  { organization, hosts }: CertificateIssuer,
  kind: CaaKind,
): Agreement {
  const { by, issuers } = policy[kind];
  if (by === null && !policy.blocked) {
    return { status: "allowed", message: `No record of ${domain} restricts who may issue.` };
  }
  const names = [...new Set(issuers.map(({ domain }) => issuerName(domain)))];
  const allowed = names.length > 0 ? `allows ${listed(names)}` : "allows no authority";
  const authority = authorityOfIssuer(organization, hosts);
  if (authority === null) {
    return {
      status: "unknown",
      message: `${domain} ${allowed}. We cannot tell whether that includes ${
        quoted(organization)
      }, because our list of authorities does not have it.`,
    };
  }
  const { name, domains } = authority;
  const question = { authority: name, name: domain, domains, kind, owner: domain, wildcard: null };
  if (decide(policy, question).is === "permitted") {
    return { status: "allowed", message: `${domain} allows ${name} to issue.` };
  }
  return {
    status: "forbidden",
    message: `${domain} ${allowed}. This certificate is from ${name}, so its renewal will fail.`,
  };
}
