/**
 * Certificates joined with the CRLs and OCSP responses among the files: what these say of a
 * certificate whose issuer is here, and signed it.
 */
import type { Budget } from "../kernel/context.ts";
import { isOperationError } from "../kernel/errors.ts";
import { DerError } from "../x509/asn1/der.ts";
import type { Candidate } from "../x509/constraints/candidate.ts";
import type { Certificate } from "../x509/objects/certificates.ts";
import { CrlSigners } from "../x509/path/crl-signers.ts";
import { Pool } from "../x509/path/pool.ts";
import type { Crl } from "../x509/revocation/crl.ts";
import { crlIssuersOf, issuerKeyOf } from "../x509/revocation/crl-coverage.ts";
import type { CrlEntry } from "../x509/revocation/crl-entries.ts";
import { findEntries, significant } from "../x509/revocation/crl-lookup.ts";
import { noMaterial, type RevocationMaterial, revocationOf } from "../x509/revocation/material.ts";
import type { Revocation } from "../x509/shapes.ts";
import type { OcspResponse } from "../x509/revocation/ocsp-response.ts";
import { toHex } from "../x509/asn1/hex.ts";
import type { Link } from "./contract.ts";
import type { InspectedObject } from "./objects.ts";

/** A certificate with one that signed it. */
interface Pair {
  id: number;
  issuerId: number;
  candidate: Candidate;
  issuer: Candidate;
}

/** No chain in use is longer. */
const MAX_DEPTH = 20;

/** What is known of each certificate, by its number; nothing where no list or response is here. */
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
    const entries = entriesOf(material.crls, pairs, budget);
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
      // CRLs of other issuers and responses for other certificates say nothing about this one.
      if (own.crls.length + own.responses.length === 0) continue;
      const verdict = await revocationOf(own, {
        ...{ certificate, issuer: pair.issuer.certificate, now, budget },
        entryIn: (crl) => entries.get(crl)?.get(certificate),
        findSigner: (crl) => findSigner(pair, crl),
      });
      // It may have several issuer certificates: a revocation counts first, then any known status.
      if (known.get(id)?.status === "revoked") continue;
      if (verdict.status !== "unknown" || !known.has(id)) known.set(id, verdict);
    }
  } catch (thrown) {
    if (!isOperationError(thrown) || thrown.code !== "too_complex") throw thrown;
    notes.push("NOT EVERY CERTIFICATE WAS LOOKED UP IN THE REVOCATION LISTS");
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
 * Finds the certificate here that signed a CRL, by a path to the last issuer of the pair's certificate
 * that is here. What it needs is made when the first CRL asks for it.
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

/** Each CRL is walked over once, for all certificates that it may cover. */
function entriesOf(
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
    // One that cannot be used says nothing, whatever is in it.
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
