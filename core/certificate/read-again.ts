/**
 * certificate/read-again: compares our reading of a certificate or CSR with another library's. No rule can
 * find a mistake in our own reader, but a second reader can.
 */
import type { Budget } from "../kernel/context.ts";
import type { OutputOf } from "../kernel/contract.ts";
import { OperationError } from "../kernel/errors.ts";
import type { Operation } from "../kernel/execute.ts";
import { withCommas } from "../kernel/formatting.ts";
import * as TEXT from "../texts.ts";
import { Der, DerError } from "../x509/asn1/der.ts";
import type { Findings } from "../x509/asn1/findings.ts";
import { toHex } from "../x509/asn1/hex.ts";
import { formatTime } from "../x509/asn1/time.ts";
import { requireCertificates } from "../x509/cms/bundles.ts";
import type { AlgorithmIdentifier } from "../x509/keys/key-algorithms.ts";
import type { SubjectPublicKeyInfo } from "../x509/keys/public-keys.ts";
import type { Certificate } from "../x509/objects/certificates.ts";
import { readCertificationRequest } from "../x509/objects/certification-request.ts";
import { EXTENSION } from "../x509/objects/extensions/identifiers.ts";
import { readText } from "../x509/pem/read-text.ts";
import { requestBlockOf } from "../x509/signed/requests.ts";
import type { GeneralName } from "../x509/shapes.ts";
import { readAgainVerdict } from "../verdict/certificate.ts";
import type { certificateReadAgain } from "./contract.ts";
import {
  type Algorithm,
  type Compared,
  compareReadings,
  type Reading,
  refusalOf,
  refusalText,
  whyDifferent,
} from "./readings.ts";
import { LIBRARY, readCertificateAgain, readRequestAgain } from "./second-reader.ts";

type Answer = OutputOf<typeof certificateReadAgain>;

const FIELD = "text";
/** More than any certificate in use. The library has no reliable limits of its own. */
const MAX_BYTES = 128 * 1024;
/** Time of the library for each octet, and to start, in microseconds of a slow core. */
const WORK_PER_BYTE = 10;
const WORK_TO_BEGIN = 5_000;
/** The number of characters of a long value that an answer shows. */
const MAX_SHOWN = 400;

/** An object as our reader reads it. */
interface Ours {
  kind: Answer["kind"];
  /** The object without trailing bytes. */
  der: Uint8Array<ArrayBuffer>;
  reading: Reading;
  /** The codes of our reader's findings. */
  findings: ReadonlySet<string>;
}

/**
 * Reads the first CSR of a text, otherwise its first certificate. Throws `wrong_type` or `unreadable` if the text
 * has neither, and `too_large` beyond MAX_BYTES.
 */
export const readAgain: Operation<typeof certificateReadAgain> = ({ text }, { budget }): Answer => {
  const { kind, der, reading: ours, findings } = readOurs(text, budget);
  if (der.length > MAX_BYTES) {
    const message = `The ${kind === "request" ? "CSR" : "certificate"} has ${
      withCommas(der.length)
    } bytes. The second reader takes at most ${withCommas(MAX_BYTES)}`;
    throw new OperationError("too_large", message, FIELD);
  }
  budget.spend("work", WORK_TO_BEGIN + der.length * WORK_PER_BYTE);
  const answer = { kind, library: LIBRARY };
  let theirs: Reading;
  try {
    theirs = kind === "request" ? readRequestAgain(der) : readCertificateAgain(der);
  } catch (thrown) {
    // Catches errors of any kind, because the library was not written for hostile input.
    const refused = refusalOf(thrown);
    const verdict = readAgainVerdict({ ...answer, refused, fields: [] });
    return { ...answer, agrees: null, problem: refusalText(kind, refused), fields: [], verdict };
  }
  const compared = compareReadings(ours, theirs);
  return {
    ...answer,
    agrees: compared.every(({ agrees }) => agrees !== false),
    problem: null,
    fields: compared.map((row) => ({
      ...shown(row),
      note: row.agrees ? null : whyDifferent(row, findings),
    })),
    verdict: readAgainVerdict({ ...answer, fields: compared }),
  };
};

