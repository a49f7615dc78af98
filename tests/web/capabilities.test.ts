/** The capabilities of a browser are probed once, because pages ask on each render. */
import assert from "node:assert/strict";
import { it } from "@std/testing/bdd";

it("capabilities > are probed once", async () => {
  const { Worker } = globalThis;
  let probes = 0;
  // Supports module workers: it reads the option before it rejects the URL.
  globalThis.Worker = class {
    constructor(_: string | URL, { type }: WorkerOptions) {
      if (type === "module") probes++;
      throw new SyntaxError("No address");
    }
  } as unknown as typeof Worker;
  try {
    // A fresh copy of the module, because other tests may have used the cached one.
    const fresh = "../../web/src/lib/browser.ts?fresh";
    const { firstMissing } = await import(fresh);
    for (let drawing = 0; drawing < 3; drawing++) {
      assert.equal(firstMissing(["webassembly", "subtle-crypto"]), null);
    }
    assert.equal(probes, 1);
  } finally {
    globalThis.Worker = Worker;
  }
});
