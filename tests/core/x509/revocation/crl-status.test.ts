import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import { statusByCrls } from "../../../../core/x509/revocation/crl-status.ts";
import { needs, runProgram } from "../../../support/programs.ts";
import { crl, crlBytes, inputs, now, pathOf } from "./support.ts";
import { readCrl } from "../../../../core/x509/revocation/crl.ts";
import { Budget } from "../../../../core/kernel/context.ts";

interface Case {
  /** The lists that are at hand. */
  crls: string[];
  certificate: string;
  issuer?: string;
  /** "good", "revoked keyCompromise", or a part of why nothing is known. */
  ours: string;
  /** OpenSSL's errors (X509_V_ERR_…) for the certificate itself; empty where all is well. */
  openssl: number[];
}

const CASES: readonly Case[] = [
  { crls: ["complete"], certificate: "good", ours: "good", openssl: [] },
  { crls: ["complete"], certificate: "revoked", ours: "revoked keyCompromise", openssl: [23] },
  { crls: ["complete"], certificate: "held", ours: "revoked certificateHold", openssl: [23] },
  { crls: ["complete"], certificate: "unlisted", ours: "good", openssl: [] },
  { crls: ["empty"], certificate: "revoked", ours: "good", openssl: [] },
  { crls: [], certificate: "good", ours: "No CRL was given", openssl: [3] },
  { crls: ["expired"], certificate: "good", ours: "expired on 2 Nov 2026", openssl: [12] },
  // Only a certificate on hold can become valid again; OpenSSL reports both faults.
  { crls: ["expired"], certificate: "revoked", ours: "revoked keyCompromise", openssl: [12, 23] },
  { crls: ["expired"], certificate: "held", ours: "expired on 2 Nov 2026", openssl: [12, 23] },
  { crls: ["impostor"], certificate: "revoked", ours: "another key", openssl: [3] },
  { crls: ["other"], certificate: "revoked", ours: "from another issuer", openssl: [3] },
  {
    crls: ["no-crl-sign"],
    certificate: "no-crl-leaf",
    issuer: "no-crl-sign",
    ours: "is not allowed to sign CRLs",
    openssl: [35],
  },
  // The certificate's own part, another part, and one for a certificate without parts.
  { crls: ["part-a"], certificate: "revoked", ours: "revoked keyCompromise", openssl: [23] },
  { crls: ["part-a"], certificate: "good", ours: "good", openssl: [] },
  { crls: ["part-a"], certificate: "held", ours: "this is not one of them", openssl: [44] },
  { crls: ["part-a"], certificate: "unlisted", ours: "this is not one of them", openssl: [44] },
  { crls: ["users-only"], certificate: "revoked", ours: "revoked keyCompromise", openssl: [23] },
  { crls: ["cas-only"], certificate: "revoked", ours: "only CA certificates", openssl: [44] },
  { crls: ["some-reasons"], certificate: "revoked", ours: "revoked keyCompromise", openssl: [23] },
  { crls: ["unknown-critical"], certificate: "good", ours: "critical extension", openssl: [36] },
  { crls: ["delta"], certificate: "unlisted", ours: "delta CRL", openssl: [3] },
  // A delta revokes, and releases what was on hold.
  { crls: ["complete", "delta"], certificate: "good", ours: "revoked superseded", openssl: [23] },
  { crls: ["complete", "delta"], certificate: "held", ours: "good", openssl: [] },
  { crls: ["complete", "delta"], certificate: "revoked", ours: "revoked key", openssl: [23] },
  // Two lists: the one that can be used counts, in either order.
  { crls: ["other", "complete"], certificate: "good", ours: "good", openssl: [] },
  { crls: ["complete", "expired"], certificate: "held", ours: "revoked cert", openssl: [23] },
];

async function verdict({ crls, certificate, issuer = "ca" }: Case): Promise<string> {
  const status = await statusByCrls(crls.map(crl), inputs(certificate, issuer));
  if (status.status === "revoked") assert.equal(status.revokedAt, "2026-11-01T12:00:00Z");
  const isOutdated = status.problem?.startsWith("The CRL expired on ") ?? false;
  assert.equal(status.crlExpired, isOutdated ? "2026-11-02T00:00:00Z" : undefined);
  return status.problem ?? [status.status, status.reason].filter(Boolean).join(" ");
}

describe("the status of a certificate by CRLs", () => {
  for (const each of CASES) {
    const { crls, certificate, issuer = "ca", ours, openssl } = each;
    const name = `${certificate} by ${crls.join(" and ") || "nothing"}`;
    it(name, async () => {
      const found = await verdict(each);
      assert(found.startsWith(ours) || ours.includes(" ") && found.includes(ours), found);
    });
    it(`${name}, as in OpenSSL`, needs("openssl"), async () => {
      const lists = crls.flatMap((list) => ["-CRLfile", pathOf(`${list}.crl`)]);
      const { stdout, stderr } = await runProgram("openssl", [
        ...["verify", "-crl_check", "-extended_crl", "-use_deltas"],
        ...["-attime", String(Math.floor(now / 1000)), "-CAfile", pathOf(`${issuer}.pem`)],
        ...lists,
        pathOf(`${certificate}.pem`),
      ]);
      const errors = [...`${stdout}${stderr}`.matchAll(/^error (\d+) at 0 /gm)];
      assert.deepEqual(errors.map(([, code]) => Number(code)), openssl, stderr);
    });
  }

  it("rejects a CRL that the issuer did not sign", async () => {
    const bytes = crlBytes("complete");
    bytes[bytes.length - 1] ^= 1;
    const { status, problem } = await statusByCrls(
      [readCrl(bytes, new Budget())],
      inputs("revoked", "ca"),
    );
    assert.equal(status, "unknown");
    assert.match(problem!, /^The CRL's signature is wrong/);
  });

  it("rejects a CRL whose thisUpdate is tomorrow", async () => {
    const yesterday = inputs("good", "ca", now - 86_400_000);
    assert.equal(
      (await statusByCrls([crl("complete")], yesterday)).problem,
      "The CRL is not yet valid",
    );
  });
});
