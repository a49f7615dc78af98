/**
 * The revocation status of certificates by the CRLs and OCSP responses among the files, for certificates whose issuer
 * is also among the files; and the details of CRLs and responses.
 */
import type { Budget } from "../kernel/context.ts";
import { isOperationError } from "../kernel/errors.ts";
import { DerError } from "../x509/asn1/der.ts";
import type { Candidate } from "../x509/constraints/candidate.ts";
import type { Certificate } from "../x509/objects/certificates.ts";
import { CrlSigners } from "../x509/path/crl-signers.ts";
import { Pool } from "../x509/path/pool.ts";
import type { Crl } from "../x509/revocation/crl.ts";
import {
  crlIssuersOf,
  findEntries,
  issuerKeyOf,
  significant,
} from "../x509/revocation/crl-status.ts";
import type { CrlEntry } from "../x509/revocation/crl-entries.ts";
import { noMaterial, type RevocationMaterial, revocationOf } from "../x509/revocation/material.ts";
import type { Revocation } from "../x509/shapes.ts";
import type { OcspResponse } from "../x509/revocation/ocsp-response.ts";
import { toHex } from "../x509/asn1/hex.ts";
import type { Link } from "./contract.ts";
import type { InspectedObject } from "./objects.ts";
import { formatTime } from "../x509/asn1/time.ts";
import { formatSerialNumber } from "../x509/objects/serial-numbers.ts";

/** A certificate and one of its issuers. */
interface Pair {
  id: number;
  issuerId: number;
  candidate: Candidate;
  issuer: Candidate;
}

/** Longer than any chain in use. */
const MAX_DEPTH = 20;

/** The status of each certificate by number; empty if there are no CRLs and responses. */
export async function revocationsAmong(
  objects: readonly InspectedObject[],
  links: readonly Link[],
  { now, budget, notes }: { now: number; budget: Budget; notes: string[] },
): Promise<ReadonlyMap<number, Revocation>> {
  const known = new Map<number, Revocation>();
  const material = materialOf(objects);
  if (material.crls.length + material.responses.length === 0) return known;
  try {
    const pairs = pairsOf(objects, links);
    const entries = lookUpAll(material.crls, pairs, budget);
    const crls = Map.groupBy(material.crls, ({ issuerKey }) => issuerKey);
    const responses = responsesBySerial(material.responses);
    const findSigner = signersAmong(objects, pairs, material, { now, budget });
    for (const pair of pairs) {
      const { id, candidate: { certificate } } = pair;
      const issuers = [...crlIssuersOf(certificate, budget)];
      const own: RevocationMaterial = {
        crls: issuers.flatMap((issuer) => crls.get(issuer) ?? []),
        responses: responses.get(toHex(significant(certificate.serial))) ?? [],
      };
      // CRLs of other issuers and responses for other certificates do not apply.
      if (own.crls.length + own.responses.length === 0) continue;
      const verdict = await revocationOf(own, {
        ...{ certificate, issuer: pair.issuer.certificate, now, budget },
        entryIn: (crl) => entries.get(crl)?.get(certificate),
        findSigner: (crl) => findSigner(pair, crl),
      });
      // A certificate may have several issuer certificates: a revocation wins, then any known status.
      if (known.get(id)?.status === "revoked") continue;
      if (verdict.status !== "unknown" || !known.has(id)) known.set(id, verdict);
    }
  } catch (thrown) {
    if (!isOperationError(thrown) || thrown.code !== "too_complex") throw thrown;
    notes.push("Not every certificate was looked up in the CRLs");
  }
  return known;
}

function materialOf(objects: readonly InspectedObject[]): RevocationMaterial {
  const material = noMaterial();
  for (const object of objects) {
    if (object.kind === "crl" && object.crl !== null) material.crls.push(object.crl);
    else if (object.kind === "ocsp-response" && object.response !== null) {
      material.responses.push(object.response);
    }
  }
  return material;
}

function responsesBySerial(responses: readonly OcspResponse[]): Map<string, OcspResponse[]> {
  const bySerial = new Map<string, OcspResponse[]>();
  for (const response of responses) {
    const serials = response.basic?.answers.map(({ serial }) => toHex(significant(serial))) ?? [];
    for (const serial of new Set(serials)) {
      const list = bySerial.get(serial);
      if (list) list.push(response);
      else bySerial.set(serial, [response]);
    }
  }
  return bySerial;
}

function pairsOf(objects: readonly InspectedObject[], links: readonly Link[]): Pair[] {
  const candidates = new Map<number, Candidate>();
  for (const object of objects) {
    if (object.kind === "certificate" && object.candidate !== null) {
      candidates.set(object.id, object.candidate);
    }
  }
  return links.flatMap(({ kind, from, to, holds }) => {
    const [issuer, candidate] = [candidates.get(from), candidates.get(to)];
    const isPair = kind === "issuer" && holds === true && from !== to && issuer && candidate;
    return isPair ? [{ id: to, issuerId: from, candidate, issuer }] : [];
  });
}

