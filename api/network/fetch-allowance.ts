/**
 * What one request may make this server fetch from others. Every HTTP request counts, a redirect's
 * too, and one that the cache answers: the answer must not depend on who asked before.
 */
import type { FetchIssuer } from "./issuer-cache.ts";
import { fetchableUrl, type FetchProblem } from "./issuer-fetch.ts";
import { MAX_FETCHES, MAX_FETCHES_OF_HOST } from "./limits.ts";

/** The fetches of one request: MAX_FETCHES in all, MAX_FETCHES_OF_HOST of one host. */
export class FetchAllowance {
  #left = MAX_FETCHES;
  readonly #ofHost = new Map<string, number>();

  /** Whether nothing at all may be fetched any more. */
  get isUsedUp(): boolean {
    return this.#left === 0;
  }

  /** Takes one fetch from the host of the URL; false where there is none left. */
  take({ hostname }: URL): boolean {
    const used = this.#ofHost.get(hostname) ?? 0;
    if (this.isUsedUp || used === MAX_FETCHES_OF_HOST) return false;
    this.#left--;
    this.#ofHost.set(hostname, used + 1);
    return true;
  }
}

/** What an address gave. `problem`: why it gave nothing; "limit": it was not asked any more. */
interface Given {
  certificates: Uint8Array<ArrayBuffer>[];
  problem: FetchProblem | "moved" | "limit" | null;
}

/**
 * The certificates at an address, through redirects, as far as the allowance goes. Rejects only with
 * the signal's reason.
 */
export async function certificatesAt(
  start: string,
  fetchIssuer: FetchIssuer,
  allowance: FetchAllowance,
  signal: AbortSignal,
): Promise<Given> {
  let url = start;
  let atEnd: "limit" | "moved" = "limit";
  for (;;) {
    const target = fetchableUrl(url);
    // An address that is never asked (ldap, another port) costs nothing.
    if (!target) return { certificates: [], problem: "refused" };
    if (!allowance.take(target)) return { certificates: [], problem: atEnd };
    const answer = await fetchIssuer(url, signal);
    if (answer.problem !== "moved") return answer;
    url = answer.location;
    atEnd = "moved";
  }
}
