/** The certificates that a host presents at each address. Equal presentations are judged once. */
import { authorityName, certificateName } from "../../core/names/certificate-name.ts";
import { analyzeCertificates, type AnalyzeParts, type Given } from "../../core/chain/analyze.ts";
import { withKeyProof } from "../../core/chain/connection.ts";
import type { ChainResponse, Everywhere, Presentation } from "../../core/chain/contract.ts";
import { stapleFault } from "../../core/chain/staple.ts";
import type { Context } from "../../core/kernel/context.ts";
import { isOperationError, OperationError } from "../../core/kernel/errors.ts";
import { toHex } from "../../core/x509/asn1/hex.ts";
import { DerError } from "../../core/x509/asn1/der.ts";
import { readCertificate } from "../../core/x509/objects/read-certificate.ts";
import { readPem } from "../../core/x509/pem/pem.ts";
import { writePem } from "../../core/x509/pem/pem.ts";
import type { FurtherReading } from "./tls/further-readings.ts";
import { provesKey, readLeaf } from "./tls/key-proof.ts";
import type { PresentedChain } from "./tls/presented-chain.ts";
import type { RevocationPath } from "./revocation/look-up.ts";
import { mustStaple } from "./revocation/stapling.ts";

type Bytes = Uint8Array<ArrayBuffer>;

/** The most octets of certificates in the answer, whatever the host's other addresses send. */
const MAX_SHOWN = 256 * 1024;
/** The most errors of one presentation in the answer. */
export const MAX_ERRORS = 20;

/** The parts of a presentation's path that revocation needs. */
export interface PresentedPath {
  chain: (RevocationPath["chain"][number] & { fingerprint: string; name: string })[];
  /** Further certificates that may have signed a CRL. */
  unused: RevocationPath["unused"];
  trusted: boolean;
  /** The OCSP response stapled for its end entity, in base64; null if none was seen. */
  staple: string | null;
}

/** The presentations of all addresses, and the path of each. */
export interface Places {
  everywhere: Everywhere;
  paths: PresentedPath[];
}

/**
 * Groups the readings of all addresses by presentation. `answer` is the analysis of the first address,
 * made from `parts`.
 */
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
    code: null,
    ocspResponse: presented.ocspResponse,
    timestamps: presented.timestamps,
    clear: presented.clear,
  };
  const places = new Map<string, number>();
  const presentations: Presentation[] = [];
  const paths: PresentedPath[] = [];
  const readings: Everywhere["readings"] = [];
  let size = 0;
  for (
    const { certificates, ocspResponse, timestamps: _, clear, ...reading } of [first, ...further]
  ) {
    let place: number | null = null;
    let keyProven: boolean | null = null;
    let { problem, code } = reading;
    if (certificates !== null) {
      keyProven = await provesKey(clear, certificates[0], context.budget);
      // If the server did not prove possession of the key, this is a separate, invalid presentation.
      const key = [keyProven === false, ...certificates.map((bytes) => toHex(bytes))].join(" ");
      place = places.get(key) ?? null;
      if (place === null) {
        const judged = reading.asked === "as clients do" && presentations.length === 0
          ? answer
          : await judge(certificates, keyProven, answer, parts, context);
        if (isOperationError(judged)) ({ message: problem, code } = judged);
        else {
          size += certificates.reduce((sum, { length }) => sum + length, 0);
          const shown = size > MAX_SHOWN ? [] : certificates;
          const required = mustStaple(readLeaf(certificates[0], context.budget));
          const stapling = { required, stapled: null };
          place = presentations.push({ ...presentationOf(judged, shown), stapling }) - 1;
          paths.push(pathOf(judged));
          places.set(key, place);
        }
      }
      if (place !== null) {
        const { stapling } = presentations[place];
        if (ocspResponse !== null) paths[place].staple ??= ocspResponse.toBase64();
        // Stapled responses are visible only in handshakes in the clear.
        if (clear !== null && reading.asked !== "no server name") {
          stapling!.stapled ||= ocspResponse !== null;
        }
      }
    }
    readings.push({ ...reading, presentation: place, keyProven, problem, code });
  }
  for (const presentation of presentations) {
    const fault = stapleFault(presentation.stapling!);
    if (fault !== null) presentation.errors = [fault, ...presentation.errors].slice(0, MAX_ERRORS);
  }
  const read = new Set(readings.map(({ address }) => address));
  const unread = presented.addresses.filter((address) => !read.has(address));
  return { everywhere: { presentations, readings, unread }, paths };
}

/** Analyzes the certificates of another address, with the issuers fetched for the first one. */
async function judge(
  certificates: readonly Bytes[],
  keyProven: boolean | null,
  answer: ChainResponse,
  parts: AnalyzeParts,
  context: Context,
): Promise<ChainResponse | OperationError> {
  try {
    const given: Given[] = [];
    for (const [position, bytes] of certificates.entries()) {
      try {
        const certificate = readCertificate(bytes, context.budget);
        given.push({ certificate, source: "server", position });
      } catch (fault) {
        if (!(fault instanceof DerError)) throw fault;
        if (position > 0) continue;
        const message = `The certificate cannot be read: ${fault.message}`;
        return new OperationError("unreadable", message);
      }
    }
    for (const { fetchedViaAIA, certificate } of answer.chain) {
      if (!fetchedViaAIA) continue;
      const [{ bytes }] = readPem(certificate);
      const fetched = readCertificate(bytes!, context.budget);
      given.push({ certificate: fetched, source: "aia", position: null });
    }
    const judged = await analyzeCertificates({ ...parts, given, skipped: [] }, context);
    return withKeyProof(judged, keyProven);
  } catch (fault) {
    // Certificates that exceed the budget at one address must not end the analysis of the others.
    if (!isOperationError(fault)) throw fault;
    return fault;
  }
}

function pathOf({ chain, unused, validation: { trusted } }: ChainResponse): PresentedPath {
  return {
    chain: chain.map(({ certificate, source, signedByNext, info }) => ({
      certificate,
      source,
      signedByNext,
      fingerprint: info.fingerprints.sha256,
      name: authorityName(info.subject),
    })),
    unused: unused.map(({ certificate, source }) => ({ certificate, source })),
    trusted,
    staple: null,
  };
}

function presentationOf(
  { chain: [{ info }], validation, problems }: ChainResponse,
  certificates: readonly Bytes[],
): Presentation {
  const errors = problems.filter(({ severity }) => severity === "error");
  return {
    name: certificateName(info),
    issuer: authorityName(info.issuer),
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
