/**
 * Fetches a CRL, or asks an OCSP responder, at the address that a certificate names. Held like the
 * fetching of issuers: the one guard, few bytes, little time. What comes proves itself by its
 * signature, or says nothing.
 */
import { LRUCache } from "lru-cache";
import { Budget } from "../../core/kernel/context.ts";
import { isOperationError } from "../../core/kernel/errors.ts";
import { readPem } from "../../core/x509/pem/pem.ts";
import { crlEnd } from "../../core/x509/revocation/crl.ts";
import { Deadline } from "./deadline.ts";
import { allowed, ask, type HttpAccess, problemOf, type Wanted } from "./issuer-fetch.ts";
import type { IssuerProblem } from "./issuer-fetch.ts";
import { MAX_CRL_BYTES, MAX_OCSP_BYTES, MAX_REDIRECTS } from "./limits.ts";
import { publicAddresses } from "./resolve.ts";
import { Turnstile } from "./turnstile.ts";

type Bytes = Uint8Array<ArrayBuffer>;

/** What is asked for: a CRL, or with `request` (base64) an OCSP response. */
export interface RevocationQuestion {
  url: string;
  request: string | null;
}

export interface FetchedRevocation {
  bytes: Bytes | null;
  problem: IssuerProblem | "moved" | null;
}

/** The question as JSON: it crosses threads as one text. */
export type FetchRevocation = (question: string, signal: AbortSignal) => Promise<FetchedRevocation>;

const CACHED_BYTES = 32 * 1024 * 1024;
/** Lists are asked for again after this, whatever they say of themselves. */
const LONGEST_KEPT = 24 * 3_600_000;

export function revocationFetcher(
  access: HttpAccess,
  now: () => number = Date.now,
): FetchRevocation {
  const kept = new LRUCache<string, Bytes>({
    maxSize: CACHED_BYTES,
    sizeCalculation: (bytes, url) => bytes.length + url.length,
    ttl: 1,
    ttlResolution: 0,
  });
  // A list may have eight MiB: two at a time in the whole process.
  const turnstile = new Turnstile(2);
  return async (question, signal) => {
    const { url, request } = JSON.parse(question) as RevocationQuestion;
    using deadline = new Deadline(access.deadlines.issuerMs, signal);
    try {
      if (request !== null) {
        return await fetched(url, ocsp(Uint8Array.fromBase64(request)), access, deadline.signal);
      }
      const known = kept.get(url);
      if (known) return { bytes: known, problem: null };
      const answer = await turnstile.pass(
        () => fetched(url, CRL, access, deadline.signal),
        deadline.signal,
      );
      const ttl = Math.min(endOf(answer.bytes) - now(), LONGEST_KEPT);
      if (answer.bytes && ttl > 0) kept.set(url, answer.bytes, { ttl });
      return answer;
    } catch (fault) {
      signal.throwIfAborted();
      return { bytes: null, problem: problemOf(fault) };
    }
  };
}

const CRL: Wanted = {
  method: "GET",
  body: null,
  headers: { accept: "application/pkix-crl, */*" },
  maxBytes: MAX_CRL_BYTES,
};

const ocsp = (request: Bytes): Wanted => ({
  method: "POST",
  body: request,
  headers: {
    accept: "application/ocsp-response",
    "content-type": "application/ocsp-request",
    "content-length": String(request.length),
  },
  maxBytes: MAX_OCSP_BYTES,
});

async function fetched(
  url: string,
  wanted: Wanted,
  access: HttpAccess,
  signal: AbortSignal,
): Promise<FetchedRevocation> {
  let from = allowed(url);
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
    const addresses = await publicAddresses(from.hostname, access, signal);
    const { body, location } = await ask(from, addresses, access, wanted, signal);
    if (body !== null) return { bytes: derOf(body), problem: null };
    from = allowed(location, from);
  }
  return { bytes: null, problem: "moved" };
}

/** Some authorities publish PEM. */
function derOf(body: Bytes): Bytes {
  if (body[0] !== 0x2d) return body;
  return readPem(new TextDecoder().decode(body))[0]?.bytes ?? body;
}

/** When the list ends by its own word, in milliseconds since 1970; 0 where it does not say. */
function endOf(bytes: Bytes | null): number {
  try {
    return bytes === null ? 0 : crlEnd(bytes, new Budget({ nodes: 1_000 })) ?? 0;
  } catch (fault) {
    if (!isOperationError(fault)) throw fault;
    return 0;
  }
}
