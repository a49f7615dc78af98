/**
 * Fetches a CRL, or asks an OCSP responder, at the address that a certificate names. Bounded like
 * the fetching of issuers: the one guard, few bytes, little time. What comes proves itself by its
 * signature, or says nothing.
 */
import { Budget } from "../../../core/kernel/context.ts";
import { isOperationError } from "../../../core/kernel/errors.ts";
import { readPem } from "../../../core/x509/pem/pem.ts";
import { DerError } from "../../../core/x509/asn1/der.ts";
import { crlEnd, crlIssuerKey } from "../../../core/x509/revocation/crl.ts";
import { Deadline, Turnstile } from "../concurrency.ts";
import {
  allowed,
  ask,
  type FetchProblem,
  type HttpAccess,
  knownProblem,
  problemOf,
  type Wanted,
} from "../outbound-http.ts";
import {
  MAX_CRL_BYTES,
  MAX_OCSP_BYTES,
  MAX_PARALLEL_LONG_LISTS,
  MAX_REDIRECTS,
  MAX_SHORT_LIST_BYTES,
} from "../limits.ts";
import { publicAddresses } from "../dns/resolve.ts";
import { LRUCache } from "lru-cache";

type Bytes = Uint8Array<ArrayBuffer>;

/** What is asked for: a CRL, or with `request` (base64) an OCSP response. */
export interface RevocationQuestion {
  url: string;
  request: string | null;
  /** For a CRL: who may have issued it, as `Crl.issuerKey` has their names; absent: anybody. */
  issuers?: readonly string[];
  /** Nothing is fetched: the list of this receipt proved to be its issuer's and may be kept. */
  proven?: number;
}

export interface FetchedRevocation {
  bytes: Bytes | null;
  problem: FetchProblem | "moved" | null;
  /** For a list that is not kept yet: whoever proves it hands this back. */
  receipt?: number;
}

/** The question as JSON: it crosses threads as one text. */
export type FetchRevocation = (question: string, signal: AbortSignal) => Promise<FetchedRevocation>;

/**
 * Fetches CRLs and OCSP responses over `access`, and keeps lists that were proven. Rejects only
 * with the signal's reason.
 */
export function revocationFetcher(
  access: HttpAccess,
  now: () => number = Date.now,
): FetchRevocation {
  const lists = new ProvenLists(now);
  // A list may have eight MiB: two long ones at a time in the whole process.
  const places = new Turnstile(MAX_PARALLEL_LONG_LISTS);
  return async (question, signal) => {
    const { url, request, issuers, proven } = JSON.parse(question) as RevocationQuestion;
    if (proven !== undefined) {
      lists.keep(proven);
      return { bytes: null, problem: null };
    }
    using deadline = new Deadline(access.deadlines.issuerMs, signal);
    try {
      if (request !== null) return await askResponder(url, request, access, deadline.signal);
      const known = lists.get(url);
      return known
        ? { bytes: known, problem: null }
        : await fetchList(url, issuers, access, places, lists, deadline.signal);
    } catch (fault) {
      signal.throwIfAborted();
      return { bytes: null, problem: problemOf(fault, access) };
    }
  };
}

const crl = (maxBytes: number, issuers: readonly string[] | undefined): Wanted => ({
  method: "GET",
  body: null,
  headers: { accept: "application/pkix-crl, */*" },
  maxBytes,
  judgeHead: (head, announced) => headProblem(head, announced, issuers),
});

/**
 * Why the first octets are not those of a CRL that one of these issuers may have made: a hostile host
 * must not have eight MiB read and kept for nothing. Signature and scope are checked when it is whole.
 */
function headProblem(
  head: Bytes,
  announced: number,
  issuers: readonly string[] | undefined,
): FetchProblem | null {
  const isPem = head[0] === PEM_DASH;
  const most = isPem || Number.isNaN(announced) ? MAX_CRL_BYTES : announced;
  try {
    const key = crlIssuerKey(isPem ? pemHead(head) : head, most, new Budget({ nodes: 1_000 }));
    return issuers === undefined || issuers.includes(key) ? null : "other_issuer";
  } catch (fault) {
    if (!isOperationError(fault)) throw fault;
    return "unreadable";
  }
}

/** The first octets of a PEM block: its first line is the label. Throws DerError for other text. */
function pemHead(head: Bytes): Bytes {
  const [, ...lines] = new TextDecoder().decode(head).split(/\r?\n/);
  const base64 = lines.join("").replace(/\s/g, "");
  try {
    return Uint8Array.fromBase64(base64.slice(0, base64.length - base64.length % 4));
  } catch {
    throw new DerError("THE CRL IS NOT BASE64", 0);
  }
}

/**
 * Most lists are short, and as many of them are fetched at a time as there are requests. A long one is
 * fetched anew in one of few places and has little time there: whoever sends slowly on purpose must
 * not keep the others out.
 */
async function fetchList(
  url: string,
  issuers: readonly string[] | undefined,
  access: HttpAccess,
  places: Turnstile,
  lists: ProvenLists,
  signal: AbortSignal,
): Promise<FetchedRevocation> {
  const steps: Steps = { left: MAX_REDIRECTS + 1, at: url };
  const get = (maxBytes: number, until: AbortSignal) =>
    fetched(steps.at, crl(maxBytes, issuers), access, steps, until);
  let answer: FetchedRevocation;
  try {
    answer = await get(MAX_SHORT_LIST_BYTES, signal);
  } catch (fault) {
    signal.throwIfAborted();
    if (knownProblem(fault) !== "too_large") throw fault;
    answer = await places.pass(async () => {
      using place = new Deadline(access.deadlines.longListMs, signal);
      return await get(MAX_CRL_BYTES, place.signal);
    }, signal);
  }
  if (answer.bytes === null) return answer;
  return { ...answer, receipt: lists.offer(url, answer.bytes, endOf(answer.bytes)) };
}