/** Cuts long values to the part where they differ. */
function shown(
  { field, oid, ours, theirs, agrees }: Compared,
): Omit<Answer["fields"][number], "note"> {
  let from = 0;
  if (ours !== null && theirs !== null && agrees === false) {
    while (ours[from] === theirs[from] && from < ours.length) from++;
    from = Math.max(0, from - MAX_SHOWN / 4);
  }
  const cut = (text: string | null) => {
    if (text === null) return null;
    const start = text.length <= MAX_SHOWN ? 0 : from;
    const end = start + MAX_SHOWN;
    const part = `${start > 0 ? "…" : ""}${text.slice(start, end)}${end < text.length ? "…" : ""}`;
    // The cut may split a surrogate pair, and the library reads unpaired surrogates.
    return part.toWellFormed();
  };
  return { field, oid, ours: cut(ours), theirs: cut(theirs), agrees };
}

function readOurs(text: string, budget: Budget): Ours {
  const request = requestBlockOf(readText(text, budget).blocks, budget);
  if (!request) {
    const { certificates: [{ certificate }] } = requireCertificates(text, budget, FIELD);
    const reading = certificateReading(certificate);
    return {
      kind: "certificate",
      der: certificate.bytes,
      reading,
      findings: codesOf(certificate.der.findings),
    };
  }
  if (request.bytes === null) {
    throw new OperationError("unreadable", TEXT.csrInvalidBecause(request.problem!), FIELD);
  }
  budget.spend("bytes", request.bytes.length);
  try {
    return requestReading(request.bytes, budget);
  } catch (thrown) {
    if (!(thrown instanceof DerError)) throw thrown;
    throw new OperationError("unreadable", TEXT.csrInvalidBecause(thrown.message), FIELD);
  }
}

const codesOf = (findings: Findings) => new Set(findings.list().map(({ code }) => code));

function certificateReading(certificate: Certificate): Reading {
  const { bytes, subject, issuer, serialNumber, notBefore, notAfter, publicKey } = certificate;
  const names = certificate.extension(EXTENSION.subjectAltName);
  return {
    subject: subject.attributes,
    issuer: issuer.attributes,
    serialNumber,
    notBefore: formatTime(notBefore),
    notAfter: formatTime(notAfter),
    publicKey: keyOf(publicKey),
    signatureAlgorithm: algorithmOf(bytes, certificate.signature.algorithm),
    names: names === null ? [] : names.value && namesOf(names.value),
    extensions: certificate.extensions.map(({ oid, critical, body, end }) => ({
      oid,
      critical,
      value: toHex(bytes, body, end),
    })),
  };
}

function requestReading(bytes: Uint8Array<ArrayBuffer>, budget: Budget): Ours {
  const der = new Der(bytes, budget);
  const { subject, publicKey, signature, extensions, end } = readCertificationRequest(der);
  return {
    kind: "request",
    der: bytes.subarray(0, end),
    findings: codesOf(der.findings),
    reading: {
      subject: subject.attributes,
      publicKey: keyOf(publicKey),
      signatureAlgorithm: algorithmOf(bytes, signature.algorithm),
      names: namesOf(extensions.subjectAltName),
      extensions: extensions.all.map(({ oid, critical, hex }) => ({ oid, critical, value: hex })),
    },
  };
}

function algorithmOf(bytes: Uint8Array, algorithm: AlgorithmIdentifier): Algorithm {
  const { oid, parametersStart: start, end } = algorithm;
  return { oid, parameters: start === null ? "" : toHex(bytes, start, end) };
}

const keyOf = ({ bytes, algorithm, keyStart, keyEnd }: SubjectPublicKeyInfo) => ({
  ...algorithmOf(bytes, algorithm),
  key: toHex(bytes, keyStart, keyEnd),
});

/** The types that both readers have in the same form; other types are compared by their bytes. */
const BOTH: ReadonlySet<GeneralName["type"]> = new Set([
  "DNS",
  "IP",
  "email",
  "URI",
  "RegisteredID",
]);

const namesOf = (names: readonly GeneralName[]): string[] =>
  names.flatMap(({ type, value }) => BOTH.has(type) ? [`${type}:${value}`] : []);
