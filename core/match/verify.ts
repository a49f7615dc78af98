/** match/verify: compares public keys; the reader of a private key says whether it is sound. */
import type { OutputOf } from "../kernel/contract.ts";
import type { Operation } from "../kernel/execute.ts";
import {
  certificateInfo,
  type FingerprintDigests,
  loadFingerprintDigests,
} from "../x509/objects/certificate-info.ts";
import { EXTENSION } from "../x509/objects/extensions/identifiers.ts";
import { toColonHex } from "../x509/asn1/hex.ts";
import { compareKeys } from "../x509/keys/key-comparison.ts";
import { type PrivateKey, readPrivateKeyText } from "../x509/keys/private-keys.ts";
import { orSwapped } from "../x509/pem/identify.ts";
import { formatTime } from "../x509/asn1/time.ts";
import { type Candidate, readCandidates } from "./candidates.ts";
import type { matchVerify, RequestSummary } from "./contract.ts";

type Answer = OutputOf<typeof matchVerify>;

/**
 * Compares the key with each certificate or CSR of the text and describes the one that fits best.
 * Throws what reading them throws; where the two fields are swapped, `wrong_type` says so.
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
    return {
      ...verdicts[chosen],
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
        ...verdicts[index],
      })),
      notes: [...notes, ...read.notes],
      evaluatedAt: formatTime(now - now % 1000),
    };
  } finally {
    read.key.dispose();
  }
};

/** When each text belongs into the other's field, that is said instead of two faults. */
function readOrNameSwap(
  input: { certificate: string; privateKey: string },
  budget: Parameters<typeof readCandidates>[1],
): ReturnType<typeof readCandidates> {
  try {
    return readCandidates(input.certificate, budget);
  } catch (thrown) {
    throw orSwapped(thrown, input);
  }
}

interface Verdict {
  match: boolean | null;
  reason: string | null;
}

/** Equal public parts prove nothing when the private part may belong to others. */
function verdictOn(candidate: Candidate, key: PrivateKey): Verdict {
  const what = candidate.type === "certificate" ? "THE CERTIFICATE" : "THE CSR";
  const { equal, problem } = compareKeys(what, candidate.key, key.publicKey);
  if (equal === true && key.unchecked !== null) {
    return { match: null, reason: `THE PUBLIC PARTS ARE EQUAL, BUT ${key.unchecked}` };
  }
  return { match: equal, reason: problem };
}

/**
 * The certificate that the key fits, then the request; else one that cannot be verified; else what
 * is most likely the end entity: the first certificate that is no CA.
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