/** Octets of the address of a request by GET (RFC 5019, 5). */
const MAX_GET_LENGTH = 255;
/** OCSPResponse with malformedRequest alone: how responders that know only POST answer. */
const MALFORMED_REQUEST = "30030a0101";

/**
 * By GET where the request is short, as RFC 5019 asks for, so that caches can answer; by POST where
 * it is not, and where GET brings no response. All of it takes no more requests than one way alone.
 */
async function askResponder(
  url: string,
  request: string,
  access: HttpAccess,
  signal: AbortSignal,
): Promise<FetchedRevocation> {
  const steps: Steps = { left: MAX_REDIRECTS + 1, at: url };
  const address = `${url.replace(/\/$/, "")}/${encodeURIComponent(request)}`;
  if (address.length <= MAX_GET_LENGTH && !url.includes("?") && !url.includes("#")) {
    try {
      const answer = await fetched(address, OCSP_BY_GET, access, steps, signal);
      const { bytes } = answer;
      if (steps.left === 0 || bytes?.[0] === 0x30 && bytes.toHex() !== MALFORMED_REQUEST) {
        return answer;
      }
    } catch (fault) {
      signal.throwIfAborted();
      if (steps.left === 0 || knownProblem(fault) !== "not_found") throw fault;
    }
  }
  return await fetched(url, ocspByPost(Uint8Array.fromBase64(request)), access, steps, signal);
}

const OCSP_BY_GET: Wanted = {
  method: "GET",
  body: null,
  headers: { accept: "application/ocsp-response" },
  maxBytes: MAX_OCSP_BYTES,
};

const ocspByPost = (request: Bytes): Wanted => ({
  method: "POST",
  body: request,
  headers: {
    accept: "application/ocsp-response",
    "content-type": "application/ocsp-request",
    "content-length": String(request.length),
  },
  maxBytes: MAX_OCSP_BYTES,
});

/** What one fetch has done: the HTTP requests that it may still make, and where it has come to. */
interface Steps {
  left: number;
  at: string;
}

async function fetched(
  url: string,
  wanted: Wanted,
  access: HttpAccess,
  steps: Steps,
  signal: AbortSignal,
): Promise<FetchedRevocation> {
  let from = allowed(url);
  while (steps.left > 0) {
    steps.left--;
    steps.at = from.href;
    const addresses = await publicAddresses(from.hostname, access, signal);
    const { body, location } = await ask(from, addresses, access, wanted, signal);
    if (body !== null) return { bytes: derOf(body), problem: null };
    from = allowed(location, from);
  }
  return { bytes: null, problem: "moved" };
}

const PEM_DASH = 0x2d;

/** Some authorities publish PEM. */
function derOf(body: Bytes): Bytes {
  if (body[0] !== PEM_DASH) return body;
  return readPem(new TextDecoder().decode(body))[0]?.bytes ?? body;
}

/** When the list ends by its own word, in milliseconds since 1970; 0 where it does not say. */
function endOf(bytes: Bytes): number {
  try {
    return crlEnd(bytes, new Budget({ nodes: 1_000 })) ?? 0;
  } catch (fault) {
    if (!isOperationError(fault)) throw fault;
    return 0;
  }
}

/**
 * CRLs by their address, until their nextUpdate, in bounded memory. A list is kept when somebody has
 * proven it: what a stranger, or somebody on the way, sends once is not believed for a day, and
 * pushes nothing out that was proven.
 */

const KEPT_BYTES = 32 * 1024 * 1024;
/** Lists are asked for again after this, whatever they say of themselves. */
const LONGEST_KEPT = 24 * 3_600_000;

/** Bytes and number of lists that wait to be proven; one that is pushed out is fetched again. */
const OFFERED_BYTES = 16 * 1024 * 1024;
const OFFERED = 64;

interface Offered {
  url: string;
  bytes: Bytes;
  end: number;
}

/** `now`: milliseconds since 1970. */
export class ProvenLists {
  readonly #now: () => number;
  readonly #kept = new LRUCache<string, Bytes>({
    maxSize: KEPT_BYTES,
    sizeCalculation: (bytes, url) => bytes.length + url.length,
    ttl: 1,
    ttlResolution: 0,
  });
  readonly #offered = new LRUCache<number, Offered>({
    max: OFFERED,
    maxSize: OFFERED_BYTES,
    sizeCalculation: ({ bytes, url }) => bytes.length + url.length,
  });
  #receipts = 0;

  constructor(now: () => number) {
    this.#now = now;
  }

  get(url: string): Bytes | null {
    return this.#kept.get(url) ?? null;
  }

  /** Takes a list that is to be proven and gives its receipt. `end`: nextUpdate in ms since 1970. */
  offer(url: string, bytes: Bytes, end: number): number {
    const receipt = ++this.#receipts;
    this.#offered.set(receipt, { url, bytes, end });
    return receipt;
  }

  /** The list of this receipt was proven. */
  keep(receipt: number): void {
    const offered = this.#offered.get(receipt);
    if (!offered) return;
    this.#offered.delete(receipt);
    const ttl = Math.min(offered.end - this.#now(), LONGEST_KEPT);
    if (ttl > 0) this.#kept.set(offered.url, offered.bytes, { ttl });
  }
}
