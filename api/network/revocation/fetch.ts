/**
 * Fetches CRLs and OCSP responses from the URLs in certificates, with the limits of outbound-http.ts.
 * The caller verifies their signatures.
 */
import { Budget } from "../../../core/kernel/context.ts";
import { isOperationError } from "../../../core/kernel/errors.ts";
import { readPem } from "../../../core/x509/pem/pem.ts";
import { DerError } from "../../../core/x509/asn1/der.ts";
import { crlEnd, crlIssuerKey } from "../../../core/x509/revocation/crl.ts";
import { ByteAccount } from "../../byte-account.ts";
import { Deadline, Semaphore } from "../concurrency.ts";
import { CountedCache } from "../counted-cache.ts";
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
  MAX_PARALLEL_LONG_CRLS,
  MAX_REDIRECTS,
  MAX_SHORT_CRL_BYTES,
} from "../limits.ts";
import { publicAddresses } from "../dns/resolve.ts";

type Bytes = Uint8Array<ArrayBuffer>;

/** A request for a CRL, or if `request` is set, for an OCSP response. */
export interface RevocationQuestion {
  url: string;
  /** The OCSP request in base64; null for a CRL. */
  request: string | null;
  /** The allowed issuers of a CRL, in the form of `Crl.issuerKey`; any issuer if absent. */
  issuers?: readonly string[];
  /**
   * The receipt of a CRL whose signature was verified. Nothing is fetched; the CRL moves to the cache.
   */
  proven?: number;
}

export interface FetchedRevocation {
  bytes: Bytes | null;
  problem: FetchProblem | "moved" | null;
  /** Identifies a CRL that is not in the cache yet. Return it in `proven` once it is verified. */
  receipt?: number;
}

export type FetchRevocation = (
  question: RevocationQuestion,
  signal: AbortSignal,
) => Promise<FetchedRevocation>;

/**
 * Returns a function that fetches CRLs and OCSP responses, with a cache of verified CRLs. It rejects
 * only with the signal's reason. `now` returns milliseconds since 1970; `account` counts the bytes of the
 * cache.
 */
