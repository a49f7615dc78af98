/**
 * Looks up the revocation of a presented chain. It fetches the CRLs and OCSP responses at the URLs in
 * the certificates, within a quota, and core judges them. A failed fetch changes no verdict.
 */
import type { CertificateRevocation, ChainResponse } from "../../../core/chain/contract.ts";
import { revocationsAlong } from "../../../core/chain/revocation.ts";
import type { Budget, Context } from "../../../core/kernel/context.ts";
import { isOperationError } from "../../../core/kernel/errors.ts";
import { DerError } from "../../../core/x509/asn1/der.ts";
import { Candidate } from "../../../core/x509/constraints/candidate.ts";
import type { Certificate } from "../../../core/x509/objects/certificates.ts";
import { EXTENSION } from "../../../core/x509/objects/extensions/identifiers.ts";
import { readCertificate } from "../../../core/x509/objects/read-certificate.ts";
import { Pool } from "../../../core/x509/path/pool.ts";
import { readPem } from "../../../core/x509/pem/pem.ts";
import { crlIssuersOf } from "../../../core/x509/revocation/crl-status.ts";
import { addMaterial, type RevocationMaterial } from "../../../core/x509/revocation/material.ts";
import { type RevocationVerdict, unknownStatus } from "../../../core/x509/revocation/verdict.ts";
import { Parts } from "../../request-context.ts";
import { FETCH_WORDS } from "../outbound-http.ts";
import { fetchableUrl } from "../outbound-http.ts";
import { MAX_ADDRESSES_OF_KIND, MAX_REVOCATION_FETCHES } from "../limits.ts";
import type { FetchedRevocation, FetchRevocation, RevocationQuestion } from "./fetch.ts";

type Kind = "crl" | "ocsp-response";

/** The URL of a CRL or an OCSP responder in a certificate. */
interface Source {
  kind: Kind;
  url: string;
}

type PathEntry = ChainResponse["chain"][number];

/** A path, the other certificates of the analysis, and whether its root is in the trust store. */
export interface RevocationPath {
  chain: readonly Pick<PathEntry, "certificate" | "source" | "signedByNext">[];
  unused: readonly Pick<PathEntry, "certificate" | "source">[];
  trusted: boolean;
}

interface RevocationBounds extends Pick<Context, "budget" | "now"> {
  /** The most CRLs and OCSP responses to fetch for this path. */
  fetches?: number;
  /** Keeps the verdict of each of them. */
  parts?: Parts;
}

/** The verdict of one CRL or response; null if judging it exceeds the budget. */
interface Judged {
  verdict: RevocationVerdict | null;
  receipt?: number;
}

/**
 * Returns one entry for each certificate of the path except the last: its status, or why it is not
 * known. `material` has the stapled responses. A CRL may be signed by any certificate of the analysis,
 * also by one that is not on the path.
 *
 * Each fetched CRL or response is judged separately, together with the stapled ones, and only its
 * verdict is kept, so that a hostile host cannot fill the memory with long CRLs.
 */
export async function lookUpRevocation(
  { chain, unused, trusted }: RevocationPath,
  material: RevocationMaterial,
  { budget: whole, now, fetches = MAX_REVOCATION_FETCHES, parts = new Parts() }: RevocationBounds,
  fetchRevocation: FetchRevocation,
  signal: AbortSignal,
): Promise<CertificateRevocation[]> {
  const found: CertificateRevocation[] = [];
  const budget = halfOf(whole);
  let fetchesLeft = fetches;
  const note = (index: number, verdict: RevocationVerdict) => found[index] = { index, ...verdict };
  try {
    const pool = new Pool(budget);
    const candidates = [...chain, ...unused].map(({ certificate, source }) => {
      const candidate = new Candidate(read(certificate, budget), source, null);
      pool.add(candidate);
      return candidate;
    });
    const path = candidates.slice(0, chain.length);
    const links = chain.slice(0, -1).map(({ signedByNext }) => signedByNext);
    const judgeBy = (all: RevocationMaterial) =>
      revocationsAlong({ certificates: path, links }, pool, all, {
        now,
        budget,
        reference: null,
        purpose: null,
      });
    const judge = async (source: Source, index: number): Promise<Judged> => {
      const [{ certificate }, { certificate: issuer }] = path.slice(index);
      const fetched = await ask(
        source,
        { certificate, issuer },
        { fetchRevocation, budget },
        signal,
      );
      const { receipt } = fetched;
      const all = { crls: [...material.crls], responses: [...material.responses] };
      try {
        const problem = await take(source.kind, fetched, all, budget);
        if (problem !== null) return { verdict: unknownStatus(problem) };
        return { verdict: await judgeBy(all)(index), receipt };
      } catch (fault) {
        if (isOperationError(fault) && fault.code === "too_complex") return { verdict: null };
        throw fault;
      }
    };
    const stapledAt = judgeBy(material);
    certificates: for (const [index, { certificate, id }] of path.slice(0, -1).entries()) {
      if (chain[index].signedByNext !== true) {
        note(index, unknownStatus("Its issuer is not verified"));
        continue;
      }
      let verdict = await stapledAt(index);
      // Stapled material is for the end entity, so do not report that it does not cover this one.
      const isElsewhere = index > 0 || material.crls.length + material.responses.length === 0;
      if (verdict.status === "unknown" && isElsewhere) verdict = unknownStatus(NOWHERE);
      const { sources, all } = sourcesOf(certificate, index === 0);
      for (const source of sources) {
        if (verdict.status !== "unknown") break;
        note(index, verdict);
        if (fetchesLeft-- <= 0 || signal.aborted) {
          verdict = unknownStatus(NOT_ALL_ASKED);
          break;
        }
        const judged = await parts.once(
          `${source.kind} ${source.url} ${id}`,
          () => judge(source, index),
          () => null,
        );
        if (judged.verdict === null) break certificates;
        ({ verdict } = judged);
        note(index, verdict);
        const { receipt } = judged;
        // An attacker can set up an authority, so only CRLs of trusted ones are cached.
        if (trusted && verdict.by === "crl" && receipt !== undefined) {
          const proven: RevocationQuestion = { url: source.url, request: null, proven: receipt };
          await fetchRevocation(proven, signal);
        }
      }
      if (verdict.status === "unknown" && !all) verdict = unknownStatus(NOT_ALL_ASKED);
      note(index, verdict);
    }
  } catch (fault) {
    const isBound = isOperationError(fault) && fault.code === "too_complex";
    if (!isBound && !signal.aborted) throw fault;
  }
  const late = unknownStatus(
    "Revocation could not be checked in time",
  );
  return chain.slice(0, -1).map((_, index) => found[index] ?? { index, ...late });
}

