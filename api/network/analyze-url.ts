/** chain/analyze-url: what a server sends on port 443, and the chain that it makes. */
import type { Given } from "../../core/chain/analyze.ts";
import type { chainAnalyzeUrl, ChainResponse, ServerSource } from "../../core/chain/contract.ts";
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
import { Deadline } from "./deadline.ts";
import { caaAgreement } from "./caa-agreement.ts";
import { everywhereOf } from "./everywhere.ts";
import { analyzeOnline } from "./issuers.ts";
import type { Network } from "./network.ts";
import type { PresentedChain } from "./presented-chain.ts";
import { withRevocation } from "./revocation.ts";
import { isStapled, mustStaple, stapledMaterial } from "./stapling.ts";

const NOBODY_LEAVES = new AbortController().signal;

export function analyzeUrlOperation(network: Network): Operation<typeof chainAnalyzeUrl> {
  return async (input, context: RequestContext) => {
    const hostname = urlHost(input.url);
    using deadline = new Deadline(network.overallMs, context.signal ?? NOBODY_LEAVES);
    const { signal } = deadline;
    const presented = await network.presentedChain(hostname, signal);
    const { given, setAside } = readPresented(presented.certificates, context.budget);
    const parts = {
      given,
      setAside,
      material: await stapledMaterial(presented, context.budget),
      leafFirst: true,
      reference: { type: "DNS" as const, name: hostname },
      purpose: "serverAuth",
      judgeAs: input.judgeAs,
      now: input.at ? Date.parse(input.at) : context.now,
    };
    const analyzed = await analyzeOnline(parts, context, network.fetchIssuer, signal);
    const { fetchRevocation } = network;
    const answer = await withRevocation(analyzed, parts, context, fetchRevocation, signal);
    return {
      ...answer,
      source: sourceOf(hostname, presented, given, answer),
      everywhere: await everywhereOf(presented, answer, parts, context),
      caa: await caaAgreement(hostname, answer, network.caa, signal),
      stapling: { required: mustStaple(given), stapled: isStapled(presented) },
    };
  };
}

/** What is no certificate is told with its place and hides none of the others. */
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
