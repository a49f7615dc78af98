import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import { formatTime } from "../../../core/x509/asn1/time.ts";
import { writePem } from "../../../core/x509/pem/pem-write.ts";
import { bytesOf, now, pathOf } from "../x509/revocation/support.ts";
import { analyzeText, problemsOf } from "./support.ts";

const AT = formatTime(now);
const text = (...files: string[]) =>
  files.map((file) =>
    file.endsWith(".ocsp")
      ? writePem("OCSP RESPONSE", bytesOf(file))
      : Deno.readTextFileSync(pathOf(file))
  ).join("\n");

describe("the chain analyzer with CRLs and OCSP responses in its text", () => {
  it("says nothing of revocation where there are none", async () => {
    const answer = await analyzeText(text("good.pem", "ca.pem"), AT);
    assert(!("revocation" in answer));
  });

  it("finds a revoked certificate not valid, and says when and why", async () => {
    for (const source of ["complete.crl", "revoked.ocsp"]) {
      const answer = await analyzeText(text(source, "revoked.pem", "ca.pem"), AT);
      assert(problemsOf(answer).includes("revoked@0"));
      assert.equal(answer.validation.isValid, false);
      assert.equal(
        answer.problems.find(({ code }) => code === "revoked")!.message,
        "It was revoked on 2026-11-01 12:00:00 UTC (key compromise).",
      );
      assert.equal(answer.revocation![0].by, source.endsWith("crl") ? "crl" : "ocsp");
      assert.deepEqual(answer.setAside, []);
    }
  });

  it("tells of a good one until when that is known", async () => {
    const answer = await analyzeText(text("good.pem", "ca.pem", "complete.crl"), AT);
    assert.equal(answer.validation.isValid, true);
    assert.equal(answer.revocation!.length, 1);
    const [{ index, status, nextUpdate }] = answer.revocation!;
    assert.deepEqual([index, status], [0, "good"]);
    assert(Date.parse(nextUpdate!) > now);
  });

  it("keeps the verdict where nothing is known, and says why", async () => {
    const answer = await analyzeText(text("revoked.pem", "ca.pem", "other.crl"), AT);
    assert.equal(answer.validation.isValid, true);
    assert.equal(answer.revocation![0].problem, "THE CRL IS OF ANOTHER ISSUER");
  });

  it("sets a list aside that cannot be read", async () => {
    const broken = writePem("OCSP RESPONSE", Uint8Array.of(0x30, 3, 0x0a, 1));
    const answer = await analyzeText(text("good.pem", "ca.pem") + broken, AT);
    assert.match(answer.setAside[0].message, /^THE OCSP RESPONSE CANNOT BE READ: /);
    assert.equal(answer.validation.isValid, true);
  });
});
