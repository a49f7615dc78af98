/** What the public suffix list says of a domain name. */
import { getPublicSuffix, parse } from "tldts";
import { FORMER_DOMAINS } from "../../../assets/former-domains.ts";

export interface DomainParts {
  /** The public suffix: "co.uk". */
  readonly suffix: string;
  /** The label that was registered below it: "example" of "www.example.co.uk". */
  readonly own: string;
  /** What precedes it: "www". */
  readonly below: string;
  /** Whether the name is a public suffix and no more. */
  readonly isSuffix: boolean;
}

const OPTIONS = {
  validateHostname: false,
  extractHostname: false,
  allowIcannDomains: true,
  allowPrivateDomains: false,
};

/** Splits a DNS name of a certificate; what is malformed is split all the same. */
export function domainParts(name: string): DomainParts {
  const labels = name.toLowerCase().split(".");
  const bare = name.startsWith("*.") ? name.slice(2) : name;
  const suffix = getPublicSuffix(bare, OPTIONS) ?? labels[labels.length - 1];
  const length = suffix === "" ? 0 : suffix.split(".").length;
  const rest = labels.slice(0, Math.max(0, labels.length - length));
  return {
    suffix,
    own: rest[rest.length - 1] ?? "",
    below: rest.slice(0, -1).join("."),
    isSuffix: rest.length === 0 && isDelegated(labels[labels.length - 1]),
  };
}

/** Generic top-level domains that are older than the first of the many new ones. */
const EARLY: ReadonlySet<string> = new Set(
  ("aero arpa asia biz cat com coop edu gov info int jobs mil mobi museum name net org post pro " +
    "tel travel xxx").split(" "),
);
const FIRST_OF_MANY = Date.parse("2013-10-23");

/** Remembered answers of `isDelegated`: few top-level domains exist, but a name may end in anything. */
const delegated = new Map<string, boolean>();
const MAX_KNOWN = 2_000;

/** Whether a top-level domain is delegated today. */
function isDelegated(top: string): boolean {
  let known = delegated.get(top);
  if (known === undefined) {
    if (delegated.size === MAX_KNOWN) delegated.clear();
    // The list has some of them only with labels below them.
    delegated.set(top, known = parse(`a.${top}`, OPTIONS).isIcann === true);
  }
  return known;
}

/** The top-level domain of a name. */
export const topLevelOf = (name: string): string =>
  name.slice(name.lastIndexOf(".") + 1).toLowerCase();

/** Whether a top-level domain was delegated at a moment. */
export function wasDelegated(top: string, moment: number): boolean {
  const former = FORMER_DOMAINS.get(top);
  if (former) return moment >= Date.parse(former[0]) && moment < Date.parse(former[1]);
  // Those of countries have two letters, or begin with xn--.
  const isLate = top.length > 2 && !top.startsWith("xn--") && !EARLY.has(top);
  return !(isLate && moment < FIRST_OF_MANY) && isDelegated(top);
}

/** Whether a name of one label is a top-level domain, or was one. */
export const isTopLevel = (name: string): boolean =>
  isSuffix(name) || FORMER_DOMAINS.has(name.toLowerCase());

/** Whether a name is a public suffix and no more. */
export const isSuffix = (name: string): boolean => domainParts(name).isSuffix;
