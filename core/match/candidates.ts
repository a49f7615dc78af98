/** The certificates and requests of a text, each with its public key. */
import type { Budget } from "../kernel/context.ts";
import { OperationError } from "../kernel/errors.ts";
import { type Certificate } from "../x509/objects/certificates.ts";
import { readCertificate } from "../x509/objects/read-certificate.ts";
import {
  type CertificationRequest,
  readCertificationRequest,
} from "../x509/objects/certification-request.ts";
import { Der, DerError } from "../x509/asn1/der.ts";
import { kindName, kindOfBlock, type ObjectKind } from "../x509/pem/identify.ts";
import { comparableKey } from "../x509/keys/key-comparison.ts";
import type { ComparableKey } from "../x509/keys/comparable-keys.ts";
import { type PemBlock, readPem } from "../x509/pem/pem.ts";
import { certificatesOfPkcs7 } from "../x509/cms/pkcs7.ts";
import * as TEXT from "../texts.ts";

export type Candidate =
  | { type: "certificate"; key: ComparableKey; certificate: Certificate }
  | {
    type: "request";
    key: ComparableKey;
    request: CertificationRequest;
    /** The request's own DER. */
    bytes: Uint8Array<ArrayBuffer>;
  };

const FIELD = "certificate";

/**
 * Reads them in the order of the text, PKCS#7 bundles taken apart. `notes` say what else is there.
 * Throws OperationError with path "certificate" when there is none, naming what there is instead.
 */
export function readCandidates(
  text: string,
  budget: Budget,
): { candidates: Candidate[]; notes: string[] } {
  const candidates: Candidate[] = [];
  const broken: string[] = [];
  const others = new Set<ObjectKind>();
  const blocks = readPem(text);
  for (const block of blocks) {
    const kind = kindOfBlock(block);
    if (kind !== "certificate" && kind !== "request" && kind !== "pkcs7") {
      if (kind !== null) others.add(kind);
      continue;
    }
    try {
      for (const candidate of readBlock(block, kind, budget)) candidates.push(candidate);
    } catch (thrown) {
      if (!(thrown instanceof DerError)) throw thrown;
      broken.push(`${NAMES[kind]} CANNOT BE READ: ${thrown.message}`);
    }
  }
  if (candidates.length === 0) throw nothingFound(blocks, broken, others);
  const notes = [...others].map((kind) => `THE CERTIFICATE FIELD ALSO HOLDS ${kindName(kind)}`);
  return { candidates, notes: [...broken, ...notes] };
}

const NAMES = {
  certificate: "THE CERTIFICATE",
  request: "THE CSR",
  pkcs7: "THE PKCS#7 BUNDLE",
} as const;

function readBlock(
  { bytes, problem }: PemBlock,
  kind: keyof typeof NAMES,
  budget: Budget,
): Candidate[] {
  if (bytes === null) {
    throw new OperationError("unreadable", `${NAMES[kind]} CANNOT BE READ: ${problem}`, FIELD);
  }
  if (kind === "pkcs7") {
    return certificatesOfPkcs7(bytes, budget).map((bytes) => readOne(bytes, budget));
  }
  if (kind === "certificate") return [readOne(bytes, budget)];
  budget.spend("bytes", bytes.length);
  const request = readCertificationRequest(new Der(bytes, budget));
  const key = comparableKey(request.publicKey, budget);
  return [{ type: "request", key, request, bytes: bytes.subarray(0, request.end) }];
}

function readOne(bytes: Uint8Array<ArrayBuffer>, budget: Budget): Candidate {
  const certificate = readCertificate(bytes, budget);
  return { type: "certificate", key: comparableKey(certificate.publicKey, budget), certificate };
}

function nothingFound(
  blocks: readonly PemBlock[],
  broken: readonly string[],
  others: ReadonlySet<ObjectKind>,
): OperationError {
  const [kind] = others;
  if (broken.length > 0) return new OperationError("unreadable", broken[0], FIELD);
  if (kind) {
    return new OperationError("wrong_type", `THIS IS ${kindName(kind)}, NOT A CERTIFICATE`, FIELD);
  }
  const message = blocks.length > 0 ? TEXT.certificateNot : TEXT.certificateNotFound;
  return new OperationError("unreadable", message, FIELD);
}
