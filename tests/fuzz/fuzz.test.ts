/**
 * A short run of every target, a replay of every past find, and tests of the fuzzer: it finds a fault,
 * shrinks its input, and repeats itself with the same seed.
 */
import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import { threadTime } from "../support/thread-time.ts";
import { Fuzzer } from "./fuzzer.ts";
import { bytesTarget, must, textTarget } from "./target.ts";
import { targets } from "./targets.ts";
import { isFull } from "../support/matrix.ts";

/** The number of inputs for each unit of a target's weight. */
const RUNS = 8;
/**
 * Seeds for each target. Those of certificates are the public samples, which tests/conformance
 * reads whole.
 */
const SEEDS = isFull ? Infinity : 120;
const SEED = 1;
const FINDS = new URL("../fixtures/fuzz/", import.meta.url);

let executions = 0;

describe("a short run", () => {
  for (const target of targets) {
    // A failing input ends the call, but other work of the call may go on.
    it(target.name, { sanitizeOps: false }, async () => {
      const fuzzer = new Fuzzer(target, SEED);
      await fuzzer.runSeeds(SEEDS);
      await fuzzer.runTimes((isFull ? 25 : 1) * RUNS * target.weight);
      const [find] = fuzzer.finds;
      assert.equal(find, undefined, find && `${find.message}\n${find.input.toBase64()}`);
      assert(fuzzer.report.executions >= Math.min(target.seeds.length, SEEDS));
      executions += fuzzer.report.executions;
    });
  }

  it("counts its executions", () => {
    console.log(`${executions.toLocaleString("en")} executions of ${targets.length} targets`);
    assert(executions > 5_000);
  });
});

describe("finds of the past", () => {
  const folders = [...Deno.readDirSync(FINDS)].filter(({ isDirectory }) => isDirectory);
  for (const { name: folder } of folders) {
    const target = targets.find(({ name }) => name.replaceAll("/", "-") === folder);
    for (const { name } of Deno.readDirSync(new URL(`${folder}/`, FINDS))) {
      it(`${folder}: ${name}`, async () => {
        assert(target, `no target has the name of the folder ${folder}`);
        const bytes = Deno.readFileSync(new URL(`${folder}/${name}`, FINDS));
        await target.run(target.decode(bytes));
      });
    }
  }
});

describe("the fuzzer", () => {
  const seeds = [Uint8Array.of(0x30, 0x06, 0x02, 0x01, 0x05, 0x04, 0x01, 0x41)];

  it("finds a fault and makes its input small", async () => {
    const target = bytesTarget({
      name: "planted",
      seeds,
      run(bytes) {
        must(bytes.length < 40, "longer than forty");
        return String(bytes.length >> 3);
      },
    });
    const fuzzer = new Fuzzer(target, SEED);
    for (let batch = 0; batch < 40 && fuzzer.finds.length === 0; batch++) {
      await fuzzer.runTimes(200);
    }
    const [find] = fuzzer.finds;
    assert.equal(find?.message, "longer than forty");
    assert(find.input.length < 1_000);
    assert.throws(() => target.run(find.input), /forty/);
  });

  it("reports a fault once", async () => {
    const target = textTarget({
      name: "planted",
      seeds: ["text"],
      run(text) {
        must(text.length < 5, "too long");
        return "";
      },
    });
    const fuzzer = new Fuzzer(target, SEED);
    for (let batch = 0; batch < 5; batch++) await fuzzer.runTimes(100);
    assert.equal(fuzzer.finds.length, 1);
    assert(fuzzer.report.executions > 400);
  });

  it("finds slow inputs", async () => {
    const target = bytesTarget({
      name: "planted",
      seeds,
      limit: 5,
      run() {
        const until = threadTime() + 12;
        while (threadTime() < until);
        return "";
      },
    });
    const fuzzer = new Fuzzer(target, SEED);
    await fuzzer.runTimes(1);
    assert.match(fuzzer.finds[0].message, /more than 5 ms/);
  });

  it("makes the same inputs with the same seed, and others with another", async () => {
    const inputs = async (seed: number) => {
      const seen: string[] = [];
      const target = bytesTarget({ name: "planted", seeds, run: (bytes) => String(bytes.length) });
      const fuzzer = new Fuzzer(target, seed, (bytes) => seen.push(bytes.toBase64()));
      await fuzzer.runTimes(200);
      return seen;
    };
    const first = await inputs(7);
    assert.equal(first.length, 200);
    assert.deepEqual(await inputs(7), first);
    assert.notDeepEqual(await inputs(8), first);
    assert(new Set(first).size > 100);
  });
});
