/** IP addresses that belong to nobody: private, local, reserved for documentation and so on. */
import ipaddr from "ipaddr.js";

/** Whether an address in text is in one of IANA's special-purpose registries. */
export function isReservedAddress(text: string): boolean {
  return ipaddr.isValid(text) && ipaddr.parse(text).range() !== "unicast";
}

/** The same of the octets of an address; of other lengths than 4 and 16 nothing is said. */
export function isReserved(octets: Uint8Array): boolean {
  if (octets.length !== 4 && octets.length !== 16) return false;
  return ipaddr.fromByteArray([...octets]).range() !== "unicast";
}

/** Whether a network, as address and mask, holds a reserved address at either end. */
export function touchesReserved(network: Uint8Array): boolean {
  const half = network.length / 2;
  if (half !== 4 && half !== 16) return false;
  const address = network.subarray(0, half);
  const mask = network.subarray(half);
  return isReserved(address.map((octet, i) => octet & mask[i])) ||
    isReserved(address.map((octet, i) => octet | ~mask[i]));
}
