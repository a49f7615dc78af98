/**
 * The meaning of the CAA records at one name (RFC 8659, sections 4.2 to 4.4; RFC 9495), and whether they
 * allow an authority to issue.
 *
 * A record with the tag of a kind of certificate restricts that kind. issuewild governs wildcard
 * certificates, or issue if there is no issuewild. Only issuemail governs S/MIME. A malformed value
 * authorizes no CA, and iodef restricts nothing. A critical record with a tag that an authority does not
 * know forbids it to issue.
 */
import { listed, named, quoted } from "../kernel/formatting.ts";
import {
  type CaaRecord,
  CRITICAL,
  type IssueParameter,
  KNOWN_TAGS,
  octetsToText,
  readIssueValue,
} from "./records.ts";
import { AUTHORITIES, type Authority, issuerName } from "./authorities.ts";

interface Issuer {
  /** Issuer domain name in lower case. */
  readonly domain: string;
  readonly parameters: readonly IssueParameter[];
}

interface Permission {
  /** The tag that governs; null if nothing restricts this kind of certificate. */
  readonly by: "issue" | "issuewild" | "issuemail" | "issuevmc" | null;
  /** The CAs that may issue; empty under a governing tag means that none may. */
  readonly issuers: readonly Issuer[];
}

interface Policy {
  readonly tls: Permission;
  readonly wildcard: Permission;
  readonly email: Permission;
  /** Verified mark certificates. */
  readonly mark: Permission;
  /** A record with an unregistered tag is marked critical. */
  readonly blocked: boolean;
  /** Registered tags beyond RFC 8659 that are marked critical. */
  readonly critical: readonly string[];
  /** Values of iodef. */
  readonly reports: readonly string[];
}

/** Tags that every CA must know (Baseline Requirements, section 3.2.2.8). */
const OBLIGATORY = new Set(["issue", "issuewild", "iodef"]);

/** The policy of all CAA records at one name. */
export function policyOf(records: readonly CaaRecord[]): Policy {
  const permission = (by: NonNullable<Permission["by"]>): Permission | null => {
    const governing = records.filter(({ tag }) => tag === by);
    if (governing.length === 0) return null;
    const issuers = governing.flatMap(({ value }): Issuer[] => {
      const { issue } = readIssueValue(value);
      return issue && issue.issuer !== ""
        ? [{ domain: issue.issuer, parameters: issue.parameters }]
        : [];
    });
    return { by, issuers };
  };
  const free: Permission = { by: null, issuers: [] };
  const critical = records.filter(({ flags, tag }) => flags & CRITICAL && !OBLIGATORY.has(tag));
  const tls = permission("issue");
  return {
    tls: tls ?? free,
    wildcard: permission("issuewild") ?? tls ?? free,
    email: permission("issuemail") ?? free,
    mark: permission("issuevmc") ?? free,
    blocked: critical.some(({ tag }) => !KNOWN_TAGS.includes(tag)),
    critical: [...new Set(critical.map(({ tag }) => tag))].filter((tag) =>
      KNOWN_TAGS.includes(tag)
    ),
    reports: records.filter(({ tag }) => tag === "iodef").map(({ value }) => octetsToText(value)),
  };
}

const PURPOSES = ["tls", "wildcard", "email"] as const;
export type Purpose = typeof PURPOSES[number];

interface Verdict {
  /** Whether it may issue if the conditions hold. */
  readonly permitted: boolean;
  readonly reason: string;
  /** Further conditions; empty if it may not issue. */
  readonly conditions: readonly string[];
}

const KINDS: Readonly<Record<Purpose, string>> = {
  tls: "TLS certificates",
  wildcard: "wildcard certificates",
  email: "S/MIME certificates",
};

/** Whether the authority with any of these issuer domain names may issue. */
export function mayIssue(policy: Policy, domains: readonly string[], purpose: Purpose): Verdict {
  const kind = KINDS[purpose];
  if (policy.blocked) {
    return {
      permitted: false,
      reason: "A record with an unregistered tag is marked critical, so no authority that does " +
        "not know the tag may issue.",
      conditions: [],
    };
  }
  const { by, issuers } = policy[purpose];
  const conditions = policy.critical.map((tag) =>
    `The authority must know the tag ${tag}, which is marked critical.`
  );
  if (by === null) {
    return {
      permitted: true,
      reason: `No record restricts ${kind}: any authority may issue.`,
      conditions,
    };
  }
  const fitting = issuers.filter(({ domain }) => domains.includes(domain));
  if (fitting.length === 0) {
    return {
      permitted: false,
      reason: issuers.length === 0
        ? `The ${by} records allow no authority at all.`
        : `The ${by} records name others, not this authority.`,
      conditions: [],
    };
  }
  const open = fitting.some(({ parameters }) => limitsOf(parameters).length === 0);
  return {
    permitted: true,
    reason: by === "issue" && purpose === "wildcard"
      ? "An issue record names it, and there is no issuewild record, so issue governs."
      : `An ${by} record names it.`,
    conditions: open ? conditions : [...conditions, ...new Set(fitting.map(conditionOf))],
  };
}

function conditionOf({ parameters }: Issuer): string {
  const words = limitsOf(parameters).join(" and ");
  return `${words[0].toUpperCase()}${words.slice(1)}.`;
}

