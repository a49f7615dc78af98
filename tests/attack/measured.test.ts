/**
 * CPU time and memory of each operation and shape of input stay within what its budget counted and
 * within the limits of a server, measured in a child process. In every run: every third content where it
 * is at home, and one value in each field, at 60 kB; requests that are hostile as a whole at 1 MB as well; small
 * calls of the operations that a server answers at once.
 * `deno task attack` measures more, and everything with TEST_FULL.
 */
import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import { offered } from "../../core/operations.ts";
import { isFull } from "../support/matrix.ts";
import { measureAll, tasksAtOnce, tasksOf } from "./children.ts";
import { ANSWER, judge, MOST_ANSWERED } from "./judge.ts";
import type { Measured } from "./protocol.ts";
import { LARGE, MIDDLE, shapes, shapesOf, SMALL } from "./shapes.ts";

const tasks = isFull ? [...tasksAtOnce("full"), ...tasksOf(shapes, [SMALL, MIDDLE, LARGE])] : [
  ...tasksAtOnce("test"),
  ...tasksOf(shapesOf("test"), [SMALL]),
  ...tasksOf(shapesOf("test").filter(({ field }) => field === null), [LARGE]),
];

describe("every operation with every shape of input", () => {
  it("stays within its charge and within the limits of a server", async () => {
    const { judged, died } = await measureAll(tasks, { together: !isFull });
    assert.deepEqual(died, []);
    assert.equal(judged.length, tasks.length);
    const above = judged.filter(({ faults }) => faults.length > 0)
      .map(({ shape, body, faults }) => `${shape}, ${body} octets: ${faults.join("; ")}`);
    assert.deepEqual(above, []);
  });
});

describe("the judgement", () => {
  const cheap: Measured = {
    ...{
      shape: "caa/check: b",
      octets: 60_000,
      body: 60_000,
      light: true,
      atOnce: false,
      answer: 1_000,
    },
    ...{ lightCpu: 10, cpu: 10, charged: 0, memory: 10, outcome: "ok", speed: 1 },
  };
  const faultsOf = (changes: Partial<Measured>) => judge({ ...cheap, ...changes }).faults.length;

  it("accepts work that was counted, and the cost of reading a body", () => {
    assert.equal(faultsOf({}), 0);
    assert.equal(faultsOf({ light: false, lightCpu: null, cpu: 1_000, charged: 900 }), 0);
  });
  it("refuses work that was not counted", () => {
    assert.equal(faultsOf({ lightCpu: null, cpu: 1_000 }), 1);
  });
  it("refuses a light turn that is long, even if its work was counted", () => {
    assert.equal(faultsOf({ lightCpu: 900, cpu: 900, charged: 900 }), 1);
  });
  it("refuses a call that holds the thread of all answers for more than 10 ms", () => {
    assert.equal(faultsOf({ atOnce: true, lightCpu: 9, cpu: 9 }), 0);
    assert.equal(faultsOf({ atOnce: true, lightCpu: 11, cpu: 11 }), 1);
  });
  it("refuses more memory than the body explains, and a fault of our own", () => {
    assert.equal(faultsOf({ memory: 300 }), 1);
    assert.equal(faultsOf({ outcome: "internal" }), 1);
  });
  it("refuses an answer that is too long for its body, and states a bound for each operation", () => {
    const longest = ANSWER + MOST_ANSWERED["caa/check"] * cheap.body;
    assert.equal(faultsOf({ answer: longest }), 0);
    assert.equal(faultsOf({ answer: longest + 1 }), 1);
    assert.deepEqual(
      Object.keys(MOST_ANSWERED).toSorted(),
      offered.map(({ contract }) => contract.name).toSorted(),
    );
  });
  it("takes a fast machine for what it is", () => {
    assert.equal(faultsOf({ lightCpu: null, cpu: 150 }), 0);
    assert.equal(faultsOf({ lightCpu: null, cpu: 150, speed: 4 }), 1);
  });
});
