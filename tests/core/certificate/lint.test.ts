/** Tests the linter with complete texts. Tests of each rule are in tests/core/x509/rules. */
import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import { certificateLint } from "../../../core/certificate/contract.ts";
import type { OutputOf } from "../../../core/kernel/contract.ts";
import { createContext } from "../../../core/kernel/context.ts";
import { execute } from "../../../core/kernel/execute.ts";
import { operations } from "../../../core/operations.ts";
import type { Certificate } from "../../../core/x509/objects/certificates.ts";
import { writePem } from "../../../core/x509/pem/pem.ts";
import { intermediate, name, policies, rsaKey } from "../x509/rules/maker.ts";
import { lintFixtures } from "../../fixtures/certificate/index.ts";

const run = async (input: unknown) =>
  await execute(operations, certificateLint.name, input, createContext());

describe("certificate/lint", () => {
  for (const { name, input, expected } of lintFixtures) {
    it(`judges ${name}`, async () => {
      const outcome = await run(input);
      if (typeof expected === "string") {
        assert(!outcome.ok);
        assert.equal(outcome.error.code, expected);
        return;
      }
      assert(outcome.ok, JSON.stringify(outcome));
      const { certificates: [first] } = outcome.value as OutputOf<typeof certificateLint>;
      const codes = first.findings.map(({ code }) => code);
      for (const code of expected) assert(codes.includes(code), `${code} of ${codes.join(", ")}`);
      assert(first.passed > 50);
      if (input.judgeAs !== "auto") assert.equal(first.judgedAs, input.judgeAs);
    });
  }

  it("returns the time of evaluation to the second, like other operations", async () => {
    const [{ input }] = lintFixtures;
    const outcome = await run({ ...input, at: "2026-11-22T12:00:00.789Z" });
    assert(outcome.ok, JSON.stringify(outcome));
    const { evaluatedAt } = outcome.value as OutputOf<typeof certificateLint>;
    assert.equal(evaluatedAt, "2026-11-22T12:00:00Z");
  });

  it("does not apply public rules to a private PKI", async () => {
    const [{ input }] = lintFixtures;
    const codesAs = async (judgeAs: string) => {
      const outcome = await run({ ...input, judgeAs });
      assert(outcome.ok);
      const { certificates } = outcome.value as OutputOf<typeof certificateLint>;
      return certificates.map(({ judgedAs, role, trusted, findings }) => ({
        judgedAs,
        role,
        trusted,
        codes: findings.map(({ code }) => code),
      }));
    };
    const chosen = await codesAs("auto");
    assert.deepEqual(chosen.map(({ judgedAs }) => judgedAs), ["private", "private"]);
    assert.deepEqual(chosen.map(({ role }) => role), ["leaf", "root"]);
    assert(chosen.every(({ trusted }) => !trusted));
    const [asPrivate] = await codesAs("private");
    const [asPublic] = await codesAs("public-tls");
    assert(asPublic.codes.length > asPrivate.codes.length);
    assert(asPublic.codes.every((code) => code !== "expired"));
  });

  const authorityOf = (changes: Parameters<typeof intermediate>[0] = {}) =>
    intermediate({
      ...changes,
      extensions: { certificatePolicies: policies(["2.23.140.1.2.1"], ["2.23.140.1.2.2"]) },
    });

  it("warns of a CA with several policies, unless another certificate shows that it is cross-certified", async () => {
    const codesOf = async (...certificates: Certificate[]) => {
      const text = certificates.map(({ bytes }) => writePem("CERTIFICATE", bytes)).join("");
      const outcome = await run({ certificate: text, judgeAs: "public-tls" });
      assert(outcome.ok);
      const { certificates: [{ findings }] } = outcome.value as OutputOf<typeof certificateLint>;
      return findings.flatMap(({ code, severity }) =>
        code === "ca_policies_several" ? [severity] : []
      );
    };
    const issuer = name({ C: "NL", O: "Other Trust", CN: "Other Root" });
    assert.deepEqual(await codesOf(authorityOf()), ["warning"]);
    assert.deepEqual(await codesOf(authorityOf(), authorityOf({ issuer })), []);
    // Another key, or the same issuer: neither makes it a cross-certified CA.
    const key = rsaKey({ size: 4096 });
    assert.deepEqual(await codesOf(authorityOf(), authorityOf({ issuer, key })), ["warning"]);
    const renewed = authorityOf({ to: "2032-01-01T00:00:00Z" });
    assert.deepEqual(await codesOf(authorityOf(), renewed), ["warning"]);
  });
});
