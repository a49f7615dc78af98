/**
 * Revocation of a presented chain: the lists and responders that its certificates name are asked,
 * within an allowance, and what they say is judged by core. What does not come changes no verdict.
 */
import type { CertificateRevocation, ChainResponse } from "../../core/chain/contract.ts";
import type { Budget, Context } from "../../core/kernel/context.ts";
import { isOperationError } from "../../core/kernel/errors.ts";
import { DerError } from "../../core/x509/asn1/der.ts";
import type { Certificate } from "../../core/x509/objects/certificates.ts";
import { EXTENSION } from "../../core/x509/objects/extensions/identifiers.ts";
import { readCertificate } from "../../core/x509/objects/read-certificate.ts";
import { readPem } from "../../core/x509/pem/pem.ts";
import {
  addMaterial,
  type RevocationMaterial,
  revocationOf,
} from "../../core/x509/revocation/material.ts";
import {
  type RevocationInputs,
  type RevocationVerdict,
  unknownStatus,
} from "../../core/x509/revocation/verdict.ts";
import { fetchableUrl } from "./issuer-fetch.ts";
import { MAX_REVOCATION_FETCHES } from "./limits.ts";
import type { FetchedRevocation, FetchRevocation, RevocationQuestion } from "./revocation-fetch.ts";

type Kind = "crl" | "ocsp-response";

/** A list or a responder that a certificate names. */
interface Source {
  kind: Kind;
  url: string;
}

/**
 * One entry for each certificate below the last one of an analysis: what is known of it, or why
 * nothing is. `material` is what was stapled; what is fetched is added to it.
 */
export async function lookUpRevocation(
  { chain, validation }: Pick<ChainResponse, "chain" | "validation">,
  material: RevocationMaterial,
  { budget: whole, now }: Pick<Context, "budget" | "now">,
  fetchRevocation: FetchRevocation,
  signal: AbortSignal,
): Promise<CertificateRevocation[]> {
  const found: CertificateRevocation[] = [];
  const budget = halfOf(whole);
  const allowance = { left: MAX_REVOCATION_FETCHES };
  const note = (index: number, verdict: RevocationVerdict) => found[index] = { index, ...verdict };
  try {
    const path = chain.map(({ certificate }) => read(certificate, budget));
    for (const [index, certificate] of path.slice(0, -1).entries()) {
      if (chain[index].signedByNext !== true) {
        note(index, unknownStatus("ITS ISSUER IS NOT PROVEN"));
        continue;
      }
      const inputs = { certificate, issuer: path[index + 1], now, budget };
      let verdict = await revocationOf(material, inputs);
      // That material for a certificate below does not cover this one is not worth saying.
      const isElsewhere = index > 0 || material.crls.length + material.responses.length === 0;
      if (verdict.status === "unknown" && isElsewhere) verdict = unknownStatus(NOWHERE);
      for (const source of sourcesOf(certificate, index === 0)) {
        if (verdict.status !== "unknown") break;
        note(index, verdict);
        if (allowance.left-- <= 0 || signal.aborted) {
          verdict = unknownStatus("NOT EVERY LIST AND RESPONDER COULD BE ASKED");
          break;
        }
        const fetched = await ask(source, inputs, fetchRevocation, signal);
        const problem = await take(source.kind, fetched, material, budget);
        verdict = problem === null ? await revocationOf(material, inputs) : unknownStatus(problem);
        note(index, verdict);
        const { receipt } = fetched;
        // Whoever makes authorities of his own must not fill the memory for lists with theirs.
        if (validation.trusted && verdict.by === "crl" && receipt !== undefined) {
          const proven: RevocationQuestion = { url: source.url, request: null, proven: receipt };
          await fetchRevocation(JSON.stringify(proven), signal);
        }
      }
      note(index, verdict);
    }
  } catch (fault) {
    const isBound = isOperationError(fault) && fault.code === "too_complex";
    if (!isBound && !signal.aborted) throw fault;
  }
  const late = unknownStatus(
    "REVOCATION COULD NOT BE LOOKED UP WITHIN THE LIMITS OF TIME AND WORK",
  );
  return chain.slice(0, -1).map((_, index) => found[index] ?? { index, ...late });
}

