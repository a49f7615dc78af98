/**
 * CRLs and OCSP responses: any bytes end in an answer or a fault, and never in "good" by chance.
 */
import { Budget } from "../../../core/kernel/context.ts";
import { type Crl, readCrl } from "../../../core/x509/revocation/crl.ts";
import { findEntries, statusByCrls } from "../../../core/x509/revocation/crl-status.ts";
import { readOcspResponse } from "../../../core/x509/revocation/ocsp-response.ts";
import { statusByOcsp } from "../../../core/x509/revocation/ocsp-status.ts";
import { DerError } from "../../../core/x509/asn1/der.ts";
import { element } from "../../../core/x509/asn1/der-write.ts";
import { Candidate } from "../../../core/x509/constraints/candidate.ts";
import { CrlSigners } from "../../../core/x509/path/crl-signers.ts";
import { Pool } from "../../../core/x509/path/pool.ts";
import { noMaterial } from "../../../core/x509/revocation/material.ts";
import {
  authority,
  crlOf,
  directoryNames,
  endEntity,
  keyOf,
} from "../../core/x509/revocation/authorities.ts";
import { entry, extension, part, reason } from "../../core/x509/revocation/maker.ts";
import { bytes, seq } from "../../core/x509/rules/der.ts";
import { certificate, crlBytes, inputs } from "../../core/x509/revocation/support.ts";
import { objects } from "../seeds.ts";
import {
  type AnyTarget,
  bytesTarget,
  must,
  mustBeSentence,
  refusal,
  sameBytes,
  squash,
} from "../target.ts";

const SERIAL = certificate("revoked").serial;

const crl = bytesTarget({
  name: "crl",
  weight: 8,
  seeds: objects("crl").filter((bytes) => !sameBytes(bytes, crlBytes("empty"))),
  async run(bytes) {
    try {
      const budget = new Budget();
      const read = readCrl(bytes, budget);
      const slice = read.slice(0, 100, budget);
      must(slice.length <= read.entryCount || read.unusable !== null, "count of entries");
      if (read.unusable !== null) mustBeSentence(read.unusable);
      try {
        findEntries(read, [{ serial: SERIAL, issuerKey: read.issuerKey }], budget);
      } catch (thrown) {
        if (!(thrown instanceof DerError)) throw thrown;
        must(read.unusable !== null, "an entry is broken and the list is usable");
      }
      const verdict = await statusByCrls([read], inputs("revoked", "ca"));
      // All samples of this CA revoke the certificate, except the empty one.
      must(verdict.status !== "good", "a list that nobody signed is believed");
      return squash(`${verdict.status} ${verdict.problem} ${read.unusable}`);
    } catch (thrown) {
      return refusal(thrown, "unreadable", "too_complex");
    }
  },
});

const ocsp = bytesTarget({
  name: "ocsp-response",
  weight: 4,
  seeds: objects("ocsp-response"),
  async run(bytes) {
    try {
      const response = await readOcspResponse(bytes, new Budget());
      const verdict = await statusByOcsp(response, inputs("unlisted", "ca"));
      // All that the responder has said of this certificate is that it does not know it.
      must(verdict.status === "unknown", "a response that nobody signed is believed");
      mustBeSentence(verdict.problem!);
      return squash(verdict.problem!);
    } catch (thrown) {
      return refusal(thrown, "unreadable", "too_complex");
    }
  },
});

const root = authority("Root", keyOf("root"), null);
const signer = authority("CRL Issuer", keyOf("indirect"), root);
const issuer = authority("CA", keyOf("ca"), root);
const indirect = part(element(0x84, bytes(0xff)));
const certificateIssuer = extension("2.5.29.29", directoryNames(issuer.name), true);
const pointsAt = seq(seq(element(0xa2, element(0xa4, signer.name))));

/** A certificate whose CRLs another issuer signs, with that issuer's certificate at hand. */
function indirectInputs() {
  const budget = new Budget();
  const now = Date.parse("2026-05-01T12:00:00Z");
  const [subject, ...above] = [
    endEntity(issuer, { extensions: { cRLDistributionPoints: pointsAt } }),
    issuer.certificate,
    root.certificate,
  ].map((certificate) => new Candidate(certificate, "input", null));
  const pool = new Pool(budget);
  for (const given of [subject, ...above, new Candidate(signer.certificate, "input", null)]) {
    pool.add(given);
  }
  const path = { now, reference: null, purpose: null, budget };
  const signers = new CrlSigners(pool, above[1], noMaterial(), path);
  return {
    ...{ certificate: subject.certificate, issuer: above[0].certificate, now, budget },
    findSigner: (crl: Crl) => signers.find(crl, { certificate: subject, above }),
  };
}

const indirectCrl = bytesTarget({
  name: "indirect-crl",
  weight: 4,
  seeds: [
    [entry(bytes(0x4d, 1), certificateIssuer)],
    [entry(bytes(9), certificateIssuer), entry(bytes(0x4d, 1), reason(1))],
  ].map((entries) => crlOf(signer, { entries, extensions: [indirect] })),
  async run(input) {
    try {
      const verdict = await statusByCrls([readCrl(input, new Budget())], indirectInputs());
      // Each sample revokes the certificate, and another key signed none.
      must(verdict.status !== "good", "a CRL of another key is believed");
      return squash(`${verdict.status} ${verdict.problem}`);
    } catch (thrown) {
      return refusal(thrown, "unreadable", "too_complex");
    }
  },
});

export const revocation: readonly AnyTarget[] = [crl, ocsp, indirectCrl];
