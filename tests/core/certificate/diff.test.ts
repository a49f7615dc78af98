/** certificate/diff: known pairs, the words for extensions, and sizes. */
import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import * as v from "valibot";
import { certificateDiff } from "../../../core/certificate/contract.ts";
import * as schema from "../../../core/certificate/schema.ts";
import { createContext, SERVER_LIMITS } from "../../../core/kernel/context.ts";
import { execute } from "../../../core/kernel/execute.ts";
import { operations } from "../../../core/operations.ts";
import { diffFile, diffFixtures } from "../../fixtures/certificate/diff.ts";
import { generated } from "../../fixtures/certificate/generate.ts";
import { needs, runProgram } from "../../support/programs.ts";

const run = (input: unknown, limits = SERVER_LIMITS) =>
  execute(operations, certificateDiff.name, input, createContext({ limits }), (_, fault) => {
    throw fault;
  });

async function compare(before: string, after: string) {
  const outcome = await run({ before, after });
  assert(outcome.ok, JSON.stringify(outcome));
  const parsed = v.parse(schema.certificateDiff.output, outcome.value);
  assert.deepEqual(parsed, outcome.value);
  return parsed;
}

describe("certificate/diff", () => {
  for (const { name, input, expected } of diffFixtures) {
    it(`compares ${name}`, async () => {
      const outcome = await run(input);
      if ("code" in expected) {
        assert(!outcome.ok);
        assert.equal(outcome.error.code, expected.code);
        assert.deepEqual(outcome.error.issues.map(({ path }) => path), [expected.path]);
      } else {
        assert(outcome.ok, JSON.stringify(outcome));
        const { relation, sentence } = v.parse(schema.certificateDiff.output, outcome.value);
        assert.deepEqual({ relation, sentence }, expected);
      }
    });
  }

  it("gives the values of basicConstraints as data, in the verdict too", async () => {
    const of = (kind: "root-ca" | "tls-server") => generated({ kind, names: ["diff.example"] });
    const [ca, server] = await Promise.all([of("root-ca"), of("tls-server")]);
    const { extensions, verdict } = await compare(ca.certificate, server.certificate);
    const { added, removed } = extensions.find(({ oid }) => oid === "2.5.29.19")!;
    assert.deepEqual([added, removed.map((value) => value.split(",")[0])], [["CA:FALSE"], [
      "CA:TRUE",
    ]]);
    const texts = verdict.statements.filter(({ code }) => code === "difference_extension")
      .map(({ text }) => text);
    assert(texts.some((text) => [added[0], removed[0]].every((value) => text.includes(value))));
  });

  it("says first that a renewed certificate is for other uses", async () => {
    const root = await generated({ kind: "root-ca", names: ["diff.example"] });
    const ca = { caCertificate: root.certificate, caPrivateKey: root.privateKey! };
    const issue = (kind: "tls-server" | "tls-client", days: number) =>
      generated({ kind, names: ["diff.example"], days, issuer: "existing-ca", ...ca });
    const [server, longer, client] = await Promise.all([
      issue("tls-server", 10),
      issue("tls-server", 20),
      issue("tls-client", 20),
    ]);
    const said = async (after: { certificate: string }) =>
      (await compare(server.certificate, after.certificate)).sentence;
    assert.equal(await said(longer), "A renewal: new key, same names, ends 10 days later.");
    assert.equal(
      await said(client),
      "A renewal: new key, same names, ends 10 days later, other uses.",
    );
  });

  it("describes each changed extension", async () => {
    const { extensions, extensionsSame, names } = await compare(
      diffFile("site"),
      diffFile("new-names"),
    );
    assert.equal(extensionsSame, 3);
    assert.deepEqual(
      extensions.map(({ name, change, message }) => `${name} ${change}: ${message}`),
      [
        "keyUsage changed: It is no longer critical. 1 added: keyEncipherment.",
        "extendedKeyUsage changed: 1 added: clientAuth.",
        "subjectAltName changed: 2 added: DNS:api.diff.example, IP:192.0.2.7. " +
        "1 removed: DNS:diff.example.",
        "certificatePolicies added: Only in the second: 2.23.140.1.2.1.",
        'authorityInfoAccess added: Only in the second: "ocsp http://ocsp.diff.example".',
      ],
    );
    assert.deepEqual(names.added.map(({ value }) => value), ["api.diff.example", "192.0.2.7"]);
    assert.deepEqual(names.removed.map(({ value }) => value), ["diff.example"]);
  });

  it("compares subject, issuer and lifetime", async () => {
    const { subject, issuer, lifetime, key } = await compare(
      diffFile("site"),
      diffFile("other-issuer"),
    );
    assert.deepEqual(subject, [{ name: "organizationName", before: null, after: "Diff Inc" }]);
    assert.equal(issuer?.message, 'Issued by "Other Root" instead of "Diff Root".');
    assert.deepEqual(lifetime, {
      beforeDays: 90,
      afterDays: 81,
      endsLaterBy: 0,
      message: "Valid for 81 days instead of 90. Both end at the same time.",
    });
    assert.deepEqual(key, { same: false, message: "Different keys, both EC P-256." });
  });

  it("pairs the other certificates of both chains", async () => {
    const { chain } = await compare(
      diffFile("site") + diffFile("ca") + diffFile("root"),
      diffFile("renewed") + diffFile("cross") + diffFile("root") + diffFile("ca"),
    );
    assert.deepEqual(chain, [
      { subject: "CN=Diff CA", change: "added" },
      { subject: "CN=Diff Root,O=Diff", change: "same" },
      { subject: "CN=Diff CA", change: "same" },
    ]);
  });

  it("lists a hundred of thousands of names and counts all of them", needs("openssl"), async () => {
    const request = async (from: number, to: number) => {
      const names = Array.from({ length: to - from }, (_, i) => `DNS:n${from + i}.example`);
      const config = `[req]\ndistinguished_name=dn\nprompt=no\nreq_extensions=e\n[dn]\nCN=many\n` +
        `[e]\nsubjectAltName=@names\n[names]\n` +
        names.map((name, i) => `DNS.${i}=${name.slice(4)}`).join("\n");
      const path = await Deno.makeTempFile();
      await Deno.writeTextFile(path, config);
      const { stdout } = await runProgram("openssl", [
        ...["req", "-new", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256"],
        ...["-nodes", "-keyout", "/dev/null", "-config", path],
      ]);
      await Deno.remove(path);
      return stdout;
    };
    const { names, sentence } = await compare(await request(0, 5000), await request(2000, 6000));
    assert.equal(sentence, "A new request: new key, 1,000 names added and 2,000 names removed.");
    const { added, removed, ...counts } = names;
    assert.deepEqual(counts, { same: 3000, addedCount: 1000, removedCount: 2000 });
    assert.deepEqual([added.length, removed.length], [100, 100]);
  });
});
