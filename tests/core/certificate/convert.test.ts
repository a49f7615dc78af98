/** certificate/convert: programs that are not ours read what it writes. */
import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import * as v from "valibot";
import { certificateConvert } from "../../../core/certificate/contract.ts";
import * as schema from "../../../core/certificate/schema.ts";
import { exampleCertificate, exampleIssuer } from "../../../core/examples.ts";
import { createContext } from "../../../core/kernel/context.ts";
import type { Outcome } from "../../../core/kernel/errors.ts";
import { execute } from "../../../core/kernel/execute.ts";
import { operations } from "../../../core/operations.ts";
import { certificateConvertFixtures, CERTIFICATES } from "../../fixtures/certificate/index.ts";
import { matchFile } from "../../fixtures/match/index.ts";
import { needs, runProgram } from "../../support/programs.ts";

const run = (input: unknown): Promise<Outcome<unknown>> =>
  execute(operations, certificateConvert.name, input, createContext(), (_, fault) => {
    throw fault;
  });

async function write(input: Record<string, unknown>) {
  const outcome = await run(input);
  assert(outcome.ok, JSON.stringify(outcome));
  const parsed = v.parse(schema.certificateConvert.output, outcome.value);
  assert.deepEqual(parsed, outcome.value);
  return parsed;
}

async function stdoutOf(program: string, args: string[], input: string | Uint8Array) {
  const { code, stdout, stderr } = await runProgram(program, args, input);
  assert.equal(code, 0, stderr);
  return stdout;
}

const pair = exampleCertificate + exampleIssuer;
const blocks = (text: string) =>
  text.match(/-----BEGIN CERTIFICATE-----[^]*?-----END CERTIFICATE-----\n/g) ?? [];

describe("certificate/convert", () => {
  for (const { name, input, refused } of certificateConvertFixtures) {
    it(`${refused ? "refuses" : "writes"} ${name}`, async () => {
      const outcome = await run(input);
      if (!refused) return assert(outcome.ok, JSON.stringify(outcome));
      assert(!outcome.ok);
      assert.equal(outcome.error.code, refused.code);
      assert.deepEqual(outcome.error.issues.map(({ path }) => path), [refused.path]);
    });
  }

  it("names the file after the certificate and its content", async () => {
    const named = async (input: Record<string, unknown>) => {
      const { filename, certificates } = await write({ certificate: pair, ...input });
      return `${filename}, ${certificates}`;
    };
    assert.equal(await named({}), "www.example.com.crt.txt, 1");
    assert.equal(await named({ encoding: "der" }), "www.example.com.crt, 1");
    assert.equal(await named({ format: "chain" }), "www.example.com_chain.pem.txt, 2");
    assert.equal(await named({ format: "pkcs7", encoding: "der" }), "www.example.com.p7b, 2");
    assert.equal(await named({ format: "jwk" }), "www.example.com.jwk.json, 2");
    assert.equal(await named({ format: "openssh-public" }), "www.example.com.pub, 1");
  });

  it("does not change the octets of certificates", async () => {
    const { content } = await write({ certificate: `hello\n${pair}`, format: "chain" });
    assert.equal(content, pair);
    const der = await write({ certificate: pair, encoding: "der" });
    const body = exampleCertificate.replace(/-----.*-----|\n/g, "");
    assert.equal(der.content, body);
  });

  it(
    "writes bundles that openssl, certtool and keytool read in order",
    needs("openssl", "certtool", "keytool"),
    async () => {
      const { content } = await write({ certificate: pair, format: "pkcs7" });
      assert.deepEqual(
        blocks(await stdoutOf("openssl", ["pkcs7", "-print_certs"], content)),
        blocks(pair),
      );
      assert.equal(blocks(await stdoutOf("certtool", ["--p7-info"], content)).length, 2);
      const der = await write({ certificate: pair, format: "pkcs7", encoding: "der" });
      const bytes = Uint8Array.fromBase64(der.content);
      assert.deepEqual(
        blocks(await stdoutOf("openssl", ["pkcs7", "-inform", "DER", "-print_certs"], bytes)),
        blocks(pair),
      );
      const path = await Deno.makeTempFile({ suffix: ".p7b" });
      await Deno.writeFile(path, bytes);
      const shown = await stdoutOf("keytool", ["-printcert", "-file", path], "");
      await Deno.remove(path);
      assert.deepEqual(shown.match(/^Owner: CN=[^,]*/gm), [
        "Owner: CN=www.example.com",
        "Owner: CN=Example Root",
      ]);
    },
  );

  it("writes public keys as openssl does", needs("openssl"), async () => {
    for (const { file } of CERTIFICATES) {
      const certificate = matchFile(file);
      const { content } = await write({ certificate, format: "public-key" });
      const theirs = await stdoutOf("openssl", ["x509", "-noout", "-pubkey"], certificate);
      assert.equal(content, theirs, file);
    }
  });

  it(
    "writes JSON Web Keys that Node reads, with the certificates in them",
    needs("node", "openssl"),
    async () => {
      const script = `
      const { createPublicKey, createHash } = require("node:crypto");
      const keys = JSON.parse(require("node:fs").readFileSync(0, "utf8"));
      process.stdout.write(JSON.stringify(keys.map((key) => [
        createPublicKey({ key, format: "jwk" }).export({ type: "spki", format: "pem" }),
        createHash("sha256").update(Buffer.from(key.x5c[0], "base64")).digest("base64url")
          === key["x5t#S256"],
      ])));`;
      const able = CERTIFICATES.filter(({ lacks }) => !lacks.includes("jwk"));
      const jwks = [];
      const expected = [];
      for (const { file } of able) {
        const certificate = matchFile(file);
        jwks.push(JSON.parse((await write({ certificate, format: "jwk" })).content));
        expected.push([
          await stdoutOf("openssl", ["x509", "-noout", "-pubkey"], certificate),
          true,
        ]);
      }
      assert.deepEqual(
        JSON.parse(await stdoutOf("node", ["-e", script], JSON.stringify(jwks))),
        expected,
      );
    },
  );

  it(
    "writes the same lines for OpenSSH as ssh-keygen",
    needs("openssl", "ssh-keygen"),
    async () => {
      for (const { file, lacks } of CERTIFICATES) {
        // It cannot import Ed25519 from PKCS#8; key/convert's test reads the line back.
        if (lacks.includes("openssh-public") || file.startsWith("ed25519")) continue;
        const certificate = matchFile(file);
        const { content } = await write({ certificate, format: "openssh-public" });
        const spki = await stdoutOf("openssl", ["x509", "-noout", "-pubkey"], certificate);
        const path = await Deno.makeTempFile();
        await Deno.writeTextFile(path, spki);
        const line = await stdoutOf("ssh-keygen", ["-i", "-m", "PKCS8", "-f", path], "");
        await Deno.remove(path);
        assert.deepEqual(content.split(" ").slice(0, 2), line.trim().split(" ").slice(0, 2), file);
      }
    },
  );
});
