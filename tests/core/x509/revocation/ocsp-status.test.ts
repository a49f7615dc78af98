import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import { Budget } from "../../../../core/kernel/context.ts";
import { isOperationError } from "../../../../core/kernel/errors.ts";
import { DerError } from "../../../../core/x509/asn1/der.ts";
import { element } from "../../../../core/x509/asn1/der-write.ts";
import { readOcspResponse } from "../../../../core/x509/revocation/ocsp-response.ts";
import { statusByOcsp } from "../../../../core/x509/revocation/ocsp-status.ts";
import { needs, runProgram } from "../../../support/programs.ts";
import { bytesOf, inputs, now, ocsp, pathOf } from "./support.ts";

const FOREIGN = "was not issued by the issuer of the certificate";

/** The response, the certificate, our verdict, and what OpenSSL says of it. */
const CASES: readonly (readonly [string, string, string, RegExp])[] = [
  ["good", "good", "good", /^Response verify OK\n.*: good/s],
  ["good-delegated", "good", "good", /^Response verify OK\n.*: good/s],
  ["good-by-key", "good", "good", /^Response verify OK\n.*: good/s],
  ["good-sha256", "good", "good", /^Response verify OK\n.*: good/s],
  ["nonce", "good", "good", /Response verify OK\n.*: good/s],
  [
    "revoked",
    "revoked",
    "revoked keyCompromise",
    /^Response verify OK\n.*: revoked.*keyCompromise/s,
  ],
  ["held", "held", "revoked certificateHold", /OK\n.*: revoked.*certificateHold/s],
  ["unlisted", "unlisted", "does not know the certificate", /OK\n.*: unknown/s],
  ["good", "revoked", "is for another certificate", /OK\n.*No Status found/s],
  [
    "unauthorized",
    "good",
    "is not allowed to sign OCSP responses",
    /Response Verify Failure.*missing ocspsigning usage/s,
  ],
  ["foreign", "good", FOREIGN, /Response Verify Failure/],
  [
    "wrong-signer",
    "good",
    "is not signed by the issuer of the certificate",
    /Response Verify Failure/,
  ],
  ["expired", "good", "The OCSP response expired on", /Status times invalid.*status expired/s],
  // Only a certificate on hold comes back.
  ["expired-revoked", "revoked", "revoked keyCompromise", /Status times invalid.*status expired/s],
  ["refused", "good", "The OCSP responder answered: unauthorized", /Responder Error: unauthorized/],
];

async function verdict(response: string, leaf: string, at = now): Promise<string> {
  const status = await statusByOcsp(await ocsp(response), inputs(leaf, "ca", at));
  return status.problem ?? [status.status, status.reason].filter(Boolean).join(" ");
}

describe("the status of a certificate by an OCSP response", () => {
  for (const [response, leaf, ours, openssl] of CASES) {
    it(`${response} for ${leaf}`, async () => {
      const found = await verdict(response, leaf, now + 3_600_000);
      assert(
        /^(?:[A-Z]|is |does |was )/.test(ours) ? found.includes(ours) : found === ours,
        found,
      );
    });
    it(`${response} for ${leaf}, as in OpenSSL`, needs("openssl"), async () => {
      const { stdout, stderr } = await runProgram("openssl", [
        ...["ocsp", "-respin", pathOf(`${response}.ocsp`), "-no_nonce"],
        ...["-issuer", pathOf("ca.pem"), response === "good-sha256" ? "-sha256" : "-sha1"],
        ...["-cert", pathOf(`${leaf}.pem`), "-CAfile", pathOf("ca.pem")],
        // `openssl ocsp` has no option for the time. With a validity period of almost ten years it
        // accepts responses that were made earlier.
        ...["-validity_period", response.startsWith("expired") ? "1" : "300000000"],
      ]);
      assert.match(`${stderr}${stdout}`, openssl);
    });
  }

  it("includes the date of the revocation", async () => {
    const status = await statusByOcsp(await ocsp("revoked"), inputs("revoked", "ca"));
    assert.equal(status.revokedAt, "2026-11-01T12:00:00Z");
    assert.equal(status.by, "ocsp");
  });

  it("is known without a nonce, but not with another nonce", async () => {
    const nonce = (await ocsp("nonce")).basic!.nonce!;
    const ask = async (name: string, sent: Uint8Array) =>
      (await statusByOcsp(await ocsp(name), inputs("good", "ca"), sent)).problem;
    assert.equal(await ask("good", nonce), null);
    assert.equal(await ask("nonce", nonce), null);
    assert.match((await ask("nonce", nonce.with(3, nonce[3] ^ 1)))!, /nonce differs/);
  });

  it("is unknown if issuer name, key or serial number differ", async () => {
    const { certificate: { issuerDer, serial }, issuer: { publicKey } } = inputs("good", "ca");
    const { bytes: spki, keyStart, keyEnd } = publicKey;
    const digest = async (data: Uint8Array<ArrayBuffer>) =>
      new Uint8Array(await crypto.subtle.digest("SHA-1", data)).toHex();
    const parts = [
      await digest(issuerDer),
      await digest(spki.slice(keyStart, keyEnd)),
      `02${serial.length.toString(16).padStart(2, "0")}${serial.toHex()}80`,
    ];
    for (const part of parts) {
      const hex = bytesOf("good.ocsp").toHex();
      const at = hex.indexOf(part);
      assert(at > 0 && at % 2 === 0);
      const bytes = Uint8Array.fromHex(hex);
      bytes[at / 2 + 3] ^= 1;
      const response = await readOcspResponse(bytes, new Budget());
      const { problem } = await statusByOcsp(response, inputs("good", "ca"));
      assert.equal(problem, "The OCSP response is for another certificate");
    }
  });

  it("is unknown if the signature is wrong", async () => {
    const bytes = bytesOf("good.ocsp");
    // A bit of the time at which it was produced.
    bytes[100] ^= 1;
    const verdict = await readOcspResponse(bytes, new Budget())
      .then((response) => statusByOcsp(response, inputs("good", "ca")), () => null);
    assert.notEqual(verdict?.status, "good");
  });

  it("is computed without giving pkijs deep or very large data", async () => {
    const original = bytesOf("good.ocsp");
    const [head] = [original.subarray(0, 0)];
    let nested: Uint8Array<ArrayBuffer> = element(0x05);
    for (let depth = 0; depth < 200; depth++) nested = element(0x30, nested);
    const many = element(0x30, new Uint8Array(60_000).map((_, i) => i % 2 === 0 ? 0x05 : 0));
    for (const data of [nested, many]) {
      const basic = element(
        0x30,
        head,
        element(0x30, data),
        element(0x30, element(0x06, Uint8Array.of(42, 3))),
        element(0x03, Uint8Array.of(0, 1)),
      );
      const type = element(0x06, Uint8Array.of(0x2b, 6, 1, 5, 5, 7, 0x30, 1, 1));
      const response = element(
        0x30,
        element(0x0a, Uint8Array.of(0)),
        element(0xa0, element(0x30, type, element(0x04, basic))),
      );
      await assert.rejects(
        readOcspResponse(response, new Budget()),
        (thrown) => isOperationError(thrown) && thrown.code === "too_complex",
      );
    }
    await assert.rejects(
      readOcspResponse(new Uint8Array(300 * 1024), new Budget()),
      (thrown) => isOperationError(thrown) && thrown.code === "too_complex",
    );
    await assert.rejects(readOcspResponse(Uint8Array.of(0x30, 0), new Budget()), DerError);
  });
});
