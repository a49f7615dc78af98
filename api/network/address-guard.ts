/**
 * The one address guard: which addresses this server may connect to on behalf of a stranger.
 *
 * Allowed is what the table of ipaddr.js calls unicast, IPv6 only inside of 2000::/3, the space
 * that is given out at all. Everything that leads inside (private, loopback, link-local, shared),
 * carries an IPv4 address inside of it (mapped, compatible, NAT64, 6to4, Teredo) or leads nowhere
 * is refused, and so are this machine's own addresses and the ranges of DENY_NETWORKS.
 */
import ipaddr from "ipaddr.js";

/** Whether the server may connect to the address. */
export type AddressGuard = (address: string) => boolean;

export interface GuardRules {
  /** Lifts everything but DENY_NETWORKS, which names what is refused whatever else is allowed. */
  allowPrivateNetwork: boolean;
  /** Ranges in CIDR notation. */
  denyNetworks: readonly string[];
  /** The addresses of this machine's interfaces; asked each time, for they change. */
  ownAddresses?: () => readonly string[];
}

/** The space that IANA gives out (RFC 4291, 2.4); what is outside is unassigned or special. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR("2000::/3");

/** The platform agent of Azure: a public address that answers only inside. */
const INSIDE_BY_CONVENTION = ["168.63.129.16"];

type Address = ReturnType<typeof ipaddr.parse>;

export function createAddressGuard(
  { allowPrivateNetwork, denyNetworks, ownAddresses = interfaceAddresses }: GuardRules,
): AddressGuard {
  const denied = denyNetworks.map((network) => ipaddr.parseCIDR(network));
  return (text) => {
    const address = parse(text);
    if (!address || denied.some(([network, bits]) => isInside(address, network, bits))) {
      return false;
    }
    if (allowPrivateNetwork) return true;
    return isPublic(address) && !ownAddresses().some((own) => isSame(address, own));
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
  if (address instanceof ipaddr.IPv6) return address.match(GLOBAL_UNICAST);
  return !INSIDE_BY_CONVENTION.includes(address.toString());
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
