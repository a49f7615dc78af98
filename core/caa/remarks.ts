/**
 * Remarks on records that are valid and probably a mistake: issuers that no authority uses, methods that do not exist,
 * the account of another authority. And the records that were meant by an invalid one.
 */
import type { Statement } from "../verdict/model.ts";
import { state } from "../verdict/statements.ts";
import { readDomainName } from "../names/domain-name.ts";
import { AUTHORITIES, authorityByDomain, authorityOfHost } from "./authorities.ts";
import {
  type CaaRecord,
  CRITICAL,
  formatRdata,
  type IssueParameter,
  type IssueValue,
  KNOWN_TAGS,
  readValue,
  textToOctets,
} from "./records.ts";

/** The methods of IANA's registry "ACME Validation Methods" that a public authority can use (RFC 8657, 4). */
const METHODS = [
  ...["http-01", "dns-01", "tls-alpn-01", "email-reply-00", "onion-csr-01"],
  ...["dns-account-01", "dns-persist-01"],
];

/** Remarks on a record. `issue`: what its value says, if it is valid and names a CA. */
export function remarksOn({ flags, tag }: CaaRecord, issue: IssueValue | null): Statement[] {
  const remarks: Statement[] = [];
  if (flags === 1) remarks.push(state("caa_flag_one", {}));
  else if (flags & 127) remarks.push(state("caa_flags_reserved", {}));
  if (!KNOWN_TAGS.includes(tag)) {
    remarks.push(
      flags & CRITICAL ? state("caa_tag_critical", { tag }) : state("caa_tag_ignored", { tag }),
    );
  }
  if (issue) {
    if (issue.issuer !== "") remarks.push(...remarksOnIssuer(issue.issuer));
    remarks.push(...remarksOnParameters(issue.issuer, issue.parameters));
  }
  return remarks;
}

function remarksOnIssuer(issuer: string): Statement[] {
  if (authorityByDomain(issuer)) return [];
  const meant = meantIssuer(issuer);
  if (meant !== null) return [state("caa_issuer_mistaken", { issuer, ...meant })];
  return [
    issuer.includes(".")
      ? state("caa_issuer_unlisted", { issuer })
      : state("caa_issuer_is_word", { issuer }),
  ];
}

/** The authority whose name was probably meant, and the domain that it looks for. */
function meantIssuer(issuer: string): { authority: string; meant: string } | null {
  const related = authorityOfHost(issuer);
  if (related) return { authority: related.name, meant: related.domains[0] };
  const label = (domain: string) => domain.split(".").at(-2) ?? domain;
  for (const { name, domains } of AUTHORITIES) {
    const meant = domains.find((domain) =>
      // The same name under another top level or without one, or with a slip.
      issuer.startsWith(`${domain}.`) ||
      label(domain).length > 4 && label(domain) === label(issuer) ||
      isNear(issuer, domain)
    );
    if (meant !== undefined) return { authority: name, meant };
  }
  return null;
}

function remarksOnParameters(issuer: string, parameters: readonly IssueParameter[]): Statement[] {
  const authority = authorityByDomain(issuer);
  const remarks: Statement[] = [];
  const own: string[] = [];
  for (const { tag, value } of parameters) {
    if (tag === "validationmethods") {
      // A method of an authority's own begins with "ca-" (RFC 8657, 4).
      const unknown = value.split(",").filter((method) =>
        method !== "" && !METHODS.includes(method) && !method.startsWith("ca-")
      );
      for (const method of firstOf(unknown)) {
        remarks.push(state("caa_method_unregistered", { method, meant: meantMethod(method) }));
      }
    } else if (tag === "accounturi") {
      const host = URL.canParse(value) ? new URL(value).hostname : "";
      const owner = authorityOfHost(host);
      if (owner && authority && owner !== authority) {
        remarks.push(
          state("caa_account_of_other", { owner: owner.name, authority: authority.name }),
        );
      } else if (/(^|[.-])(staging|stage|test|sandbox)([.-]|$)/.test(host)) {
        remarks.push(state("caa_account_for_tests", { host }));
      }
    } else own.push(tag);
  }
  return [
    ...remarks,
    ...firstOf(own).map((parameter) => state("caa_parameter_own", { parameter })),
  ];
}

/** A value may have thousands of methods or parameters. */
const firstOf = (words: readonly string[]): string[] => [...new Set(words)].slice(0, 5);

const lettersOf = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]/g, "");

/** "dns-01" for "dns01", "DNS-01", "dns" and "dns-1"; null if none is near. */
function meantMethod(method: string): string | null {
  const letters = lettersOf(method);
  return METHODS.find((one) => lettersOf(one) === letters) ??
    METHODS.find((one) => lettersOf(one).replace(/0?\d$/, "") === letters.replace(/0?\d$/, "")) ??
    null;
}

/**
 * Whether `a` is `b` with one to three slips (Levenshtein), the more the longer it is. Slips rarely change the first letter,
 * and "entrust.com" is not "identrust.com".
 */
function isNear(a: string, b: string): boolean {
  const most = Math.min(3, Math.floor(b.length / 5));
  if (a[0] !== b[0] || Math.abs(a.length - b.length) > most) return false;
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const changed = row[j - 1] + Number(a[i - 1] !== b[j - 1]);
      next.push(Math.min(changed, row[j] + 1, next[j - 1] + 1));
    }
    row = next;
  }
  return row[b.length] <= most;
}

/** Longer values have no mistake that is plain to see. */
const MAX_MEANT = 300;

/**
 * The records that an invalid one was probably meant to be, without their names: flags missing, a comma or an equals sign
 * between the parts, quotes inside the value, several authorities in one value. Empty if that is not plain.
 */
export function meantRecords(text: string): string[] {
  if (text.length > MAX_MEANT) return [];
  const found =
    /(?:^|[\s,])(?:(\d{1,3})[\s,]+)?"?(issue|issuewild|issuemail|iodef)"?[\s,=:]+(\S.*)$/i
      .exec(text);
  if (!found) return [];
  const [, flags = "0", tag, rest] = found;
  const bare = rest.replace(/\\?["'“”„‘’]/g, "").trim();
  const isIodef = tag.toLowerCase() === "iodef";
  const parts = isIodef ? [bare] : bare.split(/[\s,;]+/).filter((part) => part !== "");
  const values = isIodef
    ? [/^[^:/\s]+@\S+$/.test(bare) ? `mailto:${bare}` : bare]
    : parts.map((part) =>
      readDomainName(part.replace(/^https?:\/\/|[./]+$/gi, ""), { wildcard: false })
    );
  if (values.length === 0 || values.includes(null) || Number(flags) > 255) return [];
  const records = (values as string[]).map((value) => ({
    ...{ owner: null, flags: Number(flags), tag: tag.toLowerCase(), value: textToOctets(value) },
  }));
  return records.every(({ tag, value }) => readValue(tag, value).problem === null)
    ? records.map(formatRdata)
    : [];
}
