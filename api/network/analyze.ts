/**
 * The operations chain/analyze-url and chain/analyze.
 *
 * chain/analyze-url reads the certificates that a host sends on port 443 and analyzes the chain. Then
 * it looks up, independently of each other, the host's other addresses, revocation and CAA records.
 * Each of these is a part of the answer that is sent as soon as it is known.
 */
import {
  analyzeCertificates,
  type AnalyzeParts,
  type Given,
  givenRoots,
  pastedParts,
  withVerdict,
} from "../../core/chain/analyze.ts";
import type {
  chainAnalyze,
  chainAnalyzeUrl,
  ChainResponse,
  ServerSource,
} from "../../core/chain/contract.ts";
import { withKeyProof, withStapling } from "../../core/chain/connection.ts";
import { withRevocations } from "../../core/chain/revocation.ts";
import { unicodeName } from "../../core/names/unicode-domain-name.ts";
import { referenceFor } from "../../core/names/service-identity.ts";
import { hostToConnect, TLS_PORT } from "../../core/names/hosts.ts";
import type { Budget } from "../../core/kernel/context.ts";
import { isOperationError, OperationError } from "../../core/kernel/errors.ts";
import type { Operation } from "../../core/kernel/execute.ts";
import type { Skipped } from "../../core/x509/cms/bundles.ts";
import { readCertificate } from "../../core/x509/objects/read-certificate.ts";
import { DerError } from "../../core/x509/asn1/der.ts";
import { readPem, writePem } from "../../core/x509/pem/pem.ts";
import { Parts, type RequestContext } from "../request-context.ts";
import { MAX_FURTHER_ADDRESSES } from "./limits.ts";
import { Deadline, settled } from "./concurrency.ts";
import { caaAgreement } from "./dns/caa.ts";
import { optional } from "./optional.ts";
import { everywhereOf } from "./everywhere.ts";
import {
  type AskedFor,
  type FurtherReading,
  notRead,
  OTHERWISE,
  type ReadingQuestion,
} from "./tls/further-readings.ts";
import { analyzeOnline } from "./issuers/search.ts";
import { provesKey } from "./tls/key-proof.ts";
import type { Network } from "./network.ts";
import type { PresentedChain } from "./tls/presented-chain.ts";
import { lookUpRevocation, type RevocationPath } from "./revocation/look-up.ts";
import { lookUpElsewhere, withRevocation } from "./revocation/elsewhere.ts";
import { hostVerdict } from "../../core/verdict/chain.ts";
import { unknownStatus } from "../../core/x509/revocation/verdict.ts";
import {
  type DeliveredTimestamps,
  type TimestampDependent,
  withTimestampsOf,
} from "../../core/chain/transparency.ts";
import {
  deliveredTimestamps,
  isStapled,
  mustStaple,
  stapledMaterial,
  stapledTimestamps,
  stapleOf,
  stapleProblem,
} from "./revocation/stapling.ts";

/**
 * `hostOf` reads the host to connect to, in the command line also one that only an internal network has.
 *
 * The operation throws `host_refused`, `host_unreachable`, `host_without_tls` or `host_timeout` if the
 * host's certificates cannot be read. Failures at other addresses, responders or resolvers are
 * reported in the answer.
 */
