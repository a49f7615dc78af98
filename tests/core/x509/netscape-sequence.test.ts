/** A certificate sequence of Netscape is read wherever a PKCS#7 bundle is. */
import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import type { inspect } from "../../../core/inspect/contract.ts";
import { Budget, createContext } from "../../../core/kernel/context.ts";
import type { OutputOf } from "../../../core/kernel/contract.ts";
import { execute } from "../../../core/kernel/execute.ts";
import { operations } from "../../../core/operations.ts";
import { readBundle } from "../../../core/x509/cms/bundles.ts";
import { chainOf, pem } from "../../fixtures/pfx/index.ts";
import { needs, runProgram } from "../../support/programs.ts";

describe("a certificate sequence by openssl nseq", () => {
  it("is read by the fields of all tools and by the inspector", needs("openssl"), async () => {
    const made = await runProgram("openssl", ["nseq", "-toseq"], pem(...chainOf("p256", 3)));
    assert.equal(made.code, 0, made.stderr);
    const { certificates, skipped } = readBundle(made.stdout, new Budget());
    assert.deepEqual([certificates.length, skipped], [3, []]);
    const matched = await execute(operations, "match/verify", {
      certificate: made.stdout,
      privateKey: pem("p256-key"),
    }, createContext());
    assert(matched.ok && (matched.value as { match: boolean }).match);
    const input = { texts: [{ text: made.stdout }] };
    const outcome = await execute(operations, "inspect", input, createContext());
    assert(outcome.ok);
    const { objects } = outcome.value as OutputOf<typeof inspect>;
    assert.deepEqual(objects.map(({ kind, problem }) => [kind, problem]), [
      ["pkcs7", null],
      ["certificate", null],
      ["certificate", null],
      ["certificate", null],
    ]);
  });
});
