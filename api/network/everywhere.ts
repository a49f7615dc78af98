/** What a host presents at each of its addresses: equal presentations are one, and judged once. */
import { analyzeCertificates, type AnalyzeParts, type Given } from "../../core/chain/analyze.ts";
import type {
  CertificateRevocation,
  ChainResponse,
  Everywhere,
  Presentation,
} from "../../core/chain/contract.ts";
import type { Context } from "../../core/kernel/context.ts";
import { isOperationError } from "../../core/kernel/errors.ts";
import { toHex } from "../../core/x509/asn1/hex.ts";
import { DerError } from "../../core/x509/asn1/der.ts";
import { readCertificate } from "../../core/x509/objects/read-certificate.ts";
import { readPem } from "../../core/x509/pem/pem.ts";
import { revokedMessage } from "../../core/x509/revocation/reasons.ts";
import { writePem } from "../../core/x509/pem/pem-write.ts";
import type { FurtherReading } from "./further-readings.ts";
import type { PresentedChain } from "./presented-chain.ts";

type Bytes = Uint8Array<ArrayBuffer>;

/** The most octets of certificates in the answer: a stranger's addresses must not fill it. */
const MAX_SHOWN = 256 * 1024;
/** The most errors of each presentation in the answer. */
const MAX_ERRORS = 20;

/** What is presented where, and of each presentation the fingerprints of its path. */
interface Places {
  everywhere: Everywhere;
  paths: string[][];
}

/** What each address presents. `answer` is what was found at the first address, from `parts`. */
export async function everywhereOf(
  presented: PresentedChain,
  further: readonly FurtherReading[],
  answer: ChainResponse,
  parts: AnalyzeParts,
  context: Context,
): Promise<Places> {
  const first: FurtherReading = {
    address: presented.address,
    asked: "as clients do",
    certificates: presented.certificates,
    tlsVersion: presented.tlsVersion,
    problem: null,
    ocspResponse: null,
  };
  const places = new Map<string, number>();
  const presentations: Presentation[] = [];
  const paths: string[][] = [];
  const readings: Everywhere["readings"] = [];
  let size = 0;
  for (const { certificates, ocspResponse: _, ...reading } of [first, ...further]) {
    let place: number | null = null;
    let { problem } = reading;
    if (certificates !== null) {
      const key = certificates.map((bytes) => toHex(bytes)).join(" ");
      place = places.get(key) ?? null;
      if (place === null) {
        const judged = reading.asked === "as clients do" && presentations.length === 0
          ? answer
          : await judge(certificates, answer, parts, context);
        if (typeof judged === "string") problem = judged;
        else {
          size += certificates.reduce((sum, { length }) => sum + length, 0);
          const shown = size > MAX_SHOWN ? [] : certificates;
          place = presentations.push(presentationOf(judged, shown)) - 1;
          paths.push(judged.chain.map(({ info }) => info.fingerprints.sha256));
          places.set(key, place);
        }
      }
    }
    readings.push({ ...reading, presentation: place, problem });
  }
  const read = new Set(readings.map(({ address }) => address));
  const unread = presented.addresses.filter((address) => !read.has(address));
  return { everywhere: { presentations, readings, unread }, paths };
}

/** A certificate that was found revoked at the first address is revoked at the others too. */
export function knownRevoked(
  { everywhere, paths }: Places,
  { chain }: Pick<ChainResponse, "chain">,
  revocation: readonly CertificateRevocation[],
): Everywhere {
  const revoked = new Map(
    revocation.filter(({ status }) => status === "revoked")
      .map((found) => [chain[found.index].info.fingerprints.sha256, revokedMessage(found)]),
  );
  const presentations = everywhere.presentations.map((presentation, place) => {
    const messages = paths[place].flatMap((fingerprint) => revoked.get(fingerprint) ?? []);
    if (messages.length === 0) return presentation;
    const errors = [...presentation.errors, ...messages].slice(0, MAX_ERRORS);
    return { ...presentation, isValid: false, errors };
  });
  return { ...everywhere, presentations };
}

/** The analysis of what another address presents, with the issuers that are known; or why none. */
async function judge(
  certificates: readonly Bytes[],
  answer: ChainResponse,
  parts: AnalyzeParts,
  context: Context,
): Promise<ChainResponse | string> {
  try {
    const given: Given[] = [];
    for (const [position, bytes] of certificates.entries()) {
      try {
        const certificate = readCertificate(bytes, context.budget);
        given.push({ certificate, source: "server", position });
      } catch (fault) {
        if (!(fault instanceof DerError)) throw fault;
        if (position === 0) return `THE CERTIFICATE CANNOT BE READ: ${fault.message}`;
      }
    }
    for (const { fetchedViaAIA, certificate } of answer.chain) {
      if (!fetchedViaAIA) continue;
      const [{ bytes }] = readPem(certificate);
      const fetched = readCertificate(bytes!, context.budget);
      given.push({ certificate: fetched, source: "aia", position: null });
    }
    return await analyzeCertificates({ ...parts, given, setAside: [] }, context);
  } catch (fault) {
    // What one address presents does not take the answer of the others away.
    if (!isOperationError(fault) || fault.code !== "too_complex") throw fault;
    return fault.message;
  }
}

function presentationOf(
  { chain: [{ info }], validation, problems }: ChainResponse,
  certificates: readonly Bytes[],
): Presentation {
  const errors = problems.filter(({ severity }) => severity === "error");
  return {
    name: info.subject.commonName ?? info.extensions.subjectAltName[0]?.value ?? info.subject.raw,
    issuer: info.issuer.commonName ?? info.issuer.raw,
    notBefore: info.notBefore,
    notAfter: info.notAfter,
    publicKey: info.publicKey,
    fingerprint: info.fingerprints.sha256,
    certificates: certificates.map((bytes) => writePem("CERTIFICATE", bytes)),
    isValid: validation.isValid,
    trusted: validation.trusted,
    hostnameMatches: !problems.some(({ code }) => code === "host_name_mismatch"),
    errors: errors.slice(0, MAX_ERRORS).map(({ message }) => message),
  };
}
