import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import * as v from "valibot";
import {
  Budget,
  createContext,
  DEVICE_LIMITS,
  SERVER_LIMITS,
} from "../../../core/kernel/context.ts";
import { contract, MAX_TEXT_LENGTH } from "../../../core/kernel/contract.ts";
import { isOperationError, OperationError } from "../../../core/kernel/errors.ts";
import {
  bind,
  callSession,
  execute,
  type Operation,
  registry,
} from "../../../core/kernel/execute.ts";
import {
  at,
  choice,
  fields,
  numberChoice,
  optionalText,
  requiredText,
} from "../../../core/kernel/fields.ts";
import { operations } from "../../../core/operations.ts";

const schema = {
  input: fields({
    first: requiredText("First"),
    second: requiredText("Second", "Second please"),
    note: optionalText("Note"),
    word: choice("Word", ["RSA", "ECC"], "RSA"),
    size: numberChoice("Size", [2048, 3072, 4096], 2048),
    at,
  }),
  output: v.unknown(),
};
const sample = contract<typeof schema>({
  name: "test/sample",
  summary: "A sample.",
  failure: "FAILED",
});

const whole = { first: "a", second: "b" };

function run(input: unknown, operation: Operation<typeof sample> = (input) => input) {
  const bindings = registry([bind(sample, schema, () => Promise.resolve(operation))]);
  return execute(bindings, "test/sample", input, createContext());
}

describe("execute", () => {
  it("fills in defaults", async () => {
    for (const extra of [{}, { word: null, size: null, note: null }]) {
      assert.deepEqual(await run({ ...whole, ...extra }), {
        ok: true,
        value: { first: "a", second: "b", note: "", word: "RSA", size: 2048 },
      });
    }
  });

  it("loads the code once, and again after a failure", async () => {
    let asked = 0;
    const bindings = registry([
      bind(sample, schema, () => {
        asked += 1;
        if (asked === 1) return Promise.reject(new TypeError("the chunk is gone"));
        return Promise.resolve((input) => input);
      }),
    ]);
    const again = () => execute(bindings, "test/sample", whole, createContext());
    assert.equal((await again()).ok, false);
    assert.equal((await again()).ok, true);
    assert.equal((await again()).ok, true);
    assert.equal(asked, 2);
  });

  it("lists one issue for each field, in the order of the form", async () => {
    const outcome = await run({ second: "", first: " \n", size: "2048" });
    assert.deepEqual(outcome, {
      ok: false,
      error: {
        code: "invalid_input",
        message: "First is required",
        issues: [
          { path: "first", message: "First is required" },
          { path: "second", message: "Second please" },
          { path: "size", message: "Size must be 2048, 3072 or 4096" },
        ],
      },
    });
  });

  it("refuses input that is not an object", async () => {
    for (const input of [null, undefined, "a", 1, true]) {
      const outcome = await run(input);
      assert(!outcome.ok);
      assert.equal(outcome.error.message, "Input must be a JSON object");
    }
  });

  it("drops unknown members", async () => {
    const outcome = await run({ ...whole, other: 1 });
    assert(outcome.ok && !("other" in (outcome.value as object)));
  });

  it("refuses a text over 1 MiB and names its size", async () => {
    assert((await run({ ...whole, note: "x".repeat(MAX_TEXT_LENGTH) })).ok);
    const outcome = await run({ ...whole, note: "x".repeat(MAX_TEXT_LENGTH * 10) });
    assert(!outcome.ok);
    assert.equal(outcome.error.message, "Note is too large: 10.0 MiB, at most 1 MiB");
  });

  it("refuses a word outside the choices without repeating it", async () => {
    const outcome = await run({ ...whole, word: "hunter2" });
    assert(!outcome.ok);
    assert.equal(outcome.error.message, "Word must be RSA or ECC");
    assert(!JSON.stringify(outcome).includes("hunter2"));
  });

  it("returns an operation's error with its field", async () => {
    const outcome = await run(whole, () => {
      throw new OperationError("unreadable", "NO", "first");
    });
    assert.deepEqual(outcome, {
      ok: false,
      error: {
        code: "unreadable",
        message: "NO",
        issues: [{ path: "first", message: "NO" }],
      },
    });
  });

  it("returns an operation's error from another copy of the module", async () => {
    const other: typeof import("../../../core/kernel/errors.ts") = await import(
      new URL("../../../core/kernel/errors.ts?another-copy", import.meta.url).href
    );
    assert.notEqual(other.OperationError, OperationError);
    const outcome = await run(whole, () => {
      throw new other.OperationError("passphrase_wrong", "NO");
    });
    assert.deepEqual(outcome, {
      ok: false,
      error: { code: "passphrase_wrong", message: "NO", issues: [] },
    });
  });

  it("hides an internal fault and reports it", async () => {
    const reported: unknown[] = [];
    const fault = new TypeError("secret");
    const bindings = registry([
      bind(sample, schema, () => Promise.resolve(() => Promise.reject(fault))),
    ]);
    const outcome = await execute(
      bindings,
      "test/sample",
      whole,
      createContext(),
      (name, thrown) => reported.push(name, thrown),
    );
    assert.deepEqual(outcome, { ok: false, error: { code: "internal", message: "", issues: [] } });
    assert.deepEqual(reported, ["test/sample", fault]);
  });

  it("hides an internal fault in a session and reports it", async () => {
    const reported: unknown[] = [];
    const fault = new TypeError("secret");
    const session = new Map([
      ["broken", () => Promise.reject(fault)],
      ["refusing", () => {
        throw new OperationError("unreadable", "NO", "file");
      }],
    ]);
    const call = (method: string) =>
      callSession(
        session,
        method,
        null,
        () => Promise.resolve(),
        (name, thrown) => reported.push(name, thrown),
      );
    assert.deepEqual(await call("broken"), {
      ok: false,
      error: { code: "internal", message: "", issues: [] },
    });
    assert.deepEqual(reported, ["broken", fault]);
    const refused = await call("refusing");
    assert.equal(refused.ok || refused.error.code, "unreadable");
    assert.equal(reported.length, 2, "an OperationError is not a fault");
  });

  it("fails for an unknown operation, also for names from the prototype", async () => {
    for (const name of ["nope", "__proto__", "constructor"]) {
      assert(!(await execute(operations, name, {}, createContext())).ok);
    }
  });

  it("converts an instant to milliseconds", async () => {
    for (
      const [text, milliseconds] of [
        ["2026-11-21T12:00:00Z", 1_795_262_400_000],
        ["2026-11-21T12:00:00.789Z", 1_795_262_400_000],
        ["2028-02-29T23:59:59Z", 1_835_481_599_000],
        ["1969-12-31T23:59:59.5Z", -1_000],
        ["0099-01-01T00:00:00Z", -59_042_995_200_000],
        [null, null],
        [undefined, undefined],
      ] as const
    ) {
      const outcome = await run({ ...whole, at: text });
      assert(outcome.ok, String(text));
      assert.equal((outcome.value as { at: unknown }).at, milliseconds, String(text));
    }
  });

  it("refuses an instant that does not exist or is not in UTC, with the expected form", async () => {
    for (
      const text of [
        "tomorrow",
        "",
        "2026-11-21",
        "2026-11-21T12:00Z",
        "2026-11-21T12:00:00",
        "2026-11-21 12:00:00Z",
        "2026-11-21T12:00:00+05",
        "2026-11-21T12:00:00+05:00",
        "2026-11-21T12:00:00+00:00",
        "2026-02-29T12:00:00Z",
        "2026-02-31T12:00:00Z",
        "2026-04-31T12:00:00Z",
        "2026-11-21T24:00:00Z",
        "2026-11-21T23:59:60Z",
        "2026-11-21T12:00:00.Z",
        "+002026-11-21T12:00:00Z",
        "2026-11-21T12:00:00Z\n",
        1_795_262_400_000,
      ]
    ) {
      const outcome = await run({ ...whole, at: text });
      assert(!outcome.ok, String(text));
      assert.deepEqual(outcome.error.issues, [{
        path: "at",
        message: "At must be a valid date and time in UTC, such as 2026-11-21T12:00:00Z",
      }], String(text));
    }
  });
});

