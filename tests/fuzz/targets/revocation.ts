/**
 * CRLs and OCSP responses: any bytes end in an answer or a fault, and never in "good" by chance.
 */
import { Budget } from "../../../core/kernel/context.ts";
import { readCrl } from "../../../core/x509/revocation/crl.ts";
import { findEntries } from "../../../core/x509/revocation/crl-lookup.ts";
import { statusByCrls } from "../../../core/x509/revocation/crl-status.ts";
import { readOcspResponse } from "../../../core/x509/revocation/ocsp-response.ts";
import { statusByOcsp } from "../../../core/x509/revocation/ocsp-status.ts";
import { DerError } from "../../../core/x509/asn1/der.ts";
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

export const revocation: readonly AnyTarget[] = [crl, ocsp];
