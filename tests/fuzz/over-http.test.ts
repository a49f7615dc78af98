/** A short run over HTTP: counts the answers to the fuzzer and to another client, finds a fault. */
import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import { caaValidate } from "../../core/caa/contract.ts";
import * as schema from "../../core/caa/schema.ts";
import { bind, registry } from "../../core/kernel/execute.ts";
import { operations } from "../../core/operations.ts";
import { startServer, testConfig } from "../support/server.ts";
import { areOthersServed, fuzzOverHttp, tellHttp } from "./over-http.ts";

const SHORT = { seconds: 1, seed: 1, connections: 3, only: ["caa/validate", "csr/decode"] };
const config = testConfig({ TRUST_PROXY: "1" });

describe("fuzzing over HTTP", () => {
  it("finds no fault, and reports the delay of another client", async () => {
    await using server = await startServer({ operations, config });
    const report = await fuzzOverHttp({ origin: server.origin, ...SHORT });
    assert.deepEqual(report.faults, []);
    assert(report.requests > 20 && (report.statuses.get(200) ?? 0) > 0);
    assert(report.alone.answers > 0 && report.beside.answers > 0);
    assert.equal(report.beside.refused, 0);
    assert.match(tellHttp(report), /p99 .* alone, .* beside, ratio /);
  });

  it("finds a fault of the server", async () => {
    const broken = bind(caaValidate, schema.caaValidate, () =>
      Promise.resolve(() => {
        throw new Error("planted");
      }));
    await using server = await startServer({
      operations: new Map([...operations, ...registry([broken])]),
      config,
    });
    const { faults } = await fuzzOverHttp({ origin: server.origin, ...SHORT });
    assert(faults.includes("caa/validate: status 500, code internal"), faults.join());
  });

  it("judges the other client by its p99 and by answers with status 200", () => {
    const times = { answers: 100, refused: 0, p50: 2, p99: 10, max: 10 };
    const slow = { ...times, p99: 401, max: 401 };
    assert(areOthersServed({ alone: times, beside: { ...times, p99: 400 } }));
    assert(!areOthersServed({ alone: times, beside: slow }));
    assert(areOthersServed({ alone: { ...times, p99: 60 }, beside: slow }));
    assert(!areOthersServed({ alone: times, beside: { ...times, refused: 1 } }));
  });
});
