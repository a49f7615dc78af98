/** IP addresses that belong to nobody: private, local, reserved for documentation and so on. */
import ipaddr from "ipaddr.js";

/** Whether an address in text is reserved: in IANA's special-purpose registries, or not assigned. */
export function isReservedAddress(text: string): boolean {
  return ipaddr.isValid(text) && isReserved(Uint8Array.from(ipaddr.parse(text).toByteArray()));
}

/** The same for the octets of an address; false for lengths other than 4 and 16. */
export function isReserved(octets: Uint8Array): boolean {
  if (octets.length !== 4 && octets.length !== 16) return false;
  // Public IPv6 addresses are in 2000::/3 alone.
  if (octets.length === 16 && octets[0] >> 5 !== 1) return true;
  return ipaddr.fromByteArray([...octets]).range() !== "unicast";
}

/** The first address of each reserved network: a network that holds it touches the reserved one. */
const RESERVED: readonly Uint8Array[] = [
  ...["10.0.0.0", "100.64.0.0", "127.0.0.0", "169.254.0.0", "172.16.0.0", "192.0.0.0", "192.0.2.0"],
  ...["192.31.196.0", "192.52.193.0", "192.168.0.0", "192.175.48.0", "198.18.0.0", "198.51.100.0"],
  ...["203.0.113.0", "224.0.0.0", "240.0.0.0"],
  ...["::1", "64:ff9b::", "100::", "2001::", "2001:db8::", "2002::", "fc00::", "fe80::", "ff00::"],
].map((address) => Uint8Array.from(ipaddr.parse(address).toByteArray()));

/** Whether a network, as address and mask, lies in a reserved one or holds one. */
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
