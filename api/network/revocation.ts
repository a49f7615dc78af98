/**
 * Revocation of a presented chain: the lists and responders that its certificates name are asked,
 * within an allowance, and what they say is judged by core. What does not come changes no verdict.
 */
import { analyzeCertificates, type AnalyzeParts, type Given } from "../../core/chain/analyze.ts";
import type { CertificateRevocation, ChainResponse } from "../../core/chain/contract.ts";
import type { Context } from "../../core/kernel/context.ts";
import { isOperationError } from "../../core/kernel/errors.ts";
import { DerError } from "../../core/x509/asn1/der.ts";
import type { Certificate } from "../../core/x509/objects/certificates.ts";
import { EXTENSION } from "../../core/x509/objects/extensions/identifiers.ts";
import { readCertificate } from "../../core/x509/objects/read-certificate.ts";
import { readPem } from "../../core/x509/pem/pem.ts";
import { addMaterial, noMaterial, revocationOf } from "../../core/x509/revocation/material.ts";
import { unknownStatus } from "../../core/x509/revocation/verdict.ts";
import { issuerUrl } from "./issuer-fetch.ts";
import { MAX_REVOCATION_FETCHES } from "./limits.ts";
import type { FetchedRevocation, FetchRevocation, RevocationQuestion } from "./revocation-fetch.ts";

type Kind = "crl" | "ocsp-response";

/** The analysis with what is known of revocation, and why where nothing is. */
export async function withRevocation(
  answer: ChainResponse,
  parts: AnalyzeParts,
  context: Context,
  fetchRevocation: FetchRevocation,
  signal: AbortSignal,
): Promise<ChainResponse> {
  const { budget, now } = context;
  const problems = new Map<number, string>();
  const { crls, responses } = parts.material ?? noMaterial();
  const material = { crls: [...crls], responses: [...responses] };
  let left = MAX_REVOCATION_FETCHES;
  try {
    const path = answer.chain.map(({ certificate }) => read(certificate, context));
    for (const [index, certificate] of path.slice(0, -1).entries()) {
      if (answer.chain[index].signedByNext !== true) continue;
      const issuer = path[index + 1];
      const inputs = { certificate, issuer, now: parts.now ?? now, budget };
      for (const { kind, url } of sourcesOf(certificate, index === 0)) {
        if ((await revocationOf(material, inputs)).status !== "unknown") break;
        if (left-- <= 0 || signal.aborted) {
          problems.set(index, "NOT EVERY LIST AND RESPONDER COULD BE ASKED");
          break;
        }
        const request = kind === "crl" ? null : (await requestFor(certificate, issuer)).toBase64();
        const question: RevocationQuestion = { url, request };
        const fetched = await fetchRevocation(JSON.stringify(question), signal);
        const problem = await take(kind, fetched, material, context);
        if (problem !== null) problems.set(index, problem);
        else problems.delete(index);
      }
    }
  } catch (fault) {
    const isBound = isOperationError(fault) && fault.code === "too_complex";
    if (!isBound && !signal.aborted) throw fault;
    problems.set(0, "REVOCATION COULD NOT BE LOOKED UP IN TIME");
  }
  const isNew = material.crls.length + material.responses.length >
    crls.length + responses.length;
  // Fetched issuers came from the same analysis.
  const given: Given[] = [
    ...parts.given,
    ...answer.chain.filter(({ fetchedViaAIA }) => fetchedViaAIA)
      .map(({ certificate }) => ({
        certificate: read(certificate, context),
        source: "aia" as const,
        position: null,
      })),
  ];
  const again = isNew ? await analyzeCertificates({ ...parts, given, material }, context) : answer;
  return { ...again, revocation: complete(again, problems) };
}

/** One entry for each certificate below the last one. */
function complete(
  { chain, revocation = [] }: ChainResponse,
  problems: ReadonlyMap<number, string>,
): CertificateRevocation[] {
  return chain.slice(0, -1).map((_, index) => {
    const found = revocation.find((entry) => entry.index === index);
    if (found && found.status !== "unknown") return found;
    const problem = problems.get(index) ?? found?.problem ??
      "THE CERTIFICATE NAMES NO LIST AND NO RESPONDER THAT CAN BE ASKED";
    return { index, ...unknownStatus(problem) };
  });
}

function read(pem: string, { budget }: Context): Certificate {
  return readCertificate(readPem(pem)[0].bytes!, budget);
}

const requestFor = async (certificate: Certificate, issuer: Certificate) =>
  await (await import("../../core/x509/revocation/ocsp-request.ts")).ocspRequest(
    certificate,
    issuer,
  );

/** Of an end entity the responder first, for its lists are long; of a CA its list. */
function sourcesOf(certificate: Certificate, isLeaf: boolean): { kind: Kind; url: string }[] {
  const access = certificate.extension(EXTENSION.authorityInfoAccess)?.value ?? [];
  const points = certificate.extension(EXTENSION.cRLDistributionPoints)?.value ?? [];
  const usable = (kind: Kind, urls: readonly string[]) =>
    urls.filter((url) => issuerUrl(url) !== null).slice(0, 1).map((url) => ({ kind, url }));
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
  refused: "ITS ADDRESS IS NOT ONE THAT IS ASKED HERE",
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
  material: ReturnType<typeof noMaterial>,
  { budget }: Context,
): Promise<string | null> {
  const what = kind === "crl" ? "THE CRL" : "THE OCSP RESPONDER";
  if (bytes === null) return `${what}: ${WORDS[problem ?? "unreadable"]}`;
  try {
    await addMaterial(material, kind, bytes, budget);
    return null;
  } catch (fault) {
    if (!(fault instanceof DerError)) throw fault;
    return `${what}: ${WORDS.unreadable}`;
  }
}
