/** The pairs of certificates and CSRs that the inspector offers for a comparison. */
import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import { callSession } from "../../../core/kernel/execute.ts";
import { createInspection } from "../../../core/inspect/session.ts";
import { diffFile } from "../../fixtures/certificate/diff.ts";

/** The pairs by the names of their files. */
async function pairsOf(...files: string[]): Promise<string[]> {
  const inspection = createInspection();
  const ids = new Map<number, string>();
  const emit = (message: unknown) => {
    const rows = typeof message === "string" ? JSON.parse(message) : [];
    for (const { id, places } of rows) ids.set(id, places[0].file);
    return Promise.resolve();
  };
  const encoder = new TextEncoder();
  const call = async (method: string, input: unknown) => {
    const outcome = await callSession(inspection, method, input, emit);
    assert(outcome.ok);
    return outcome.value;
  };
  await call("add", {
    files: files.map((name) => ({ name, bytes: encoder.encode(diffFile(name)) })),
  });
  const { comparable } = await call("relate", {}) as {
    comparable: { before: number; after: number }[];
  };
  return comparable.map(({ before, after }) => `${ids.get(before)} ${ids.get(after)}`);
}

describe("comparable pairs", () => {
  it("have a name in common, the older one first", async () => {
    assert.deepEqual(await pairsOf("renewed", "site", "other-site"), ["site renewed"]);
  });

  it("begin with the CSR of a certificate", async () => {
    assert.deepEqual(await pairsOf("site", "request-no-names"), ["request-no-names site"]);
  });

  it("are neighbours in time, so that their number stays small", async () => {
    assert.deepEqual(await pairsOf("new-names", "site", "other-issuer"), [
      "site other-issuer",
      "other-issuer new-names",
    ]);
  });

  it("are CAs with the same subject", async () => {
    assert.deepEqual(await pairsOf("ca", "cross", "root"), ["ca cross"]);
  });
});