export function analyzeUrlOperation(
  network: Network,
  hostOf: (url: string) => string = hostToConnect,
): Operation<typeof chainAnalyzeUrl> {
  return async (input, context: RequestContext) => {
    const hostname = hostOf(input.url);
    using deadline = new Deadline(network.overallMs, context.signal);
    const { signal } = deadline;
    const answered = context.parts ?? new Parts();
    const presented = await network.presentedChain(hostname, signal);
    const { given, skipped } = readPresented(presented.certificates, context.budget);
    const parts = {
      given,
      skipped,
      roots: givenRoots(input.roots, context.budget),
      leafFirst: true,
      reference: referenceFor(hostname),
      purpose: "serverAuth",
      judgeAs: input.judgeAs,
      now: input.at ?? context.now,
      negotiated: presented,
      delivered: { handshake: deliveredTimestamps(presented, []), ocsp: "not seen" as const },
    };
    const { source, ...answer } = await answered.once("chain", async () => {
      const { clear, certificates: [leaf] } = presented;
      const keyProven = await provesKey(clear, leaf, context.budget);
      const analyzed = withKeyProof(
        await analyzeOnline(parts, context, network.fetchIssuer, signal),
        keyProven,
      );
      return { ...analyzed, source: sourceOf(hostname, presented, given, keyProven, analyzed) };
    });

    const { address, tlsVersion, failed } = presented;
    const tried = new Set([address, ...failed.map((other) => other.address)]);
    const others = presented.addresses.filter((other) => !tried.has(other))
      .slice(0, MAX_FURTHER_ADDRESSES - failed.length);
    const read = (addresses: string[], asked: readonly AskedFor[]) =>
      readings(network, { hostname, tlsVersion, addresses, asked }, signal);
    const otherwise = read([address], OTHERWISE);
    const elsewhere = others.length > 0 ? read(others, ["as clients do"]) : [];

    const lookUp = async (
      path: RevocationPath,
      staple: Uint8Array<ArrayBuffer> | null,
      fetches?: number,
    ) => {
      const material = await stapledMaterial(staple, context.budget);
      const within = { budget: context.budget, now: parts.now, fetches, parts: answered };
      return await lookUpRevocation(path, material, within, network.fetchRevocation, signal);
    };
    const everyAddress = answered.once("everywhere", async () => {
      const broken = failed.map((other) => notRead(other, "as clients do"));
      const further = [...broken, ...await elsewhere, ...await otherwise];
      return await everywhereOf(presented, further, answer, parts, context);
    }, ({ everywhere }) => ({ everywhere }));

    const leaf = given.find(({ position }) => position === 0)?.certificate ?? null;
    const within = <T>(read: () => Promise<T>, otherwise: (because: string) => T) =>
      optional(read, otherwise, context, signal);
    const readRevocation = () =>
      answered.once("revocation", async () => {
        const further = await otherwise;
        const { chain, unused, validation: { trusted } } = answer;
        const staple = stapleOf(presented, further);
        const within = { now: parts.now, budget: context.budget };
        const delivered = {
          handshake: deliveredTimestamps(presented, further),
          ocsp: isStapled(presented, further) === null
            ? "not seen" as const
            : await stapledTimestamps(staple, context.budget),
        };
        const later = await analyzedWith(delivered, answer, parts, context);
        return {
          later,
          found: await lookUp({ chain, unused, trusted }, staple),
          stapling: {
            required: mustStaple(leaf),
            stapled: isStapled(presented, further),
            problem: await stapleProblem(staple, chain, within),
          },
        };
      }, ({ found, stapling, later }) => {
        const known = withStapling(withRevocations(withLater(answer, later), found), stapling);
        const { revocation, validation, problems, transparency, acceptance, calendar } = known;
        return {
          ...{ revocation, validation, problems, stapling },
          ...(later && { transparency, acceptance, calendar }),
        };
      });
    const readRevocationElsewhere = () =>
      answered.once("revocation elsewhere", async () => ({
        known: await lookUpElsewhere(
          await everyAddress,
          answer,
          (path, staple, fetches) =>
            lookUp(path, staple === null ? null : Uint8Array.fromBase64(staple), fetches),
        ),
      }), () => null);
    const readCaa = () =>
      answered.once("caa", async () => ({
        caa: await caaAgreement(hostname, answer, network.caa, signal),
      }));
    const readPostQuantum = () =>
      answered.once("post-quantum", async () => ({
        postQuantum: await postQuantumOf(hostname, presented, network, signal),
      }));

    const [places, revocation, { known }, { caa }, { postQuantum }] = await settled([
      everyAddress,
      within(readRevocation, (because) => ({
        later: null,
        found: answer.chain.slice(0, -1).map((_, index) => ({
          index,
          ...unknownStatus(`Revocation could not be checked: ${because}`),
        })),
        stapling: { required: mustStaple(leaf), stapled: null, problem: null },
      })),
      within(readRevocationElsewhere, () => ({ known: [] })),
      within(readCaa, (because) => ({
        caa: { status: "unknown" as const, message: `DNS was not asked: ${because}.` },
      })),
      within(readPostQuantum, (because) => ({
        postQuantum: postQuantumAnswer(
          null,
          `Whether the server negotiates X25519MLKEM768 could not be determined: ${because}.`,
        ),
      })),
    ]);
    const judged = withLater(answer, revocation.later);
    const whole = {
      ...withStapling(withRevocations(judged, revocation.found), revocation.stapling),
      source,
      everywhere: withRevocation(places, answer, revocation.found, known),
      caa,
      postQuantum,
      stapling: revocation.stapling,
    };
    return { ...whole, verdict: hostVerdict(whole) };
  };
}

const withLater = (answer: ChainResponse, later: TimestampDependent | null): ChainResponse =>
  later ? withTimestampsOf(answer, later) : answer;

/**
 * Analyzes a website's chain again, with the SCTs that the first reading did not show. Returns what depends on
 * them; null if there is nothing, or if the rest of the budget is too small.
 */
