/** What the public suffix list says of a domain name. */
import { parse } from "tldts";
import { FORMER_DOMAINS } from "./former-domains.ts";

export interface DomainParts {
  /** The public suffix: "co.uk". */
  readonly suffix: string;
  /** The label that was registered below it: "example" of "www.example.co.uk". */
  readonly own: string;
  /** What stands before: "www". */
  readonly below: string;
  /** Whether its top-level domain is delegated today. */
  readonly isDelegated: boolean;
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
  const { publicSuffix, isIcann } = parse(name.replace(/^\*\./, ""), OPTIONS);
  const suffix = publicSuffix ?? labels[labels.length - 1];
  const length = suffix === "" ? 0 : suffix.split(".").length;
  const rest = labels.slice(0, Math.max(0, labels.length - length));
  return {
    suffix,
    own: rest[rest.length - 1] ?? "",
    below: rest.slice(0, -1).join("."),
    isDelegated: isIcann === true,
    isSuffix: isIcann === true && rest.length === 0,
  };
}

/** Generic top-level domains from before the many that came from this day on. */
const EARLY: ReadonlySet<string> = new Set(
  ("aero arpa asia biz cat com coop edu gov info int jobs mil mobi museum name net org post pro " +
    "tel travel xxx").split(" "),
);
const FIRST_OF_MANY = Date.parse("2013-10-23");

/** Whether the top-level domain of a name was delegated at a moment. */
export function wasDelegated({ suffix, isDelegated }: DomainParts, moment: number): boolean {
  const top = suffix.slice(suffix.lastIndexOf(".") + 1);
  const former = FORMER_DOMAINS.get(top);
  if (former) return moment >= Date.parse(former[0]) && moment < Date.parse(former[1]);
  // Those of countries have two letters, or begin with xn--.
  const isLate = top.length > 2 && !top.startsWith("xn--") && !EARLY.has(top);
  return isDelegated && !(isLate && moment < FIRST_OF_MANY);
}

/** Whether a name of one label is a top-level domain, or was one. */
export const isTopLevel = (name: string): boolean =>
  isSuffix(name) || FORMER_DOMAINS.has(name.toLowerCase());

/** Whether a name is a public suffix and no more. */
export const isSuffix = (name: string): boolean => domainParts(name).isSuffix;
