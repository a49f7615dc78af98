/**
 * chain/analyze-url: what a server sends on port 443, and the chain that it makes. Then, at the same
 * time, what its other addresses present, what is known of revocation, and what DNS says: none of
 * these waits for another, and each is sent when it is known.
 */
import type { Given } from "../../core/chain/analyze.ts";
import type { chainAnalyzeUrl, ChainResponse, ServerSource } from "../../core/chain/contract.ts";
import { withRevocations } from "../../core/chain/revocation.ts";
import { unicodeName } from "../../core/names/unicode-domain-name.ts";
import { TLS_PORT, urlHost } from "../../core/names/url-host.ts";
import type { Budget } from "../../core/kernel/context.ts";
import { OperationError } from "../../core/kernel/errors.ts";
import type { Operation } from "../../core/kernel/execute.ts";
import type { SetAside } from "../../core/x509/cms/bundles.ts";
import { readCertificate } from "../../core/x509/objects/read-certificate.ts";
import { DerError } from "../../core/x509/asn1/der.ts";
import { writePem } from "../../core/x509/pem/pem-write.ts";
import type { RequestContext } from "../request-context.ts";
import { MAX_FURTHER_ADDRESSES } from "./limits.ts";
import { Deadline } from "./deadline.ts";
import { caaAgreement } from "./caa-agreement.ts";
import { everywhereOf, knownRevoked } from "./everywhere.ts";
import {
  type AskedFor,
  type FurtherReading,
  OTHERWISE,
  type ReadingQuestion,
} from "./further-readings.ts";
import { analyzeOnline } from "./issuers.ts";
import type { Network } from "./network.ts";
import type { PresentedChain } from "./presented-chain.ts";
import { Parts } from "../parts.ts";
import { lookUpRevocation } from "./revocation.ts";
import { isStapled, mustStaple, stapledMaterial } from "./stapling.ts";

/**
 * Throws `host_refused`, `host_unreachable`, `host_without_tls` or `host_timeout` where the host
 * cannot be read. What other addresses, responders or DNS do not say is a `problem` in the answer.
 */
export function analyzeUrlOperation(network: Network): Operation<typeof chainAnalyzeUrl> {
  return async (input, context: RequestContext) => {
    const hostname = urlHost(input.url);
    using deadline = new Deadline(network.overallMs, context.signal);
    const { signal } = deadline;
    const answered = context.parts ?? new Parts();
    const presented = await network.presentedChain(hostname, signal);
    const { given, setAside } = readPresented(presented.certificates, context.budget);
    const parts = {
      given,
      setAside,
      leafFirst: true,
      reference: { type: "DNS" as const, name: hostname },
      purpose: "serverAuth",
      judgeAs: input.judgeAs,
      now: input.at ? Date.parse(input.at) : context.now,
    };
    const { source, ...answer } = await answered.once("chain", async () => {
      const analyzed = await analyzeOnline(parts, context, network.fetchIssuer, signal);
      return { ...analyzed, source: sourceOf(hostname, presented, given, analyzed) };
    });

    const { address, tlsVersion } = presented;
    const others = presented.addresses.filter((other) => other !== address)
      .slice(0, MAX_FURTHER_ADDRESSES);
    const read = (addresses: string[], asked: readonly AskedFor[]) =>
      readings(network, { hostname, tlsVersion, addresses, asked }, signal);
    const otherwise = read([address], OTHERWISE);
    const elsewhere = others.length > 0 ? read(others, ["as clients do"]) : [];

    const [places, revocation, { caa }] = await whole([
      answered.once("everywhere", async () => {
        const further = [...await elsewhere, ...await otherwise];
        return await everywhereOf(presented, further, answer, parts, context);
      }, ({ everywhere }) => ({ everywhere })),
      answered.once("revocation", async () => {
        const further = await otherwise;
        const material = await stapledMaterial(presented, further, context.budget);
        const at = { budget: context.budget, now: parts.now };
        const { fetchRevocation } = network;
        return {
          found: await lookUpRevocation(answer, material, at, fetchRevocation, signal),
          stapling: { required: mustStaple(given), stapled: isStapled(presented, further) },
        };
      }, ({ found, stapling }) => {
        const { revocation, validation, problems } = withRevocations(answer, found);
        return { revocation, validation, problems, stapling };
      }),
      answered.once("caa", async () => ({
        caa: await caaAgreement(hostname, answer, network.caa, signal),
      })),
    ]);
    return {
      ...withRevocations(answer, revocation.found),
      source,
      everywhere: knownRevoked(places, answer, revocation.found),
      caa,
      stapling: revocation.stapling,
    };
  };
}

/** What is read beside the first address. Where the time is up there is nothing. */
async function readings(
  network: Network,
  question: ReadingQuestion,
  signal: AbortSignal,
): Promise<FurtherReading[]> {
  try {
    return await network.readFurther(JSON.stringify(question), signal);
  } catch (fault) {
    if (!signal.aborted) throw fault;
    return [];
  }
}

/** As Promise.all, but settles only when all of the work has ended. */
async function whole<T extends readonly unknown[]>(
  work: { [K in keyof T]: Promise<T[K]> },
): Promise<T> {
  await Promise.allSettled(work);
  return await Promise.all(work) as unknown as T;
}

/** What is no certificate is named with its place and hides none of the others. */
function readPresented(
  presented: readonly Uint8Array<ArrayBuffer>[],
  budget: Budget,
): { given: Given[]; setAside: SetAside[] } {
  const given: Given[] = [];
  const setAside: SetAside[] = [];
  for (const [position, bytes] of presented.entries()) {
    try {
      given.push({ certificate: readCertificate(bytes, budget), source: "server", position });
    } catch (fault) {
      if (!(fault instanceof DerError)) throw fault;
      const message = `THE CERTIFICATE CANNOT BE READ: ${fault.message}`;
      setAside.push({ position, kind: "certificate", message, bytes });
    }
  }
  if (given.length === 0) throw new OperationError("unreadable", setAside[0].message);
  return { given, setAside };
}

function sourceOf(
  hostname: string,
  presented: PresentedChain,
  given: readonly Given[],
  { chain, problems }: ChainResponse,
): ServerSource {
  const { addresses, address, tlsVersion, cipher, alpn } = presented;
  const certificates = presented.certificates.map((bytes) => writePem("CERTIFICATE", bytes));
  return {
    url: `https://${hostname}`,
    hostname,
    unicodeHostname: unicodeName(hostname) ?? hostname,
    port: TLS_PORT,
    addresses,
    address,
    tlsVersion,
    cipher,
    alpn,
    legacy: presented.legacyProtocol,
    ocspStapled: presented.ocspStapled,
    clientCertificateRequested: presented.clientCertificateRequested,
    hostnameMatches: !problems.some(({ code }) => code === "host_name_mismatch"),
    presented: {
      count: certificates.length,
      misordered: isMisordered(chain),
      duplicates: certificates.length - new Set(certificates).size,
      // A client has its roots; one that is sent is only weight.
      rootIncluded: given.some(({ certificate, position }) =>
        position !== 0 && certificate.isSelfIssued
      ),
      certificates,
    },
  };
}

/** Whether the certificates of the path came in another order than that of the path. */
function isMisordered(chain: ChainResponse["chain"]): boolean {
  const places = chain.flatMap(({ position }) => position === null ? [] : [position]);
  return places.some((place, index) => index > 0 && place < places[index - 1]);
}
