/**
 * Completes a chain over the network. While the analysis lacks an issuer, it fetches the issuer, checks
 * that it signed the certificate below, and runs the analysis again, within fixed limits.
 */
import type { Budget, Context } from "../../../core/kernel/context.ts";
import { isOperationError } from "../../../core/kernel/errors.ts";
import { named, withCommas } from "../../../core/kernel/formatting.ts";
import { analyzeCertificates, type AnalyzeParts, type Given } from "../../../core/chain/analyze.ts";
import { Candidate } from "../../../core/x509/constraints/candidate.ts";
import type { ChainResponse } from "../../../core/chain/contract.ts";
import type { Certificate } from "../../../core/x509/objects/certificates.ts";
import { readCertificate } from "../../../core/x509/objects/read-certificate.ts";
import { DerError } from "../../../core/x509/asn1/der.ts";
import { readPem } from "../../../core/x509/pem/pem.ts";
import { ADD_ISSUER, ISSUER_NOT_FOUND } from "../../../core/x509/rules/path.ts";
import { verifyIssued } from "../../../core/x509/path/issued.ts";
import { FETCH_WORDS, fetchableUrl, type FetchProblem } from "../outbound-http.ts";
import type { FetchIssuer } from "./cache.ts";
import { MAX_FETCHES, MAX_FETCHES_OF_HOST } from "../limits.ts";

/** Analyzes the given certificates, with issuers fetched from the URLs in them where they are missing. */
export async function analyzeOnline(
  parts: AnalyzeParts,
  context: Context,
  fetchIssuer: FetchIssuer,
  signal: AbortSignal,
): Promise<ChainResponse> {
  const given: Given[] = [...parts.given];
  const search = new IssuerSearch(given, context.budget, fetchIssuer, signal);
  let answer = await analyzeCertificates(parts, context);
  // Each iteration makes at least one request, so the quota also bounds the iterations.
  while (answer.missing.length > 0) {
    try {
      const found = await search.find(answer);
      if (found.length === 0) break;
      for (const certificate of found) given.push({ certificate, source: "aia", position: null });
      answer = await analyzeCertificates({ ...parts, given }, context);
    } catch (fault) {
      // A failed search does not invalidate the analysis of the given certificates.
      if (!isOperationError(fault) && !signal.aborted) throw fault;
      break;
    }
  }
  return withTried(answer, search.tried);
}

/** The most URLs in one message. */
const MAX_NAMED = 3;

/** Adds to an incomplete analysis why each URL of the missing issuer failed. */
function withTried(answer: ChainResponse, problemOf: (url: string) => string): ChainResponse {
  const missing = answer.missing.map(({ urls, ...rest }) => ({
    ...rest,
    urls,
    ...(urls.length > 0 && { tried: urls.map((url) => ({ url, problem: problemOf(url) })) }),
  }));
  const tried = missing.flatMap((issuer) => issuer.tried ?? []);
  if (tried.length === 0) return answer;
  const listed = tried.slice(0, MAX_NAMED)
    .map(({ url, problem }) => ` ${named(url)}: ${problem}.`);
  const more = tried.length - listed.length;
  const message = `${ISSUER_NOT_FOUND} It could not be fetched.${listed.join("")}` +
    (more > 0 ? ` ${withCommas(more)} more of its addresses did not give it either.` : "");
  const problems = answer.problems.map((problem) =>
    problem.code === "issuer_not_found" ? { ...problem, message, advice: ADD_ISSUER } : problem
  );
  return { ...answer, missing, problems };
}

const NOT_ASKED = "It was not contacted, because the limit of time or requests was reached";
const NOT_THE_ISSUER = "It did not send the issuer of this certificate";

class IssuerSearch {
  /** The requested URLs, and why each did not give the issuer. */
  readonly #asked = new Map<string, string>();
  readonly #quota = new FetchQuota();
  readonly #known: Set<string>;

  constructor(
    given: readonly Given[],
    private readonly budget: Budget,
    private readonly fetchIssuer: FetchIssuer,
    private readonly signal: AbortSignal,
  ) {
    this.#known = new Set(given.map(({ certificate }) => candidateOf(certificate).id));
  }

  /** Why a URL of the missing issuer did not give it. */
  readonly tried = (url: string): string => this.#asked.get(url) ?? NOT_ASKED;

