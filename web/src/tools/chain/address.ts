/** The address of this page, which names the host that was checked. */
import { hostAddress } from "../../hand-over/host-address.ts";

/**
 * Writes a host into the address, or removes it, without a new history entry. Call it only with a host that
 * was read as a domain name. It does not use the router, because nothing on the page has to change.
 */
export function showHost(host: string | null): void {
  const address = host === null ? location.pathname : hostAddress(host);
  if (host !== null || location.hash !== "") history.replaceState(history.state, "", address);
}

/** A link that opens this page with a host. Opening it sends the host to no server. */
export const linkTo = (host: string): string => location.origin + hostAddress(host);