export function revocationFetcher(
  access: HttpAccess,
  { now = Date.now, account = new ByteAccount() }: { now?: () => number; account?: ByteAccount } =
    {},
): FetchRevocation {
  const cache = new ProvenCrls(now, account);
  // A CRL may have 8 MiB, so the whole process fetches few long ones at a time.
  const places = new Semaphore(MAX_PARALLEL_LONG_CRLS);
  return async ({ url, request, issuers, proven }, signal) => {
    if (proven !== undefined) {
      cache.keep(proven);
      return { bytes: null, problem: null };
    }
    using deadline = new Deadline(access.deadlines.issuerMs, signal);
    try {
      if (request !== null) return await askResponder(url, request, access, deadline.signal);
      const known = cache.get(url);
      return known
        ? { bytes: known, problem: null }
        : await fetchCrl(url, issuers, access, places, cache, deadline.signal);
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
 * Why the first octets cannot be those of a CRL of these issuers; null if they can. Otherwise a hostile
 * host could make the server read 8 MiB of other content. Signature and scope are checked later, on the
 * whole CRL.
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

/** Decodes the start of a PEM block, whose first line is the label. Throws DerError for other text. */
function pemHead(head: Bytes): Bytes {
  const [, ...lines] = new TextDecoder().decode(head).split(/\r?\n/);
  const base64 = lines.join("").replace(/\s/g, "");
  try {
    return Uint8Array.fromBase64(base64.slice(0, base64.length - base64.length % 4));
  } catch {
    throw new DerError("The CRL is not valid Base64", 0);
  }
}

/**
 * Fetches a CRL. Most are short, and these are fetched without waiting. If a CRL proves long, it is
 * requested again in one of few places, with a short time limit, so that a slow hostile host cannot
 * block the others.
 */
async function fetchCrl(
  url: string,
  issuers: readonly string[] | undefined,
  access: HttpAccess,
  places: Semaphore,
  cache: ProvenCrls,
  signal: AbortSignal,
): Promise<FetchedRevocation> {
  const steps: Steps = { left: MAX_REDIRECTS + 1, at: url };
  const get = (maxBytes: number, until: AbortSignal) =>
    fetched(steps.at, crl(maxBytes, issuers), access, steps, until);
  let answer: FetchedRevocation;
  try {
    answer = await get(MAX_SHORT_CRL_BYTES, signal);
  } catch (fault) {
    signal.throwIfAborted();
    if (knownProblem(fault) !== "too_large") throw fault;
    answer = await places.run(async () => {
      using place = new Deadline(access.deadlines.longCrlMs, signal);
      return await get(MAX_CRL_BYTES, place.signal);
    }, signal);
  }
  if (answer.bytes === null) return answer;
  return { ...answer, receipt: cache.offer(url, answer.bytes, endOf(answer.bytes)) };
}

/** The most octets of the URL of a GET request (RFC 5019, 5). */
const MAX_GET_LENGTH = 255;
/** An OCSPResponse with the status malformedRequest. Some responders that require POST send it. */
const MALFORMED_REQUEST = "30030a0101";

/**
 * Sends an OCSP request. A short one uses GET as RFC 5019 requires, so that HTTP caches can answer.
 * A long one uses POST, and so does a retry if GET returns no response. Both attempts share one limit on
 * HTTP requests.
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

/** The progress of one fetch: the HTTP requests left, and the current URL. */
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

/** Decodes PEM, which some authorities publish instead of DER. */
function derOf(body: Bytes): Bytes {
  if (body[0] !== PEM_DASH) return body;
  return readPem(new TextDecoder().decode(body))[0]?.bytes ?? body;
}

/** The CRL's nextUpdate in milliseconds since 1970; 0 if it has none. */
function endOf(bytes: Bytes): number {
  try {
    return crlEnd(bytes, new Budget({ nodes: 1_000 })) ?? 0;
  } catch (fault) {
    if (!isOperationError(fault)) throw fault;
    return 0;
  }
}

/** The most bytes of CRLs and URLs in the cache. */
const KEPT_BYTES = 32 * 1024 * 1024;
/** Milliseconds after which a CRL is fetched again, even before its nextUpdate. */
const LONGEST_KEPT = 24 * 3_600_000;

/** The most bytes and CRLs that wait to be verified. One that is evicted is fetched again. */
const OFFERED_BYTES = 16 * 1024 * 1024;
const OFFERED = 64;

interface Offered {
  url: string;
  bytes: Bytes;
  end: number;
}

/**
 * A bounded cache of CRLs by URL, until their nextUpdate. A CRL enters it only after its signature was
 * verified. So an attacker, even one on the network path, can neither have a CRL cached nor evict
 * others. `now` returns milliseconds since 1970; `account` counts the bytes.
 */
export class ProvenCrls {
  readonly #now: () => number;
  readonly #kept: CountedCache<string, Bytes>;
  readonly #offered: CountedCache<number, Offered>;
  #receipts = 0;

  constructor(now: () => number, account: ByteAccount = new ByteAccount()) {
    this.#now = now;
    this.#kept = new CountedCache(account, {
      maxSize: KEPT_BYTES,
      sizeCalculation: (bytes, url) => bytes.length + url.length,
      ttl: 1,
      ttlResolution: 0,
    });
    this.#offered = new CountedCache(account, {
      max: OFFERED,
      maxSize: OFFERED_BYTES,
      sizeCalculation: ({ bytes, url }) => bytes.length + url.length,
    });
  }

  get(url: string): Bytes | null {
    return this.#kept.get(url) ?? null;
  }

  /** Takes a CRL to be verified and returns its receipt. `end`: nextUpdate in ms since 1970. */
  offer(url: string, bytes: Bytes, end: number): number {
    const receipt = ++this.#receipts;
    this.#offered.set(receipt, { url, bytes, end });
    return receipt;
  }

  /** Moves the CRL of this receipt to the cache, because it was verified. */
  keep(receipt: number): void {
    const offered = this.#offered.get(receipt);
    if (!offered) return;
    this.#offered.delete(receipt);
    const ttl = Math.min(offered.end - this.#now(), LONGEST_KEPT);
    if (ttl > 0) this.#kept.set(offered.url, offered.bytes, { ttl });
  }
}
