/** Merkle Tree Certificates are named, and nothing is said of them that is true of signed certificates only. */
import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import { chainAnalyze } from "../../../core/chain/contract.ts";
import { inspect } from "../../../core/inspect/contract.ts";
import type { OutputOf } from "../../../core/kernel/contract.ts";
import { createContext } from "../../../core/kernel/context.ts";
import { execute } from "../../../core/kernel/execute.ts";
import { operations } from "../../../core/operations.ts";
import { writePem } from "../../../core/x509/pem/pem.ts";
import { type Changes, leaf, oid, seq } from "../x509/rules/maker.ts";

const PROOF = seq(oid("1.3.6.1.4.1.44363.47.0"));

async function analyze(changes: Changes, at = "2026-05-01T00:00:00Z") {
  const { bytes } = leaf({ algorithm: PROOF, ...changes });
  const certificate = writePem("CERTIFICATE", bytes);
  const outcome = await execute(
    operations,
    chainAnalyze.name,
    { certificate, at },
    createContext(),
  );
  assert(outcome.ok);
  const { validation, problems, missing, verdict } = outcome.value as OutputOf<typeof chainAnalyze>;
  return { isValid: validation.isValid, codes: problems.map(({ code }) => code), missing, verdict };
}

describe("a Merkle Tree Certificate", () => {
  it("is named, and neither valid nor without its issuer", async () => {
    const extensions = { authorityKeyIdentifier: null, authorityInfoAccess: null };
    const { isValid, codes, missing, verdict } = await analyze({ extensions });
    assert.deepEqual([isValid, codes, missing], [null, ["merkle_tree_certificate"], []]);
    assert.deepEqual(
      verdict.statements.map(({ code }) => code),
      ["merkle_tree_certificate"],
    );
    assert.match(verdict.title, /is a Merkle Tree Certificate, whose proof is not verified here$/);
  });

  it("has the same headline in the inspector, by its first name", async () => {
    const { bytes } = leaf({ algorithm: PROOF, subject: seq() });
    const text = writePem("CERTIFICATE", bytes);
    const input = { texts: [{ text }], at: "2026-05-01T00:00:00Z" };
    const outcome = await execute(operations, inspect.name, input, createContext());
    assert(outcome.ok);
    const { verdict, chains } = outcome.value as OutputOf<typeof inspect>;
    const [{ name }] = chains[0].certificates;
    assert.notEqual(name, "");
    assert.equal(
      verdict.title,
      `${name} is a Merkle Tree Certificate, whose proof is not verified here`,
    );
  });

  it("has expired like any other", async () => {
    const { isValid, codes } = await analyze({}, "2027-05-01T00:00:00Z");
    assert.equal(isValid, false);
    assert(codes.includes("expired"));
  });
});
