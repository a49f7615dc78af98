import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import { ocspRequest } from "../../../../core/x509/revocation/ocsp-request.ts";
import { needs, runProgram } from "../../../support/programs.ts";
import { certificate, pathOf } from "./support.ts";

describe("OCSP requests", () => {
  it("are identical to those of openssl", needs("openssl"), async () => {
    const file = await Deno.makeTempFile();
    try {
      await runProgram("openssl", [
        ...["ocsp", "-no_nonce", "-issuer", pathOf("ca.pem"), "-cert", pathOf("revoked.pem")],
        ...["-reqout", file],
      ]);
      const ours = await ocspRequest(certificate("revoked"), certificate("ca"));
      assert.equal(ours.toHex(), (await Deno.readFile(file)).toHex());
    } finally {
      await Deno.remove(file);
    }
  });
});
