/** Faults that nothing caught, in a process of its own, because they would end the one of the test. */
import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";

const ROOT = new URL("../../", import.meta.url);

async function run(script: string): Promise<{ code: number; lines: string[] }> {
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "--no-check", "--no-prompt", "--allow-net=127.0.0.1", "-"],
    cwd: ROOT,
    env: { NO_COLOR: "1" },
    ...{ stdin: "piped", stdout: "piped", stderr: "null" } as const,
  }).spawn();
  const output = child.output();
  await new Blob([script]).stream().pipeTo(child.stdin);
  const { code, stdout } = await output;
  return { code, lines: new TextDecoder().decode(stdout).trimEnd().split("\n") };
}

const SURVIVE = `
  const { Uncaught } = await import("./api/uncaught.ts");
  const uncaught = new Uncaught((fault) => console.log(JSON.stringify(fault)));
  uncaught.survive();
  addEventListener("unload", () => console.log(uncaught.count));
`;

/** Ways in which code that nothing awaits fails. Each prints nothing of its message. */
const FAULTS = {
  "a timer": "setTimeout(() => { throw new RangeError('secret'); });",
  "a repeated timer":
    "const timer = setInterval(() => { clearInterval(timer); throw new RangeError('secret'); });",
  "a promise": "Promise.reject(new RangeError('secret'));",
  "a function that nothing awaits": "(async () => { throw new RangeError('secret'); })();",
  "a microtask": "queueMicrotask(() => { throw new RangeError('secret'); });",
  "an emitter without a listener for errors": `
    const { EventEmitter } = await import("node:events");
    setImmediate(() => new EventEmitter().emit("error", new RangeError("secret")));`,
  "a value that is not an Error": "Promise.reject('secret');",
};

describe("faults that nothing caught", () => {
  for (const [name, fault] of Object.entries(FAULTS)) {
    it(`do not end the process, and are recorded without their message: ${name}`, async () => {
      const { code, lines } = await run(SURVIVE + fault);
      assert.equal(code, 0);
      assert.equal(lines.at(-1), "1");
      const { operation, error } = JSON.parse(lines[0]);
      assert.equal(operation, "uncaught");
      assert.equal(error, name === "a value that is not an Error" ? "Error" : "RangeError");
      assert(!lines.join().includes("secret"), lines.join());
    });
  }

  it("end the process while it starts, because it would never listen", async () => {
    const { code } = await run(SURVIVE.replace("uncaught.survive();", "throw new RangeError();"));
    assert.notEqual(code, 0);
  });

  it("end a process that does not use the module, such as a compute process", async () => {
    const { code } = await run(FAULTS["a timer"]);
    assert.notEqual(code, 0);
  });
});

describe("the metric of faults that nothing caught", () => {
  it("is their number", async () => {
    const { createMetrics } = await import("../../api/metrics.ts");
    const compute = { running: () => 0, waiting: () => 0, working: 0, processes: undefined };
    const text = await createMetrics(compute, { total: 0 }, { uncaught: { count: 3 } }).render();
    assert.match(text, /^uncaught_faults_total 3$/m);
  });
});
