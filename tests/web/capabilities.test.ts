/** What a browser offers is found out once: pages ask with each drawing. */
import assert from "node:assert/strict";
import { it } from "@std/testing/bdd";

it("capabilities > are probed once", async () => {
  const { Worker } = globalThis;
  let probes = 0;
  // Knows module workers, and reads that one is wanted before it refuses the address.
  globalThis.Worker = class {
    constructor(_: string | URL, { type }: WorkerOptions) {
      if (type === "module") probes++;
      throw new SyntaxError("No address");
    }
  } as unknown as typeof Worker;
  try {
    // Another module than the one that other tests have asked.
    const fresh = "../../web/src/lib/browser.ts?probed=anew";
    const { firstMissing } = await import(fresh);
    for (let drawing = 0; drawing < 3; drawing++) {
      assert.equal(firstMissing(["webassembly", "subtle-crypto"]), null);
    }
    assert.equal(probes, 1);
  } finally {
    globalThis.Worker = Worker;
  }
});
