/**
 * Certificates joined with the CRLs and OCSP responses among the files: what these say of a
 * certificate whose issuer is here, and signed it.
 */
import type { Budget } from "../kernel/context.ts";
import { isOperationError } from "../kernel/errors.ts";
import { DerError } from "../x509/asn1/der.ts";
import type { Certificate } from "../x509/objects/certificates.ts";
import type { Crl } from "../x509/revocation/crl.ts";
import { issuerKeyOf } from "../x509/revocation/crl-coverage.ts";
import type { CrlEntry } from "../x509/revocation/crl-entries.ts";
import { findEntries, significant } from "../x509/revocation/crl-lookup.ts";
import { noMaterial, type RevocationMaterial, revocationOf } from "../x509/revocation/material.ts";
import type { Revocation } from "../x509/shapes.ts";
import type { OcspResponse } from "../x509/revocation/ocsp-response.ts";
import { toHex } from "../x509/asn1/hex.ts";
import type { Link } from "./contract.ts";
import type { InspectedObject } from "./objects.ts";

interface Pair {
  id: number;
  certificate: Certificate;
  issuer: Certificate;
}

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
    for (const { id, certificate, issuer } of pairs) {
      const own: RevocationMaterial = {
        crls: crls.get(issuerKeyOf(certificate)) ?? [],
        responses: responses.get(toHex(significant(certificate.serial))) ?? [],
      };
      // Lists of other issuers and responses for other certificates say nothing about this one.
      if (own.crls.length + own.responses.length === 0) continue;
      const verdict = await revocationOf(own, {
        ...{ certificate, issuer, now, budget },
        entryIn: (crl) => entries.get(crl)?.get(certificate),
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
  const certificates = new Map<number, Certificate>();
  for (const object of objects) {
    if (object.kind === "certificate" && object.certificate !== null) {
      certificates.set(object.id, object.certificate);
    }
  }
  return links.flatMap(({ kind, from, to, holds }) => {
    const [issuer, certificate] = [certificates.get(from), certificates.get(to)];
    const isPair = kind === "issuer" && holds === true && from !== to && issuer && certificate;
    return isPair ? [{ id: to, certificate, issuer }] : [];
  });
}

/** Each list is walked over once, for all certificates of its issuer. */
function entriesOf(
  crls: readonly Crl[],
  pairs: readonly Pair[],
  budget: Budget,
): Map<Crl, Map<Certificate, CrlEntry | null>> {
  const byIssuer = Map.groupBy(pairs, ({ certificate }) => issuerKeyOf(certificate));
  const entries = new Map<Crl, Map<Certificate, CrlEntry | null>>();
  for (const crl of crls) {
    // One that cannot be used says nothing, whatever is in it.
    const wanted = crl.unusable === null ? byIssuer.get(crl.issuerKey) ?? [] : [];
    if (wanted.length === 0) continue;
    try {
      const found = findEntries(
        crl,
        wanted.map(({ certificate: { serial } }) => ({ serial, issuerKey: crl.issuerKey })),
        budget,
      );
      entries.set(crl, new Map(wanted.map(({ certificate }, i) => [certificate, found[i]])));
    } catch (thrown) {
      if (!(thrown instanceof DerError)) throw thrown;
    }
  }
  return entries;
}
