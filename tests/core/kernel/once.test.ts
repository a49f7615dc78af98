/** Code and tables that load when they are first needed. */
import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import { once } from "../../../core/kernel/once.ts";

describe("once", () => {
  it("loads with the first call and not again", async () => {
    let loads = 0;
    const load = once(() => Promise.resolve(++loads));
    assert.equal(loads, 0);
    assert.deepEqual(await Promise.all([load(), load()]), [1, 1]);
    assert.equal(await load(), 1);
  });

  it("loads again with the next call after a failure, as when the network was away", async () => {
    let loads = 0;
    const load = once(() => ++loads === 1 ? Promise.reject(new Error("away")) : Promise.resolve(7));
    await assert.rejects(load, /away/);
    assert.equal(await load(), 7);
    assert.equal(loads, 2);
  });
});
