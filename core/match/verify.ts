/** match/verify: compares public keys. The reader of a private key checks whether it is sound. */
import { wholeSecond } from "../x509/validity.ts";
import * as TEXT from "../texts.ts";
import type { OutputOf } from "../kernel/contract.ts";
import type { Operation } from "../kernel/execute.ts";
import {
  certificateInfo,
  type FingerprintDigests,
  loadFingerprintDigests,
} from "../x509/objects/certificate-info.ts";
import { Candidate as PathCandidate } from "../x509/constraints/candidate.ts";
import { reusedSerial, reusedSerials } from "../x509/rules/reused-serials.ts";
import { serialReused } from "../x509/texts.ts";
import { EXTENSION } from "../x509/objects/extensions/identifiers.ts";
import { toColonHex } from "../x509/asn1/hex.ts";
import { type ComparableKey, comparableKey, compareKeys } from "../x509/keys/key-comparison.ts";
import { type PrivateKey, readPrivateKeyText } from "../x509/keys/private-keys.ts";
import { describedIn } from "../x509/pem/described.ts";
import { kindName, kindOfBlock, type ObjectKind } from "../x509/pem/identify.ts";
import { orSwapped } from "../x509/pem/swapped.ts";
import { formatTime } from "../x509/asn1/time.ts";
import type { matchVerify, RequestSummary } from "./contract.ts";
import type { Budget } from "../kernel/context.ts";
import type { MatchReason } from "../verdict/codes.ts";
import { matchVerdict } from "../verdict/match.ts";
import { matchReasonText } from "../verdict/text/match.ts";
import { OperationError } from "../kernel/errors.ts";
import type { Certificate } from "../x509/objects/certificates.ts";
import { readCertificate } from "../x509/objects/read-certificate.ts";
import {
  type CertificationRequest,
  readCertificationRequest,
} from "../x509/objects/certification-request.ts";
import { Der, DerError } from "../x509/asn1/der.ts";
import type { PemBlock } from "../x509/pem/pem.ts";
import { readText } from "../x509/pem/read-text.ts";
import { repairSentence } from "../x509/pem/repairs.ts";
import { certificatesOfPkcs7 } from "../x509/cms/pkcs7.ts";
import { requestIn } from "../x509/signed/requests.ts";

type Answer = OutputOf<typeof matchVerify>;

/**
 * Compares the key with each certificate or CSR of the text and describes the best match. Throws the errors of
 * reading them; `wrong_type` reports that the two fields are swapped.
 */
export const verify: Operation<typeof matchVerify> = async (input, context): Promise<Answer> => {
  const { candidates, notes } = readOrNameSwap(input, context.budget);
  const digests = await loadFingerprintDigests();
  const read = await readPrivateKeyText(input.privateKey, input.passphrase, context);
  try {
    const verdicts = candidates.map((candidate) => verdictOn(candidate, read.key));
    const chosen = choose(candidates, verdicts);
    const candidate = candidates[chosen];
    const now = input.at ?? context.now;
    const [reused] = reusedSerials(
      candidates.flatMap((one) =>
        one.type === "certificate" ? [new PathCandidate(one.certificate, "input", null)] : []
      ),
    );
    const serial = reused ? reusedSerial(reused) : null;
    const answer = {
      ...given(verdicts[chosen]),
      chosen,
      certificate: candidate.type === "certificate"
        ? certificateInfo(candidate.certificate, now, digests)
        : null,
      request: candidate.type === "request" ? summarize(candidate, digests) : null,
      privateKey: {
        publicKey: read.key.publicKey.key,
        form: read.key.form,
        encrypted: read.key.encrypted,
      },
      candidates: candidates.map((candidate, index) => ({
        type: candidate.type,
        subject: subjectOf(candidate).raw,
        serialNumber: candidate.type === "certificate" ? candidate.certificate.serialNumber : null,
        ...given(verdicts[index]),
      })),
      notes: [...notes, ...serial ? [serialReused(serial)] : [], ...read.notes],
      evaluatedAt: formatTime(wholeSecond(now)),
    };
    const { because } = verdicts[chosen];
    return { ...answer, verdict: matchVerdict({ ...answer, because, reusedSerial: serial }) };
  } finally {
    read.key.dispose();
  }
};

/** If each text belongs into the other field, reports that instead of two errors. */
function readOrNameSwap(
  input: { certificate: string; privateKey: string },
  budget: Parameters<typeof readCandidates>[1],
): ReturnType<typeof readCandidates> {
  try {
    return readCandidates(input.certificate, budget);
  } catch (thrown) {
    throw orSwapped(thrown, input, budget);
  }
}

interface Verdict {
  match: boolean | null;
  /** Why it does not match, or why that is unknown; null if it matches. */
  because: MatchReason | null;
}

/** Equal public keys prove nothing if the private part could not be checked. */
function verdictOn(candidate: Candidate, key: PrivateKey): Verdict {
  const { equal, difference } = compareKeys(candidate.key, key.publicKey);
  if (difference !== null) return { match: equal, because: { holder: candidate.type, difference } };
  return key.unchecked === null
    ? { match: true, because: null }
    : { match: null, because: { unchecked: key.publicKey.key } };
}

