/**
 * The guard against server-side request forgery: which addresses the server may connect to, and which
 * names it may look up, on behalf of an untrusted client.
 *
 * Allowed are addresses that ipaddr.js classifies as unicast, and for IPv6 only 2000::/3, the only
 * space that is assigned. Refused are internal addresses (private, loopback, link-local, shared),
 * IPv6 addresses that contain an IPv4 address (mapped, compatible, NAT64, 6to4, Teredo, ISATAP), this
 * machine's own addresses and the ranges of DENY_NETWORKS. A NAT64 or 6rd prefix of an own network
 * (RFC 6052, RFC 5969) looks like any other, so it has to be in DENY_NETWORKS.
 *
 * ALLOW_PRIVATE_NETWORK adds private networks (private, shared, unique local) and this machine.
 * Link-local addresses and the other addresses of cloud metadata services stay refused, because
 * those services hand out credentials.
 */
import ipaddr from "ipaddr.js";
import { parse as parseName } from "tldts";
import { reservedDomain } from "../../core/names/domain-name.ts";

/** Whether the server may connect to the address. */
export type AddressGuard = (address: string) => boolean;

export interface GuardRules {
  /** Allows private networks and this machine. */
  allowPrivateNetwork: boolean;
  /** Whether `allowPrivateNetwork` includes loopback; true by default. */
  allowLoopback?: boolean;
  /** Ranges in CIDR notation. */
  denyNetworks: readonly string[];
  /** Returns the addresses of this machine's interfaces. Called each time, because they change. */
  ownAddresses?: () => readonly string[];
}

/** The space that IANA assigns (RFC 3587, 3). All other IPv6 space is unassigned or special. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR("2000::/3");

/** Ranges of ipaddr.js that ALLOW_PRIVATE_NETWORK adds. */
const PRIVATE: ReadonlySet<string> = new Set(["private", "carrierGradeNat", "uniqueLocal"]);

/**
 * Metadata services of cloud platforms outside the link-local ranges: Azure, Alibaba, Oracle, Amazon
 * (the whole block, which has several services), Google, Oracle, Scaleway.
 */
const METADATA = [
  "168.63.129.16/32",
  "100.100.100.200/32",
  "192.0.0.192/32",
  "fd00:ec2::/32",
  "fd20:ce::254/128",
  "fd00:c1::a9fe:a9fe/128",
  "fd00:42::42/128",
].map((network) => ipaddr.parseCIDR(network));

/** Teredo before RFC 4380: such an address contains an IPv4 address, and ipaddr.js calls it unicast. */
const FIRST_TEREDO = ipaddr.parseCIDR("3ffe:831f::/32");

type Address = ReturnType<typeof ipaddr.parse>;

/** Returns a guard for addresses in text form. */
export function createAddressGuard(
  {
    allowPrivateNetwork,
    allowLoopback = true,
    denyNetworks,
    ownAddresses = interfaceAddresses,
  }: GuardRules,
): AddressGuard {
  const denied = [
    ...METADATA,
    FIRST_TEREDO,
    ...denyNetworks.map((network) => ipaddr.parseCIDR(network)),
  ];
  return (text) => {
    const address = parse(text);
    if (
      !address || isIsatap(address) ||
      denied.some(([network, bits]) => isInside(address, network, bits))
    ) {
      return false;
    }
    if (!allowPrivateNetwork) {
      return isPublic(address) && !ownAddresses().some((own) => isSame(address, own));
    }
    const range = address.range();
    return isPublic(address) || PRIVATE.has(range) || (allowLoopback && range === "loopback");
  };
}

/** Accepts only canonical spellings. ipaddr.js also reads octal and hexadecimal IPv4 parts. */
function parse(text: string): Address | null {
  if (ipaddr.IPv4.isValidFourPartDecimal(text)) return ipaddr.IPv4.parse(text);
  // A zone names an interface of this machine.
  return ipaddr.IPv6.isValid(text) && !text.includes("%") ? ipaddr.IPv6.parse(text) : null;
}

/**
 * ISATAP (RFC 5214, 6.1): the interface identifier 0:5efe or 200:5efe, and an IPv4 address. It may follow any
 * prefix, so no range of networks covers it. The two bits that differ are ignored, as routers may do.
 */
function isIsatap(address: Address): boolean {
  return address instanceof ipaddr.IPv6 && (address.parts[4] & ~0x0300) === 0 &&
    address.parts[5] === 0x5efe;
}

function isPublic(address: Address): boolean {
  if (address.range() !== "unicast") return false;
  return address instanceof ipaddr.IPv4 || address.match(GLOBAL_UNICAST);
}

function isInside(address: Address, network: Address, bits: number): boolean {
  return address.kind() === network.kind() && address.match(network, bits);
}

function isSame(address: Address, text: string): boolean {
  const other = parse(text.split("%")[0]);
  return other?.toNormalizedString() === address.toNormalizedString();
}

function interfaceAddresses(): string[] {
  return Deno.networkInterfaces().map(({ address }) => address);
}

/** Reserved top-level domains that are never looked up, not even in a private network. */
const NEVER_ASKED: ReadonlySet<string> = new Set(["alt", "arpa", "invalid", "localhost", "onion"]);

/**
 * Whether a name is under a top-level domain of the public DNS, which means that the ICANN section of
 * the Public Suffix List has it. A resolver inside a network also knows names that exist only there,
 * and an untrusted client must not learn about those. Reserved names do not count, although the list
 * has some, nor does "arpa", whose reverse names no authority certifies. `name` is in lower case and
 * in A-labels.
 */
export function isPublicName(name: string): boolean {
  return topLevel(name) !== "arpa" && reservedDomain(name) === null &&
    parseName(name, NAMES).isIcann === true;
}

/** Whether a name may be looked up where the names of a private network are allowed. */
export function isAskedInside(name: string): boolean {
  return !NEVER_ASKED.has(topLevel(name)) || name === "home.arpa" || name.endsWith(".home.arpa");
}

/** The name has been validated and is not a URL. */
const NAMES = { extractHostname: false, validateHostname: false, detectIp: false };

/** The last label of a name. */
export function topLevel(name: string): string {
  return name.slice(name.lastIndexOf(".") + 1);
}
