/** Fetches a file of a data source, whose address the operator or `core/assets/sources.ts` chose. */
import { Deadline } from "../network/concurrency.ts";
import { publicAddresses } from "../network/dns/resolve.ts";
import { allowed, ask, FetchError, type HttpAccess } from "../network/outbound-http.ts";

/** Milliseconds for a file with its redirects. */
const FILE_MS = 30_000;
const MAX_REDIRECTS = 3;

/** Rejects with FetchError, OperationError or TimeIsUp, as `problemOf` reads them, or with the signal's reason. */
export type FetchFile = (
  url: string,
  maxBytes: number,
  signal: AbortSignal,
) => Promise<Uint8Array<ArrayBuffer>>;

/**
 * Returns a function that fetches through the address guard. The first address may have any port, because the
 * operator chose it. A redirect is followed only to the ports of http and https.
 */
export function fileFetcher(access: HttpAccess, fileMs = FILE_MS): FetchFile {
  return async (address, maxBytes, signal) => {
    using deadline = new Deadline(fileMs, signal);
    const wanted = { method: "GET", body: null, headers: { accept: "*/*" }, maxBytes } as const;
    let url = new URL(address);
    for (let left = MAX_REDIRECTS; left >= 0; left--) {
      const addresses = await publicAddresses(url.hostname, access, deadline.signal);
      const { body, location } = await ask(url, addresses, access, wanted, deadline.signal);
      if (body !== null) return body;
      url = allowed(location, url);
    }
    throw new FetchError("not_found");
  };
}
