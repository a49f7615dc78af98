/**
 * The one address guard: which addresses this server may connect to on behalf of a stranger.
 *
 * Allowed is what the table of ipaddr.js calls unicast, IPv6 only inside of 2000::/3, the space
 * that is given out at all. Everything that leads inside (private, loopback, link-local, shared),
 * carries an IPv4 address inside of it (mapped, compatible, NAT64, 6to4, Teredo) or leads nowhere
 * is refused, and so are this machine's own addresses and the ranges of DENY_NETWORKS.
 *
 * ALLOW_PRIVATE_NETWORK adds the networks that people have (private, shared, unique local) and this
 * machine. What a machine has beside them stays refused: link-local addresses, at which clouds hand
 * out credentials, and the other addresses that they use for that.
 */
import ipaddr from "ipaddr.js";
import { parse as parseName } from "tldts";
import { reservedDomain } from "../../core/names/domain-name.ts";

/** Whether the server may connect to the address. */
export type AddressGuard = (address: string) => boolean;

export interface GuardRules {
  /** Private networks and this machine may be called too. */
  allowPrivateNetwork: boolean;
  /** Whether that holds for loopback as well; it does unless this says no. */
  allowLoopback?: boolean;
  /** Ranges in CIDR notation. */
  denyNetworks: readonly string[];
  /** The addresses of this machine's interfaces; asked each time, for they change. */
  ownAddresses?: () => readonly string[];
}

/** The space that IANA gives out (RFC 3587, 3); what is outside is unassigned or special. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR("2000::/3");

/** Ranges of ipaddr.js that ALLOW_PRIVATE_NETWORK adds. */
const PRIVATE: ReadonlySet<string> = new Set(["private", "carrierGradeNat", "uniqueLocal"]);

/**
 * Where platforms answer their own machines, outside of the link-local ranges: Azure, Alibaba,
 * Oracle, Amazon (all of its block, for it holds several services), Google, Oracle, Scaleway.
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

type Address = ReturnType<typeof ipaddr.parse>;

/** A guard that says whether an address, as text, may be connected to. */
export function createAddressGuard(
  {
    allowPrivateNetwork,
    allowLoopback = true,
    denyNetworks,
    ownAddresses = interfaceAddresses,
  }: GuardRules,
): AddressGuard {
  const denied = [...METADATA, ...denyNetworks.map((network) => ipaddr.parseCIDR(network))];
  return (text) => {
    const address = parse(text);
    if (!address || denied.some(([network, bits]) => isInside(address, network, bits))) {
      return false;
    }
    if (!allowPrivateNetwork) {
      return isPublic(address) && !ownAddresses().some((own) => isSame(address, own));
    }
    const range = address.range();
    return isPublic(address) || PRIVATE.has(range) || (allowLoopback && range === "loopback");
  };
}

/** Canonical spellings only: ipaddr.js would read octal and hexadecimal parts of an IPv4 address. */
function parse(text: string): Address | null {
  if (ipaddr.IPv4.isValidFourPartDecimal(text)) return ipaddr.IPv4.parse(text);
  // A zone names an interface of this machine.
  return ipaddr.IPv6.isValid(text) && !text.includes("%") ? ipaddr.IPv6.parse(text) : null;
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

/**
 * Which names strangers may ask this server's resolvers for. A resolver inside a network also
 * answers for names that exist only there, so a look-up for anybody must not reach those.
 */

/** Reserved names that no resolver is to be asked for, not even inside a private network. */
const NEVER_ASKED: ReadonlySet<string> = new Set(["alt", "arpa", "invalid", "localhost", "onion"]);

/**
 * Whether a name is under a top-level domain of the public DNS: one that the ICANN section of the
 * Public Suffix List has. Reserved names do not count, though that list has some of them, and neither does
 * "arpa": it holds reverse names, and no authority certifies them. `name` is in lower case and A-labels.
 */
export function isPublicName(name: string): boolean {
  return topLevel(name) !== "arpa" && reservedDomain(name) === null &&
    parseName(name, NAMES).isIcann === true;
}

/** Whether a name may be asked for at all where the names of a private network are allowed. */
export function isAskedInside(name: string): boolean {
  return !NEVER_ASKED.has(topLevel(name)) || name === "home.arpa" || name.endsWith(".home.arpa");
}

/** The name has been read already, and is no URL. */
const NAMES = { extractHostname: false, validateHostname: false, detectIp: false };

/** The last label of a name. */
export function topLevel(name: string): string {
  return name.slice(name.lastIndexOf(".") + 1);
}