/**
 * Finds the signer of a CRL among the files, by a path to the last available issuer of the pair's certificate. Its data is
 * prepared when the first CRL needs it.
 */
function signersAmong(
  objects: readonly InspectedObject[],
  pairs: readonly Pair[],
  material: RevocationMaterial,
  { now, budget }: { now: number; budget: Budget },
) {
  let pool: Pool | null = null;
  const byAnchor = new Map<Candidate, CrlSigners>();
  const pairOf = new Map(pairs.map((pair) => [pair.id, pair]));
  return ({ candidate, issuer, issuerId }: Pair, crl: Crl) => {
    pool ??= poolOf(objects, budget);
    const above = [issuer];
    for (let next = pairOf.get(issuerId); next && above.length < MAX_DEPTH;) {
      if (next.issuer === candidate || above.includes(next.issuer)) break;
      above.push(next.issuer);
      next = pairOf.get(next.issuerId);
    }
    budget.spend("work", above.length);
    const anchor = above[above.length - 1];
    let signers = byAnchor.get(anchor);
    if (!signers) {
      const inputs = { now, reference: null, purpose: null, budget };
      byAnchor.set(anchor, signers = new CrlSigners(pool, anchor, material, inputs));
    }
    return signers.find(crl, { certificate: candidate, above });
  };
}

function poolOf(objects: readonly InspectedObject[], budget: Budget): Pool {
  const pool = new Pool(budget);
  for (const object of objects) {
    if (object.kind === "certificate" && object.candidate !== null) pool.add(object.candidate);
  }
  return pool;
}

/** Looks up certificates with one walk over each CRL. */
function lookUpAll(
  crls: readonly Crl[],
  pairs: readonly Pair[],
  budget: Budget,
): Map<Crl, Map<Certificate, CrlEntry | null>> {
  const byIssuer = new Map<string, Pair[]>();
  for (const pair of pairs) {
    for (const issuer of crlIssuersOf(pair.candidate.certificate, budget)) {
      const listed = byIssuer.get(issuer);
      if (listed) listed.push(pair);
      else byIssuer.set(issuer, [pair]);
    }
  }
  const entries = new Map<Crl, Map<Certificate, CrlEntry | null>>();
  for (const crl of crls) {
    // A CRL that cannot be used needs no walk.
    const wanted = crl.unusable === null ? byIssuer.get(crl.issuerKey) ?? [] : [];
    if (wanted.length === 0) continue;
    try {
      const found = findEntries(
        crl,
        wanted.map(({ candidate: { certificate } }) => ({
          serial: certificate.serial,
          issuerKey: issuerKeyOf(certificate),
        })),
        budget,
      );
      entries.set(
        crl,
        new Map(wanted.map(({ candidate }, i) => [candidate.certificate, found[i]])),
      );
    } catch (thrown) {
      if (!(thrown instanceof DerError)) throw thrown;
    }
  }
  return entries;
}

export interface CrlDetails {
  issuer: string;
  /** Upper-case hex; null if it has none. */
  number: string | null;
  /** The number of the complete CRL of a delta CRL. */
  baseNumber: string | null;
  thisUpdate: string;
  nextUpdate: string | null;
  entries: number;
  signatureAlgorithm: string;
  /** The kinds of certificates that it covers, unless it covers all. */
  scope: string[];
  /** Why it must not be used; null if it may be. */
  unusable: string | null;
}

export interface OcspDetails {
  /** "successful", "tryLater", …. */
  status: string;
  /** The signer: a name, or the SHA-1 of a key; null if the response is an error. */
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

/** The most answers of a response in its details. */
const MAX_ANSWERS = 1_000;
/** The number of entries in a slice. */
const SLICE = 100;

const timeOrNull = (time: number | null): string | null => time === null ? null : formatTime(time);

/** The details of a CRL. `entriesOf` returns its entries in slices. */
export function crlDetails(crl: Crl): CrlDetails {
  const point = crl.issuingPoint;
  const scope = point === null ? [] : [
    ...point.names.map(({ value }) => value),
    ...(point.onlyUserCertificates ? ["No CA certificates"] : []),
    ...(point.onlyCaCertificates ? ["Only CA certificates"] : []),
    ...(point.onlyAttributeCertificates ? ["Only attribute certificates"] : []),
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

/** The details of a response with its first MAX_ANSWERS answers. */
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

/** A slice of the entries, or of those whose serial number or reason contains the text. */
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
    // Format the whole entry only on a match, because most entries do not match.
    const isFound = cursor.serialNumber.toLowerCase().includes(wanted) ||
      cursor.reason?.toLowerCase().includes(wanted);
    if (!isFound) continue;
    if (entries.length === SLICE) return { entries, next: at };
    entries.push(cursor.describe());
  }
  return { entries, next: null };
}
