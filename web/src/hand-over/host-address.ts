/** The address of the chain analyzer with a host. The fragment of an address does not reach the server. */

/** `host`: in lower case and A-labels; "" for an empty field. */
export const hostAddress = (host: string): string => `/chain#host=${host}`;

/** The host in the address of the chain analyzer; null if it names none. */
export function hostIn({ search, hash }: { search: string; hash: string }): string | null {
  const inPart = (part: string) => new URLSearchParams(part).get("host");
  return inPart(hash.slice(1)) ?? inPart(search);
}
