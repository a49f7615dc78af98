/** The kind of the certificate that a path lacks, as far as the last certificate of the path, by openssl, shows it. */
import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import type { ChainResponse } from "../../../core/chain/contract.ts";
import { createContext } from "../../../core/kernel/context.ts";
import { execute } from "../../../core/kernel/execute.ts";
import { operations } from "../../../core/operations.ts";
import { needs, runProgram } from "../../support/programs.ts";

async function missingOf(certificate: string): Promise<ChainResponse["missing"]> {
  const outcome = await execute(operations, "chain/analyze", { certificate }, createContext());
  assert(outcome.ok);
  return (outcome.value as ChainResponse).missing;
}

describe("the missing issuer of a path", () => {
  it(
    "is called a root or an intermediate if the certificate shows it",
    needs("openssl"),
    async () => {
      const folder = await Deno.makeTempDir();
      const openssl = async (...args: string[]) => {
        const { code, stderr } = await runProgram("openssl", args);
        assert.equal(code, 0, stderr);
      };
      const issue = async (name: string, by: string, identifier: string, isCa: boolean) => {
        const file = `${folder}/${name}`;
        await Deno.writeTextFile(
          `${file}.ext`,
          `basicConstraints=critical,CA:${isCa ? "TRUE" : "FALSE"}\nsubjectKeyIdentifier=hash\n` +
            `authorityKeyIdentifier=${identifier}\n`,
        );
        await openssl(
          ...["req", "-new", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"],
          ...["-subj", `/O=Example/CN=${name}`, "-keyout", `${file}.key`, "-out", `${file}.csr`],
        );
        await openssl(
          ...["x509", "-req", "-in", `${file}.csr`, "-out", `${file}.pem`, "-days", "30"],
          ...["-CA", `${folder}/${by}.pem`, "-CAkey", `${folder}/${by}.key`, "-CAcreateserial"],
          ...["-extfile", `${file}.ext`],
        );
        return await Deno.readTextFile(`${file}.pem`);
      };
      try {
        await openssl(
          ...["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"],
          ...["-subj", "/O=Example/CN=root", "-keyout", `${folder}/root.key`],
          ...["-out", `${folder}/root.pem`, "-days", "60"],
        );
        const named = "keyid:always,issuer:always";
        const middle = await issue("middle", "root", named, true);
        const leaf = await issue("leaf", "middle", named, false);
        const silent = await issue("silent", "middle", "keyid:always", false);

        assert.deepEqual(await missingOf(leaf + middle), [
          { index: 1, issuer: "CN=root,O=Example", kind: "root", urls: [] },
        ]);
        assert.deepEqual(await missingOf(leaf), [
          { index: 0, issuer: "CN=middle,O=Example", kind: "intermediate", urls: [] },
        ]);
        assert.deepEqual(await missingOf(silent), [
          { index: 0, issuer: "CN=middle,O=Example", kind: null, urls: [] },
        ]);
      } finally {
        await Deno.remove(folder, { recursive: true });
      }
    },
  );
});