/** What strangers send may use half of what is left: the other parts of the answer have theirs. */
function halfOf(whole: Budget): Budget {
  const { onServer: _, ...rest } = whole.rest();
  const half = Object.entries(rest).map(([kind, left]) => [kind, Math.floor(left / 2)]);
  return whole.part(Object.fromEntries(half));
}

const NOWHERE = "THE CERTIFICATE NAMES NO LIST AND NO RESPONDER THAT CAN BE ASKED";

async function ask(
  { kind, url }: Source,
  { certificate, issuer }: RevocationInputs,
  fetchRevocation: FetchRevocation,
  signal: AbortSignal,
): Promise<FetchedRevocation> {
  const request = kind === "crl" ? null : (await requestFor(certificate, issuer)).toBase64();
  const question: RevocationQuestion = { url, request };
  return await fetchRevocation(JSON.stringify(question), signal);
}

function read(pem: string, budget: Budget): Certificate {
  return readCertificate(readPem(pem)[0].bytes!, budget);
}

const requestFor = async (certificate: Certificate, issuer: Certificate) =>
  await (await import("../../core/x509/revocation/ocsp-request.ts")).ocspRequest(
    certificate,
    issuer,
  );

/** For an end entity the responder first, because its lists are long; for a CA the list first. */
function sourcesOf(certificate: Certificate, isLeaf: boolean): Source[] {
  const access = certificate.extension(EXTENSION.authorityInfoAccess)?.value ?? [];
  const points = certificate.extension(EXTENSION.cRLDistributionPoints)?.value ?? [];
  const usable = (kind: Kind, urls: readonly string[]) =>
    urls.filter((url) => fetchableUrl(url) !== null).slice(0, 1).map((url) => ({ kind, url }));
  const responders = usable(
    "ocsp-response",
    access.filter(({ method, location }) => method === "ocsp" && location.type === "URI")
      .map(({ location }) => location.value),
  );
  const lists = usable(
    "crl",
    points.filter(({ crlIssuer }) => crlIssuer.length === 0).flatMap(({ names }) =>
      names.filter(({ type }) => type === "URI").map(({ value }) => value)
    ),
  );
  return isLeaf ? [...responders, ...lists] : [...lists, ...responders];
}

const WORDS: Readonly<Record<NonNullable<FetchedRevocation["problem"]>, string>> = {
  refused: "ITS ADDRESS IS NOT PUBLIC OR CANNOT BE ASKED HERE",
  unresolved: "ITS HOST COULD NOT BE LOOKED UP",
  unreachable: "IT COULD NOT BE REACHED",
  timeout: "IT DID NOT ANSWER IN TIME",
  not_found: "IT ANSWERED WITH AN ERROR",
  too_large: "IT SENT MORE THAN IS READ HERE",
  unreadable: "WHAT IT SENT CANNOT BE READ",
  moved: "IT REDIRECTED TOO OFTEN",
};

/** Adds what was fetched; answers why nothing was. */
async function take(
  kind: Kind,
  { bytes, problem }: FetchedRevocation,
  material: RevocationMaterial,
  budget: Budget,
): Promise<string | null> {
  const what = kind === "crl" ? "THE CRL" : "THE OCSP RESPONDER";
  if (bytes === null) return `${what}: ${WORDS[problem ?? "unreadable"]}`;
  try {
    await addMaterial(material, kind, bytes, budget);
    return null;
  } catch (fault) {
    // Too deep, or of too many elements: another source may say more.
    if (isOperationError(fault) && fault.code === "too_complex") {
      return `${what}: ${WORDS.too_large}`;
    }
    if (!(fault instanceof DerError)) throw fault;
    return `${what}: ${WORDS.unreadable}`;
  }
}