/** Untrusted CRLs and responses may use half of the remaining budget; the rest of the answer, half. */
function halfOf(whole: Budget): Budget {
  const { onServer: _, ...rest } = whole.rest();
  const half = Object.entries(rest).map(([kind, left]) => [kind, Math.floor(left / 2)]);
  return whole.part(Object.fromEntries(half));
}

export const NOT_ALL_ASKED = "Not every CRL and OCSP responder could be reached";
const NOWHERE = "The certificate names no CRL and no OCSP responder that can be reached";

async function ask(
  { kind, url }: Source,
  { certificate, issuer }: { certificate: Certificate; issuer: Certificate },
  { fetchRevocation, budget }: { fetchRevocation: FetchRevocation; budget: Budget },
  signal: AbortSignal,
): Promise<FetchedRevocation> {
  const question: RevocationQuestion = kind === "crl"
    ? { url, request: null, issuers: [...crlIssuersOf(certificate, budget)] }
    : { url, request: (await requestFor(certificate, issuer)).toBase64() };
  return await fetchRevocation(question, signal);
}

function read(pem: string, budget: Budget): Certificate {
  return readCertificate(readPem(pem)[0].bytes!, budget);
}

const requestFor = async (certificate: Certificate, issuer: Certificate) =>
  await (await import("../../../core/x509/revocation/ocsp-request.ts")).ocspRequest(
    certificate,
    issuer,
  );

/**
 * The responders and CRLs that a certificate names, in the order of the requests. For an end entity a
 * responder comes first, because the CRLs for end entities are long; for a CA a CRL comes first. The
 * second of each kind follows, and so on: all URLs of a distribution point lead to the same CRL
 * (RFC 5280, 4.2.1.13), and any of them may be unavailable. `all`: whether `sources` has all of them.
 */
function sourcesOf(
  certificate: Certificate,
  isLeaf: boolean,
): { sources: readonly Source[]; all: boolean } {
  const access = certificate.extension(EXTENSION.authorityInfoAccess)?.value ?? [];
  const points = certificate.extension(EXTENSION.cRLDistributionPoints)?.value ?? [];
  const usable = (urls: readonly string[]) =>
    [...new Set(urls)].filter((url) => fetchableUrl(url) !== null);
  const responders = usable(
    access.filter(({ method, location }) => method === "ocsp" && location.type === "URI")
      .map(({ location }) => location.value),
  );
  // The certificate of a separate CRL issuer is rarely available, so its CRLs come last.
  const direct = points.filter(({ crlIssuer }) => crlIssuer.length === 0);
  const indirect = points.filter(({ crlIssuer }) => crlIssuer.length > 0);
  const crls = usable(
    [...direct, ...indirect].flatMap(({ names }) =>
      names.filter(({ type }) => type === "URI").map(({ value }) => value)
    ),
  );
  const kinds: [Kind, string[]][] = [["ocsp-response", responders], ["crl", crls]];
  if (!isLeaf) kinds.reverse();
  const sources = Array.from(
    { length: MAX_ADDRESSES_OF_KIND },
    (_, place) =>
      kinds.flatMap(([kind, urls]) => urls.slice(place, place + 1).map((url) => ({ kind, url }))),
  ).flat();
  return { sources, all: sources.length === responders.length + crls.length };
}

/** Adds a fetched CRL or response to `material`. Returns null, or why it could not be added. */
async function take(
  kind: Kind,
  { bytes, problem }: FetchedRevocation,
  material: RevocationMaterial,
  budget: Budget,
): Promise<string | null> {
  const what = kind === "crl" ? "The CRL" : "The OCSP responder";
  if (bytes === null) return `${what}: ${FETCH_WORDS[problem ?? "unreadable"]}`;
  try {
    await addMaterial(material, kind, bytes, budget);
    return null;
  } catch (fault) {
    // It is nested too deeply or has too many elements. Another source may still be usable.
    if (isOperationError(fault) && fault.code === "too_complex") {
      return `${what}: ${FETCH_WORDS.too_large}`;
    }
    if (!(fault instanceof DerError)) throw fault;
    return `${what}: ${FETCH_WORDS.unreadable}`;
  }
}
