/** Facts about hosts: public suffixes, top-level domains, reserved addresses and reverse zones. */
import ipaddr from "ipaddr.js";
import { getPublicSuffix, parse } from "tldts";
import { FORMER_DOMAINS } from "../../../assets/former-domains.ts";
import { readIpAddress } from "../../../names/ip-address.ts";

export interface DomainParts {
  /** The public suffix: "co.uk". */
  readonly suffix: string;
  /** The registered label below the suffix: "example" in "www.example.co.uk". */
  readonly own: string;
  /** The labels before it: "www". */
  readonly below: string;
  /** Whether the whole name is a public suffix. */
  readonly isSuffix: boolean;
}

const OPTIONS = {
  validateHostname: false,
  extractHostname: false,
  allowIcannDomains: true,
  allowPrivateDomains: false,
};

/** Splits a DNS name of a certificate, even if it is malformed. */
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

/** The generic top-level domains before the expansion of 2013. */
const EARLY: ReadonlySet<string> = new Set(
  ("aero arpa asia biz cat com coop edu gov info int jobs mil mobi museum name net org post pro " +
    "tel travel xxx").split(" "),
);
const FIRST_OF_MANY = Date.parse("2013-10-23");

/** A bounded cache of `isDelegated`: a hostile name may end in any label. */
const delegated = new Map<string, boolean>();
const MAX_KNOWN = 2_000;

/** Returns whether a top-level domain is delegated today. */
function isDelegated(top: string): boolean {
  let known = delegated.get(top);
  if (known === undefined) {
    if (delegated.size === MAX_KNOWN) delegated.clear();
    // The public suffix list has some of them only with a label below.
    delegated.set(top, known = parse(`a.${top}`, OPTIONS).isIcann === true);
  }
  return known;
}

/** Returns the top-level domain of a name. */
export const topLevelOf = (name: string): string =>
  name.slice(name.lastIndexOf(".") + 1).toLowerCase();

/** Returns whether a top-level domain was delegated at a time. */
export function wasDelegated(top: string, moment: number): boolean {
  const former = FORMER_DOMAINS.get(top);
  if (former) return moment >= Date.parse(former[0]) && moment < Date.parse(former[1]);
  // Country codes have two letters or begin with xn--.
  const isLate = top.length > 2 && !top.startsWith("xn--") && !EARLY.has(top);
  return !(isLate && moment < FIRST_OF_MANY) && isDelegated(top);
}

/** Returns whether a name of one label is or was a top-level domain. */
export const isTopLevel = (name: string): boolean =>
  isSuffix(name) || FORMER_DOMAINS.has(name.toLowerCase());

/** Returns whether the whole name is a public suffix. */
export const isSuffix = (name: string): boolean => domainParts(name).isSuffix;

/** Returns whether an address is reserved: in IANA's special-purpose registries, or not assigned. */
export function isReservedAddress(text: string): boolean {
  return ipaddr.isValid(text) && isReserved(Uint8Array.from(ipaddr.parse(text).toByteArray()));
}

/** Returns the same for the octets of an address; false for lengths other than 4 and 16. */
export function isReserved(octets: Uint8Array): boolean {
  if (octets.length !== 4 && octets.length !== 16) return false;
  // All public IPv6 addresses are in 2000::/3.
  if (octets.length === 16 && octets[0] >> 5 !== 1) return true;
  return ipaddr.fromByteArray([...octets]).range() !== "unicast";
}

/** The first address of each reserved network, which every overlapping larger network contains. */
const RESERVED: readonly Uint8Array[] = [
  ...["10.0.0.0", "100.64.0.0", "127.0.0.0", "169.254.0.0", "172.16.0.0", "192.0.0.0", "192.0.2.0"],
  ...["192.31.196.0", "192.52.193.0", "192.168.0.0", "192.175.48.0", "198.18.0.0", "198.51.100.0"],
  ...["203.0.113.0", "224.0.0.0", "240.0.0.0"],
  ...["::1", "64:ff9b::", "100::", "2001::", "2001:db8::", "2002::", "fc00::", "fe80::", "ff00::"],
].map((address) => Uint8Array.from(ipaddr.parse(address).toByteArray()));

/** Returns whether a network, as address and mask, overlaps a reserved network. */
export function touchesReserved(network: Uint8Array): boolean {
  const half = network.length / 2;
  if (half !== 4 && half !== 16) return false;
  const mask = network.subarray(half);
  const first = network.subarray(0, half).map((octet, i) => octet & mask[i]);
  return isReserved(first) ||
    RESERVED.some((other) =>
      other.length === half && other.every((octet, i) => (octet & mask[i]) === first[i])
    );
}

/**
 * Returns the IP address that a name of a reverse zone encodes (RFC 1035, 3.5; RFC 3596, 2.5): "" if it is
 * incomplete, null for a name of another zone.
 */
export function reversedAddress(name: string): string | null {
  const lower = name.toLowerCase();
  const v4 = /^(.*)\.in-addr\.arpa$/.exec(lower);
  const v6 = /^(.*)\.ip6\.arpa$/.exec(lower);
  if (!v4 && !v6) return null;
  const digits = (v4 ?? v6)![1].split(".").reverse();
  if (digits.length !== (v4 ? 4 : 32)) return "";
  const address = v4 ? digits.join(".") : digits.join("").replace(/(....)(?!$)/g, "$1:");
  return readIpAddress(address) === null ? "" : address;
}
