/** CRLs and OCSP responses as details show them. */
import type { Budget } from "../kernel/context.ts";
import { formatTime } from "../x509/asn1/time.ts";
import { toHex } from "../x509/asn1/hex.ts";
import { formatSerialNumber } from "../x509/objects/serial-numbers.ts";
import type { Crl } from "../x509/revocation/crl.ts";
import type { CrlEntry } from "../x509/revocation/crl-entries.ts";
import type { OcspResponse } from "../x509/revocation/ocsp-response.ts";

export interface CrlDetails {
  issuer: string;
  /** Upper-case hex; null where it has none. */
  number: string | null;
  /** Of a delta CRL: the number of the complete one. */
  baseNumber: string | null;
  thisUpdate: string;
  nextUpdate: string | null;
  entries: number;
  signatureAlgorithm: string;
  /** Which certificates it covers, where not all. */
  scope: string[];
  /** Why nothing may be concluded from it; null where it may be used. */
  unusable: string | null;
}

export interface OcspDetails {
  /** "successful", "tryLater", …. */
  status: string;
  /** Who signed it: a name, or the SHA-1 of a key; null where there is no answer. */
  responder: string | null;
  producedAt: string | null;
  answers: {
    serialNumber: string;
    status: "good" | "revoked" | "unknown";
    revokedAt: string | null;
    reason: string | null;
    thisUpdate: string;
    nextUpdate: string | null;
  }[];
}

/** More answers than these are in no response that is worth showing. */
const MAX_ANSWERS = 1_000;
/** Entries of one slice. */
const SLICE = 100;

const timeOrNull = (time: number | null): string | null => time === null ? null : formatTime(time);

/** What the details show of a CRL. Its entries come in slices, from `entriesOf`. */
export function crlDetails(crl: Crl): CrlDetails {
  const point = crl.issuingPoint;
  const scope = point === null ? [] : [
    ...point.names.map(({ value }) => value),
    ...(point.onlyUserCertificates ? ["No CA certificates"] : []),
    ...(point.onlyCaCertificates ? ["CA certificates alone"] : []),
    ...(point.onlyAttributeCertificates ? ["Attribute certificates alone"] : []),
    ...point.onlySomeReasons,
    ...(point.indirect ? ["Other issuers as well (indirect)"] : []),
  ];
  return {
    issuer: crl.issuer.raw,
    number: crl.number,
    baseNumber: crl.baseNumber,
    thisUpdate: formatTime(crl.thisUpdate),
    nextUpdate: timeOrNull(crl.nextUpdate),
    entries: crl.entryCount,
    signatureAlgorithm: crl.signature.scheme.name,
    scope,
    unusable: crl.unusable,
  };
}

/**
 * What the details show of a response: its first MAX_ANSWERS answers; none where it is an error.
 */
export function ocspDetails({ status, basic }: OcspResponse): OcspDetails {
  if (basic === null) return { status, responder: null, producedAt: null, answers: [] };
  return {
    status,
    responder: basic.responderName?.raw ?? toHex(basic.responderKeyHash ?? new Uint8Array()),
    producedAt: formatTime(basic.producedAt),
    answers: basic.answers.slice(0, MAX_ANSWERS).map((answer) => ({
      serialNumber: formatSerialNumber(answer.serial, 0, answer.serial.length),
      status: answer.status,
      revokedAt: timeOrNull(answer.revokedAt),
      reason: answer.reason,
      thisUpdate: formatTime(answer.thisUpdate),
      nextUpdate: timeOrNull(answer.nextUpdate),
    })),
  };
}

/** A slice of the entries, or of those that hold the text in serial number or reason. */
export function entriesOf(
  crl: Crl,
  from: number,
  search: string,
  budget: Budget,
): { entries: CrlEntry[]; next: number | null } {
  const wanted = search.replace(/[\s:]/g, "").toLowerCase();
  if (wanted === "") {
    const entries = crl.slice(from, SLICE, budget);
    const next = from + entries.length;
    return { entries, next: next < crl.entryCount && entries.length > 0 ? next : null };
  }
  const entries: CrlEntry[] = [];
  const cursor = crl.entries(budget);
  for (let at = 0; at < crl.entryCount && cursor.next(); at++) {
    if (at < from) continue;
    // Most do not match, so only their serial number is written out.
    const isFound = cursor.serialNumber.toLowerCase().includes(wanted) ||
      cursor.reason?.toLowerCase().includes(wanted);
    if (!isFound) continue;
    if (entries.length === SLICE) return { entries, next: at };
    entries.push(cursor.describe());
  }
  return { entries, next: null };
}
