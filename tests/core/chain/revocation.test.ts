import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import { judgeChain } from "../../../core/verdict/judge/chain.ts";
import { formatTime } from "../../../core/x509/asn1/time.ts";
import { writePem } from "../../../core/x509/pem/pem.ts";
import { constructed, TAG } from "../../../core/x509/asn1/der.ts";
import { element, integer, objectIdentifier } from "../../../core/x509/asn1/der-write.ts";
import { needs, runProgram } from "../../support/programs.ts";
import { bytesOf, certificate, crlBytes, now, pathOf } from "../x509/revocation/support.ts";
import { analyzeText, problemsOf } from "./support.ts";

const AT = formatTime(now);
const text = (...files: string[]) =>
  files.map((file) =>
    file.endsWith(".ocsp")
      ? writePem("OCSP RESPONSE", bytesOf(file))
      : Deno.readTextFileSync(pathOf(file))
  ).join("\n");

describe("the chain analyzer with CRLs and OCSP responses in its text", () => {
  it("returns no revocation status without them", async () => {
    const answer = await analyzeText(text("good.pem", "ca.pem"), AT);
    assert(!("revocation" in answer));
  });

  it("makes a revoked certificate invalid, with date and reason", async () => {
    for (const source of ["complete.crl", "revoked.ocsp"]) {
      const answer = await analyzeText(text(source, "revoked.pem", "ca.pem"), AT);
      assert(problemsOf(answer).includes("revoked@0"));
      assert.equal(answer.validation.isValid, false);
      assert.equal(
        answer.problems.find(({ code }) => code === "revoked")!.message,
        "It was revoked on 1 Nov 2026, 12:00:00 UTC (key compromise).",
      );
      assert.equal(answer.revocation![0].by, source.endsWith("crl") ? "crl" : "ocsp");
      assert.deepEqual(answer.setAside, []);
    }
  });

  it("returns how long a good status is valid", async () => {
    const answer = await analyzeText(text("good.pem", "ca.pem", "complete.crl"), AT);
    assert.equal(answer.validation.isValid, true);
    assert.equal(answer.revocation!.length, 1);
    const [{ index, status, nextUpdate }] = answer.revocation!;
    assert.deepEqual([index, status], [0, "good"]);
    assert(Date.parse(nextUpdate!) > now);
  });

  it("keeps the verdict if the status is unknown, with the reason", async () => {
    const answer = await analyzeText(text("revoked.pem", "ca.pem", "other.crl"), AT);
    assert.equal(answer.validation.isValid, true);
    assert.equal(answer.revocation![0].problem, "The CRL is from another issuer");
    const codesOf = (facts: typeof answer) => judgeChain(facts).others.map(({ code }) => code);
    assert(codesOf(answer).includes("revocation_unknown"));
    const known = await analyzeText(text("good.pem", "ca.pem", "complete.crl"), AT);
    assert(!codesOf(known).includes("revocation_unknown"));
  });

  it("skips a CRL that cannot be read", async () => {
    const broken = writePem("OCSP RESPONSE", Uint8Array.of(0x30, 3, 0x0a, 1));
    const answer = await analyzeText(text("good.pem", "ca.pem") + broken, AT);
    assert.match(answer.setAside[0].message, /^The OCSP response cannot be read: /);
    assert.equal(answer.validation.isValid, true);
  });

  it("reads a CRL in a PKCS#7 bundle by openssl", needs("openssl"), async () => {
    const made = await runProgram("openssl", [
      "crl2pkcs7",
      ...["-in", pathOf("complete.crl")],
      ...["revoked.pem", "ca.pem"].flatMap((file) => ["-certfile", pathOf(file)]),
    ]);
    const answer = await analyzeText(made.stdout, AT);
    assert(problemsOf(answer).includes("revoked@0"));
    assert.equal(answer.validation.isValid, false);
    assert.equal(answer.revocation![0].by, "crl");
    assert.deepEqual(answer.setAside, []);
  });

  it("reads OCSP responses in a PKCS#7 bundle, and names unknown objects", async () => {
    const answer = await analyzeText(
      bundleOf(
        otherInfo("1.3.6.1.5.5.7.16.2", bytesOf("revoked.ocsp")),
        otherInfo("1.3.6.1.5.5.7.16.4", element(TAG.SEQUENCE)),
      ),
      AT,
    );
    assert(problemsOf(answer).includes("revoked@0"));
    assert.equal(answer.revocation![0].by, "ocsp");
    assert.deepEqual(answer.setAside, [
      { position: 3, message: "This is not a certificate. Its type is unknown" },
    ]);
  });

  it("keeps the certificates of a bundle whose revocation information cannot be read", async () => {
    const answer = await analyzeText(bundleOf(crlBytes("complete"), Uint8Array.of(0x30, 1)), AT);
    assert.equal(answer.chain.length, 2);
    assert.match(answer.setAside[0].message, /^The PKCS#7 bundle cannot be read: /);
  });
});

/** A PKCS#7 bundle of the revoked certificate and its issuer, with revocation information. */
function bundleOf(...revocationInfo: Uint8Array[]): string {
  const signedData = element(
    TAG.SEQUENCE,
    integer(1),
    element(TAG.SET),
    element(TAG.SEQUENCE, objectIdentifier("1.2.840.113549.1.7.1")),
    element(constructed(0), certificate("revoked").bytes, certificate("ca").bytes),
    element(constructed(1), ...revocationInfo),
    element(TAG.SET),
  );
  const info = element(
    TAG.SEQUENCE,
    objectIdentifier("1.2.840.113549.1.7.2"),
    element(constructed(0), signedData),
  );
  return writePem("PKCS7", info);
}

/** OtherRevocationInfoFormat (RFC 5652, 10.2.1). */
const otherInfo = (format: string, content: Uint8Array) =>
  element(constructed(1), objectIdentifier(format), content);