describe("budget", () => {
  it("throws too_complex when one kind of work is used up, and not before", () => {
    const budget = new Budget({ nodes: 3 });
    budget.spend("nodes", 2);
    budget.spend("nodes");
    assert.throws(() => budget.spend("nodes"), (error) => {
      assert(isOperationError(error));
      assert.equal(error.code, "too_complex");
      assert.equal(error.message, "INPUT TOO COMPLEX. Split it into smaller parts");
      return true;
    });
    budget.spend("signatures");
  });

  it("recommends the device when the server's budget is used up", () => {
    const budget = new Budget({ ...SERVER_LIMITS, nodes: 0 });
    assert.throws(
      () => budget.spendNode(),
      /for the server: .*or run the tool on your own device$/,
    );
  });

  it("limits all kinds of work together", () => {
    const budget = new Budget({ work: 1_000 });
    budget.spend("kdfIterations", 1_600);
    assert.equal(budget.left("kdfIterations"), 2_400);
    budget.spend("work", 500);
    budget.spend("paths", 5);
    assert.throws(() => budget.spend("names"), { code: "too_complex" });
  });

  it("has sub-budgets that also spend from it", () => {
    const whole = new Budget({ paths: 5, nodes: 3 });
    const part = whole.part({ paths: 3 });
    part.spend("paths", 3);
    assert.equal(whole.left("paths"), 2);
    assert.throws(() => part.spend("paths"), { code: "too_complex" });
    const other = whole.part({});
    assert.equal(other.left("paths"), 2);
    for (let node = 0; node < 3; node++) other.spendNode();
    assert.throws(() => other.spendNode(), { code: "too_complex" });
    assert.equal(whole.spent("nodes"), 3);
  });

  it("refuses an amount that is NaN", () => {
    assert.throws(() => new Budget().spend("bytes", NaN), OperationError);
  });

  it("belongs to one context only", () => {
    createContext().budget.spend("paths", DEVICE_LIMITS.paths);
    createContext().budget.spend("paths", DEVICE_LIMITS.paths);
  });
});

describe("the registry", () => {
  it("has each operation under its contract's name, with code that loads", async () => {
    for (const [name, { contract, load }] of operations) {
      assert.equal(name, contract.name);
      assert.match(name, /^[a-z]+(\/[a-z-]+)?$/);
      assert.equal(typeof await load(), "function");
    }
  });
});