  /**
   * Finds the issuer of the chain's last certificate, and further issuers from the same file. Rejects
   * when the time is up.
   */
  async find({ chain, missing }: ChainResponse): Promise<Certificate[]> {
    for (const { index, urls } of missing) {
      const [block] = readPem(chain[index].certificate);
      const child = candidateOf(readCertificate(block.bytes!, this.budget));
      for (const url of urls) {
        if (this.#asked.has(url)) continue;
        if (this.#quota.isUsedUp) return [];
        const found = await this.#ask(url);
        // This is the reason to report if the work on the file exceeds the budget.
        if (found.length > 0) this.#asked.set(url, FETCH_WORDS.too_large);
        const issuers = await this.#issuersAmong(found, child);
        if (found.length > 0) this.#asked.set(url, NOT_THE_ISSUER);
        if (issuers.length > 0) return issuers;
      }
    }
    return [];
  }

  async #ask(url: string): Promise<Uint8Array<ArrayBuffer>[]> {
    // This is the reason to report if the time ends during the fetch.
    this.#asked.set(url, FETCH_WORDS.timeout);
    const { certificates, problem } = await certificatesAt(
      url,
      this.fetchIssuer,
      this.#quota,
      this.signal,
    );
    if (problem !== null) {
      this.#asked.set(url, problem === "limit" ? NOT_ASKED : FETCH_WORDS[problem]);
    }
    return certificates;
  }

  /** The fetched certificates that signed the child, directly or through each other. */
  async #issuersAmong(
    fetched: readonly Uint8Array<ArrayBuffer>[],
    child: Candidate,
  ): Promise<Certificate[]> {
    const left = new Map<string, Candidate>();
    for (const bytes of fetched) {
      const candidate = this.#read(bytes);
      if (candidate && !this.#known.has(candidate.id)) left.set(candidate.id, candidate);
    }
    const issuers: Candidate[] = [];
    for (let below: Candidate | undefined = child, next = 0; below; below = issuers[next++]) {
      for (const candidate of left.values()) {
        if (!await isSignedBy(below, candidate, this.budget)) continue;
        left.delete(candidate.id);
        this.#known.add(candidate.id);
        issuers.push(candidate);
      }
    }
    return issuers.map(({ certificate }) => certificate);
  }

  #read(bytes: Uint8Array<ArrayBuffer>): Candidate | null {
    try {
      return candidateOf(readCertificate(bytes, this.budget));
    } catch (fault) {
      if (fault instanceof DerError) return null;
      throw fault;
    }
  }
}

function candidateOf(certificate: Certificate): Candidate {
  return new Candidate(certificate, "aia", null);
}

/** Compares the names. The signature must be valid, or of an algorithm that is not supported. */
async function isSignedBy(child: Candidate, issuer: Candidate, budget: Budget): Promise<boolean> {
  if (child.issuerKey !== issuer.subjectKey) return false;
  const { publicKey } = issuer.certificate;
  const { valid } = await verifyIssued(child.certificate, publicKey, budget);
  return valid !== false;
}

/**
 * The quota of HTTP requests for one analysis: MAX_FETCHES in total and MAX_FETCHES_OF_HOST to one host.
 * Redirects count, and so do requests that the cache answers, so that the result does not depend on
 * earlier requests of other clients.
 */
export class FetchQuota {
  #left = MAX_FETCHES;
  readonly #ofHost = new Map<string, number>();

  /** Whether no further request is possible. */
  get isUsedUp(): boolean {
    return this.#left === 0;
  }

  /** Takes one request to the URL's host from the quota; false if none is left. */
  take({ hostname }: URL): boolean {
    const used = this.#ofHost.get(hostname) ?? 0;
    if (this.isUsedUp || used === MAX_FETCHES_OF_HOST) return false;
    this.#left--;
    this.#ofHost.set(hostname, used + 1);
    return true;
  }
}

/** The certificates at a URL, or why there are none. "limit": the quota was used up. */
interface FetchedIssuers {
  certificates: Uint8Array<ArrayBuffer>[];
  problem: FetchProblem | "moved" | "limit" | null;
}

/**
 * Fetches the certificates at a URL and follows redirects, within the quota. Rejects only with the
 * signal's reason.
 */
export async function certificatesAt(
  start: string,
  fetchIssuer: FetchIssuer,
  quota: FetchQuota,
  signal: AbortSignal,
): Promise<FetchedIssuers> {
  let url = start;
  let atEnd: "limit" | "moved" = "limit";
  for (;;) {
    const target = fetchableUrl(url);
    // A URL that is never requested (ldap, another port) does not count.
    if (!target) return { certificates: [], problem: "refused" };
    if (!quota.take(target)) return { certificates: [], problem: atEnd };
    const answer = await fetchIssuer(url, signal);
    if (answer.problem !== "moved") return answer;
    url = answer.location;
    atEnd = "moved";
  }
}
