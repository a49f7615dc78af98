/** What the public suffix list says of a domain name. */
import { parse } from "tldts";

export interface DomainParts {
  /** The public suffix: "co.uk". */
  readonly suffix: string;
  /** The label that was registered below it: "example" of "www.example.co.uk". */
  readonly own: string;
  /** What stands before: "www". */
  readonly below: string;
  /** Whether its top-level domain is delegated. */
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

/** Whether a name is a public suffix and no more. */
export const isSuffix = (name: string): boolean => domainParts(name).isSuffix;