/** The conditions of one record's parameters, in words. */
function limitsOf(parameters: readonly IssueParameter[]): string[] {
  return parameters.map(({ tag, value }) => {
    if (tag === "accounturi") return `only for the account ${named(value)}`;
    if (tag === "validationmethods") {
      return value === ""
        ? "by no validation method"
        : `only by ${listed(value.split(",").map(named))}`;
    }
    return `only as the authority defines the parameter ${named(tag)}`;
  });
}

/**
 * Explains the policy in sentences, the most important one first.
 * @param name the name of the records; null if unknown
 */
export function explain(policy: Policy, name: string | null): string[] {
  const where = name === null ? "" : ` for ${named(name)}`;
  const sentences: string[] = [];
  if (policy.blocked) {
    sentences.push(
      "A record with an unregistered tag is marked critical: authorities that do not know it " +
        "must not issue anything.",
    );
  }
  // If a critical tag forbids all CAs to issue, "any authority may" would be wrong.
  if (policy.tls.by !== null || !policy.blocked) sentences.push(tlsSentence(policy.tls, where));
  if (policy.wildcard.by !== null || !policy.blocked) {
    sentences.push(`Wildcard certificates: ${wildcardWords(policy)}.`);
  }
  if (policy.email.by !== null) {
    sentences.push(`S/MIME certificates: ${onlyWords(policy.email)}.`);
  } else if (!policy.blocked) sentences.push("S/MIME certificates: not restricted.");
  if (policy.mark.by !== null) {
    sentences.push(`Verified mark certificates: ${onlyWords(policy.mark)}.`);
  }
  if (policy.critical.length > 0) {
    sentences.push(
      `An authority that does not know ${
        listed(policy.critical.map(named))
      } must not issue: the record is ` +
        "marked critical.",
    );
  }
  if (policy.reports.length > 0) {
    sentences.push(
      `Authorities may report refused requests to ${listed(policy.reports.map(named))}.`,
    );
  }
  if (name !== null) {
    sentences.push(
      `Names below ${named(name)}: the same, unless they have CAA records of their own.`,
    );
  }
  return sentences;
}

function tlsSentence(tls: Permission, where: string): string {
  if (tls.by === null) {
    return `Any authority may issue TLS certificates${where}: no issue record restricts them.`;
  }
  return tls.issuers.length === 0
    ? `No authority may issue TLS certificates${where}.`
    : `Only ${namesOf(tls)} may issue TLS certificates${where}.`;
}

function wildcardWords({ tls, wildcard }: Policy): string {
  if (wildcard.by === null) return "not restricted";
  if (wildcard.by === "issue" || sameIssuers(tls, wildcard)) return "the same";
  return onlyWords(wildcard);
}

function sameIssuers(a: Permission, b: Permission): boolean {
  return a.by !== null && JSON.stringify(a.issuers) === JSON.stringify(b.issuers);
}

function onlyWords(permission: Permission): string {
  return permission.issuers.length === 0 ? "no authority" : `only ${namesOf(permission)}`;
}

function namesOf({ issuers }: Permission): string {
  const names = issuers.map(({ domain, parameters }) => {
    const limits = limitsOf(parameters);
    return limits.length === 0
      ? issuerName(domain)
      : `${issuerName(domain)} (${limits.join(" and ")})`;
  });
  return listed([...new Set(names)]);
}

interface Agreement {
  status: "allowed" | "forbidden" | "unknown";
  /** In one sentence. */
  message: string;
}

const plain = (name: string): string => name.toLowerCase().replace(/[^a-z0-9. ]/g, "").trim();

/**
 * The authority whose name is the beginning of an issuer's organization, such as Sectigo for "Sectigo
 * Limited". Null if no name matches.
 */
export function authorityNamed(organization: string): Authority | null {
  const words = `${plain(organization)} `;
  return AUTHORITIES.find(({ name }) => {
    const wanted = plain(name.replace(/ \(.*\)$/, ""));
    return words.startsWith(`${wanted} `) || words.startsWith(`${wanted}, `);
  }) ?? null;
}

/** Whether the policy at `domain` allows the authority with this organization to issue. */
export function agreementOf(
  policy: Policy,
  domain: string,
  organization: string,
  purpose: Purpose,
): Agreement {
  const { by, issuers } = policy[purpose];
  if (by === null && !policy.blocked) {
    return { status: "allowed", message: `No record of ${domain} restricts who may issue.` };
  }
  const names = issuers.map(({ domain }) =>
    AUTHORITIES.find(({ domains }) => domains.includes(domain))?.name ?? named(domain)
  );
  const allowed = names.length > 0
    ? `allows ${listed([...new Set(names)])}`
    : "allows no authority";
  const authority = authorityNamed(organization);
  if (authority === null) {
    return {
      status: "unknown",
      message: `${domain} ${allowed}. The name of ${
        quoted(organization)
      } in CAA records is not known to this tool.`,
    };
  }
  const { permitted } = mayIssue(policy, authority.domains, purpose);
  if (permitted) {
    return { status: "allowed", message: `${domain} allows ${authority.name} to issue.` };
  }
  return {
    status: "forbidden",
    message:
      `${domain} ${allowed}. This certificate is from ${authority.name}, so its renewal will fail.`,
  };
}