/** The verdict as answers give it. */
const given = ({ match, because }: Verdict) => ({
  match,
  reason: because && matchReasonText(because),
});

/**
 * The certificate that the key belongs to, then the request, then one that cannot be compared; otherwise the
 * most likely end entity, the first certificate that is not a CA.
 */
function choose(candidates: readonly Candidate[], verdicts: readonly Verdict[]): number {
  const find = (wanted: (candidate: Candidate, verdict: Verdict) => boolean) =>
    candidates.findIndex((candidate, index) => wanted(candidate, verdicts[index]));
  const isCertificate = ({ type }: Candidate) => type === "certificate";
  const order = [
    find((candidate, { match }) => match === true && isCertificate(candidate)),
    find((_, { match }) => match === true),
    find((_, { match }) => match === null),
    find((candidate) => isCertificate(candidate) && !isCa(candidate)),
    find(isCertificate),
  ];
  return order.find((index) => index !== -1) ?? 0;
}

function isCa(candidate: Candidate): boolean {
  return candidate.type === "certificate" &&
    candidate.certificate.extension(EXTENSION.basicConstraints)?.value?.ca === true;
}

function subjectOf(candidate: Candidate) {
  return candidate.type === "certificate"
    ? candidate.certificate.subject
    : candidate.request.subject;
}

function summarize(
  { request, bytes }: Extract<Candidate, { type: "request" }>,
  { sha256 }: FingerprintDigests,
): RequestSummary {
  return {
    subject: request.subject,
    publicKey: request.publicKey.key,
    subjectAltName: request.extensions.subjectAltName,
    signatureAlgorithm: request.signature.scheme.name,
    fingerprint: toColonHex(sha256(bytes)),
  };
}

type Candidate =
  | { type: "certificate"; key: ComparableKey; certificate: Certificate }
  | {
    type: "request";
    key: ComparableKey;
    request: CertificationRequest;
    /** The DER of the request. */
    bytes: Uint8Array<ArrayBuffer>;
  };

const FIELD = "certificate";

/**
 * Reads the certificates and requests in the order of the text, including those in PKCS#7 bundles. `notes`
 * name other objects. Throws OperationError with path "certificate" if there is none, naming what was found.
 */
function readCandidates(
  text: string,
  budget: Budget,
): { candidates: Candidate[]; notes: string[] } {
  const candidates: Candidate[] = [];
  const broken: string[] = [];
  const others = new Set<ObjectKind>();
  const { blocks, repairs } = readText(text, budget);
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
      broken.push(`${NAMES[kind]} cannot be read: ${thrown.message}`);
    }
  }
  if (candidates.length === 0) throw nothingFound(text, blocks, broken, others);
  const notes = [...others].map((kind) => `The certificate field also contains ${kindName(kind)}`);
  const repaired = repairSentence(repairs);
  return { candidates, notes: [...(repaired === null ? [] : [repaired]), ...broken, ...notes] };
}

const NAMES = {
  certificate: "The certificate",
  request: "The CSR",
  pkcs7: "The PKCS#7 bundle",
} as const;

function readBlock(
  { bytes, problem }: PemBlock,
  kind: keyof typeof NAMES,
  budget: Budget,
): Candidate[] {
  if (bytes === null) {
    throw new OperationError(
      "unreadable",
      `${NAMES[kind]} cannot be read: ${problem!}`,
      FIELD,
    );
  }
  if (kind === "pkcs7") {
    const wrapped = requestIn(bytes, budget);
    return [
      ...wrapped ? [readRequest(wrapped.request, budget)] : [],
      ...certificatesOfPkcs7(bytes, budget).map((bytes) => readOne(bytes, budget)),
    ];
  }
  return [kind === "certificate" ? readOne(bytes, budget) : readRequest(bytes, budget)];
}

function readRequest(bytes: Uint8Array<ArrayBuffer>, budget: Budget): Candidate {
  budget.spend("bytes", bytes.length);
  const request = readCertificationRequest(new Der(bytes, budget));
  const key = comparableKey(request.publicKey, budget);
  return { type: "request", key, request, bytes: bytes.subarray(0, request.end) };
}

function readOne(bytes: Uint8Array<ArrayBuffer>, budget: Budget): Candidate {
  const certificate = readCertificate(bytes, budget);
  return { type: "certificate", key: comparableKey(certificate.publicKey, budget), certificate };
}

function nothingFound(
  text: string,
  blocks: readonly PemBlock[],
  broken: readonly string[],
  others: ReadonlySet<ObjectKind>,
): OperationError {
  const [kind] = others;
  if (broken.length > 0) return new OperationError("unreadable", broken[0], FIELD);
  if (kind) {
    return new OperationError("wrong_type", `This is ${kindName(kind)}, not a certificate`, FIELD);
  }
  const message = blocks.length > 0 ? TEXT.certificateNot : describedIn(text);
  return new OperationError("unreadable", message ?? TEXT.certificateNotFound, FIELD);
}