async function analyzedWith(
  delivered: DeliveredTimestamps,
  { chain, transparency }: ChainResponse,
  parts: AnalyzeParts,
  { budget, now }: Pick<RequestContext, "budget" | "now">,
): Promise<TimestampDependent | null> {
  if (!transparency && !Object.values(delivered).some((list) => list instanceof Uint8Array)) {
    return null;
  }
  const fetched = chain.filter(({ source }) => source === "aia").map(({ certificate }): Given => ({
    certificate: readCertificate(readPem(certificate)[0].bytes!, budget),
    source: "aia",
    position: null,
  }));
  const given = [...parts.given, ...fetched];
  try {
    const { transparency, acceptance, calendar, validation, problems } = await analyzeCertificates(
      { ...parts, given, delivered },
      { budget, now },
    );
    return { transparency, acceptance, calendar, validation, problems };
  } catch (fault) {
    if (!isOperationError(fault) || budget.outgrown) throw fault;
    return null;
  }
}

const postQuantumAnswer = (negotiated: boolean | null, message: string) => ({
  group: "X25519MLKEM768" as const,
  negotiated,
  message,
});

/** The group exists in TLS 1.3 only, so an older server is not asked. */
async function postQuantumOf(
  hostname: string,
  { address, tlsVersion }: PresentedChain,
  network: Network,
  signal: AbortSignal,
) {
  const isNew = tlsVersion === "TLSv1.3";
  const negotiated = isNew ? await selects() : false;
  const message = negotiated === null
    ? "Whether the server negotiates X25519MLKEM768 could not be determined."
    : negotiated
    ? "The server negotiates X25519MLKEM768, which protects recorded traffic from quantum computers."
    : isNew
    ? "The server does not negotiate X25519MLKEM768: it selects another group."
    : `The server does not negotiate X25519MLKEM768: it has no TLS 1.3, only ${tlsVersion}.`;
  return postQuantumAnswer(negotiated, message);

  async function selects(): Promise<boolean | null> {
    try {
      return (await network.postQuantum({ hostname, address }, signal)).selected;
    } catch (fault) {
      if (!signal.aborted) throw fault;
      return null;
    }
  }
}

/** Makes further readings; none if the time is up. */
async function readings(
  network: Network,
  question: ReadingQuestion,
  signal: AbortSignal,
): Promise<FurtherReading[]> {
  try {
    return await network.readFurther(question, signal);
  } catch (fault) {
    if (!signal.aborted) throw fault;
    return [];
  }
}

/** Reads the certificates. Malformed ones are listed with their position in `skipped`. */
function readPresented(
  presented: readonly Uint8Array<ArrayBuffer>[],
  budget: Budget,
): { given: Given[]; skipped: Skipped[] } {
  const given: Given[] = [];
  const skipped: Skipped[] = [];
  for (const [position, bytes] of presented.entries()) {
    try {
      given.push({ certificate: readCertificate(bytes, budget), source: "server", position });
    } catch (fault) {
      if (!(fault instanceof DerError)) throw fault;
      const message = `The certificate cannot be read: ${fault.message}`;
      skipped.push({ position, kind: "certificate", message, bytes });
    }
  }
  if (given.length === 0) throw new OperationError("unreadable", skipped[0].message);
  return { given, skipped };
}

function sourceOf(
  hostname: string,
  presented: PresentedChain,
  given: readonly Given[],
  keyProven: boolean | null,
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
    keyProven,
    hostnameMatches: !problems.some(({ code }) => code === "host_name_mismatch"),
    presented: {
      count: certificates.length,
      misordered: isMisordered(chain),
      duplicates: certificates.length - new Set(certificates).size,
      // Clients have their own roots, so sending one is unnecessary.
      rootIncluded: given.some(({ certificate, position }) =>
        position !== 0 && certificate.isSelfIssued
      ),
      certificates,
    },
  };
}

/** Whether the server sent the certificates of the path in another order. */
function isMisordered(chain: ChainResponse["chain"]): boolean {
  const places = chain.flatMap(({ position }) => position === null ? [] : [position]);
  return places.some((place, index) => index > 0 && place < places[index - 1]);
}

/** chain/analyze on the API. Unlike on the device, missing issuers are fetched. */
export function analyzeOperation(network: Network): Operation<typeof chainAnalyze> {
  return async (input, context: RequestContext) => {
    const parts = await pastedParts(input, context);
    using deadline = new Deadline(network.overallMs, context.signal);
    const { signal } = deadline;
    return withVerdict(
      await analyzeOnline(parts, context, network.fetchIssuer, signal),
      input,
    );
  };
}
