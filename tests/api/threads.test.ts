/** Operations in compute threads: other requests meanwhile, and the permissions of a thread. */
import { exampleOf } from "../../core/example-inputs.ts";
import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import type { Compute } from "../../api/compute/compute.ts";
import type { Fault } from "../../api/compute/protocol.ts";
import { perform } from "../../api/compute/perform.ts";
import { Busy, type Kind, Schedule, scheduleLimits } from "../../api/compute/schedule.ts";
import { WITHOUT_PERMISSIONS } from "../../api/compute/threads.ts";
import { threadedCompute, type ThreadsParts } from "../../api/compute/threads.ts";
import { createNetwork } from "../../api/network/network.ts";
import { BUILT_IN_TABLES, SERVER_LIMITS } from "../../core/kernel/context.ts";
import { offered } from "../../core/operations.ts";
import type { Contract } from "../../core/kernel/contract.ts";
import { certificateGenerate } from "../../core/certificate/contract.ts";
import { csrDecode, csrGenerate } from "../../core/csr/contract.ts";
import { caaValidate } from "../../core/caa/contract.ts";
import { matchVerify } from "../../core/match/contract.ts";
import { pfxConvert } from "../../core/pfx/contract.ts";
import { HOSTILE_BODIES } from "../support/hostile-bodies.ts";
import { callApi, startServer, testConfig } from "../support/server.ts";

const SOURCE = import.meta.resolve("../../api/compute/worker.ts");

interface Used extends Disposable {
  compute: Compute;
  faults: Fault[];
}

/** Threads that run the sources instead of the build's bundle. */
async function threads(parts: Partial<ThreadsParts> = {}): Promise<Used> {
  const faults: Fault[] = [];
  const compute = await threadedCompute({
    threads: 2,
    network: createNetwork(testConfig()),
    spawn: () => new Worker(SOURCE, { type: "module" }),
    onFault: (fault) => faults.push(fault),
    ...parts,
  });
  return { compute, faults, [Symbol.dispose]: () => compute.close() };
}

function ask(compute: Compute, contract: Contract, input: unknown) {
  const body = new TextEncoder().encode(JSON.stringify(input));
  const { signal } = new AbortController();
  return compute.run(contract, { body, client: "somebody", signal: () => signal });
}

async function answered(
  compute: Compute,
  contract: Contract,
  input: unknown,
): Promise<{ status: number; text: string }> {
  const answer = await ask(compute, contract, input);
  assert(!(answer instanceof Busy));
  return { status: answer.status, text: new TextDecoder().decode(answer.body) };
}

/** Removes the instant at which dates were judged. */
const timeless = (text: string) => text.replace(/"evaluatedAt":"[^"]+"/g, "");

/** A thread that runs another script. */
const broken = (script: string) => {
  const url = URL.createObjectURL(new Blob([script], { type: "text/javascript" }));
  return new Worker(url, { type: "module" });
};

describe("threads", () => {
  const heavy: [Contract, Record<string, unknown>][] = [
    [pfxConvert, { encryption: "3des-sha1" }],
    [csrGenerate, { keySize: 3072 }],
  ];
  /** No request is refused because this machine is busy. */
  const patient = () => {
    const limits = scheduleLimits(2);
    return new Schedule({ ...limits, compute: { ...limits.compute, patience: 600_000 } });
  };
  for (const [contract, changed] of heavy) {
    it(`answer light requests while ${contract.name} runs`, async () => {
      using used = await threads({ schedule: patient() });
      const config = testConfig({ TRUST_PROXY: "1" });
      await using server = await startServer({ compute: used.compute, config });
      const light = () =>
        callApi(server.origin, csrDecode.name, exampleOf(csrDecode), {
          "x-forwarded-for": "192.0.2.1",
        });
      await light();
      const order: string[] = [];
      const input = { ...exampleOf(contract) as Record<string, unknown>, ...changed };
      const jobs = ["first", "second"].map(async (name) => {
        const { status } = await callApi(server.origin, contract.name, input);
        order.push(name);
        assert.equal(status, 200);
      });
      while (used.compute.waiting("compute") === 0 && order.length === 0) await light();
      assert.equal((await light()).status, 200);
      order.push("light");
      await Promise.all(jobs);
      assert.notEqual(order.indexOf("light"), 2, "the light request waited for both");
    });
  }

  it("give the same bytes as the main thread", async () => {
    using used = await threads();
    await using inline = await startServer();
    const pure = offered.map(({ contract }) => contract).filter(({ runs, cost }) =>
      runs === "both" && cost === "light"
    );
    assert(pure.length > 5);
    for (const contract of pure) {
      for (const input of [exampleOf(contract), {}, []]) {
        const { status, text } = await answered(used.compute, contract, input);
        const direct = await callApi(inline.origin, contract.name, input);
        assert.equal(status, direct.status, contract.name);
        assert.equal(timeless(text), timeless(JSON.stringify(direct.body)), contract.name);
      }
    }
    assert.deepEqual(used.faults, []);
  });

  /** A schedule of two threads, and the kinds that its work counted as so far. */
  function recording() {
    const kinds: Kind[] = [];
    /** Whether the work is charged to the client. */
    const owed: boolean[] = [];
    class Recording extends Schedule {
      override run: Schedule["run"] = (client, kind, work, options) =>
        super.run(client, kind, (counted) => {
          kinds.push(counted);
          owed.push(options?.took !== undefined);
          return work(counted);
        }, options);
    }
    return { kinds, owed, schedule: new Recording(scheduleLimits(2)) };
  }

  it("detect expensive requests by name, size or input", async () => {
    const { kinds, owed, schedule } = recording();
    using used = await threads({ schedule });
    const kindsOf = async (contract: Contract, input: unknown) => {
      kinds.length = 0;
      await answered(used.compute, contract, input);
      return kinds.join(", then ");
    };
    const match = exampleOf(matchVerify) as Record<string, unknown>;
    assert.equal(await kindsOf(csrDecode, exampleOf(csrDecode)), "light");
    assert.equal(await kindsOf(csrDecode, { csr: " ".repeat(70_000) }), "compute");
    assert.equal(await kindsOf(pfxConvert, {}), "compute");
    assert.equal(await kindsOf(matchVerify, { ...match, passphrase: "" }), "light");
    assert.equal(await kindsOf(matchVerify, { ...match, passphrase: "a" }), "light, then compute");
    for (const contract of [csrGenerate, certificateGenerate]) {
      const input = exampleOf(contract) as Record<string, unknown>;
      assert.equal(await kindsOf(contract, { ...input, keyType: "ECC" }), "light", contract.name);
      owed.length = 0;
      const made = await kindsOf(contract, { ...input, keyType: "RSA" });
      assert.equal(made, "light, then compute", contract.name);
      assert.deepEqual(owed, [true, false], "what the input says is not charged");
    }
  });

  for (
    const name of [
      "a key of SLH-DSA-SHA2-256s whose root is computed",
      "certificates of RSA-16384 that all signed each other, in 58 KiB",
    ]
  ) {
    it(`schedule light work again as expensive when it exceeds its budget: ${name}`, async () => {
      const { operation, input } = HOSTILE_BODIES.find((body) => body.name === name)!;
      const { contract } = offered.find(({ contract }) => contract.name === operation)!;
      const { kinds, owed, schedule } = recording();
      using used = await threads({ schedule });
      const { text } = await answered(used.compute, contract, input);
      assert.deepEqual(kinds, ["light", "compute"]);
      assert.deepEqual(owed, [true, true]);
      assert.deepEqual(used.faults, []);
      // The answer is that of a single turn with all of the budget.
      const body = new TextEncoder().encode(JSON.stringify(input));
      const outside = {
        overallMs: 0,
        allowPrivateNetwork: false,
        facts: [],
        parts: [],
        ended: true,
      };
      const now = Date.now();
      const call = { name: operation, body, light: false, now, limits: SERVER_LIMITS, outside };
      const whole = await perform(call, BUILT_IN_TABLES);
      assert(whole.type === "answer");
      assert.equal(timeless(text), timeless(new TextDecoder().decode(whole.answer.body)));
    });
  }

  it("answer 500 without a reason when one of them fails, and start another", async () => {
    let started = 0;
    using used = await threads({
      threads: 1,
      spawn: () =>
        started++ === 0
          ? broken(`let calls = 0; self.onmessage = () => {
              if (calls++ > 0) throw new Error("hunter2");
              self.postMessage({ type: "answer", answer: {}, faults: [], used: 0 });
            };`)
          : new Worker(SOURCE, { type: "module" }),
    });
    const lost = await answered(used.compute, caaValidate, exampleOf(caaValidate));
    assert.equal(lost.status, 500);
    assert.equal(JSON.parse(lost.text).code, "internal");
    assert.deepEqual(used.faults.map(({ error }) => error), ["crashed"]);
    assert(!JSON.stringify([lost, used.faults]).includes("hunter2"));
    assert.equal((await answered(used.compute, caaValidate, exampleOf(caaValidate))).status, 200);
    assert.equal(started, 2);
  });

  it("start without any permission", async () => {
    const tried = {
      "read a file": `Deno.readTextFileSync(${JSON.stringify(import.meta.filename)})`,
      "write a file": `Deno.writeTextFileSync("/tmp/none", "")`,
      "list a folder": `[...Deno.readDirSync("/")]`,
      "read the environment": `Deno.env.get("HOME")`,
      "connect": `await Deno.connect({ hostname: "127.0.0.1", port: 9 })`,
      "listen": `Deno.listen({ hostname: "127.0.0.1", port: 0 })`,
      "fetch": `await fetch("http://127.0.0.1:8/")`,
      "look up a name": `await Deno.resolveDns("example.com", "A")`,
      "run a program": `new Deno.Command("true").outputSync()`,
      "load a library": `Deno.dlopen("libc.so.6", {})`,
      "read node:fs": `(await import("node:fs")).readFileSync("/etc/passwd")`,
      "import a file": `await import(${JSON.stringify(SOURCE)} + "?again")`,
      "import over http": `await import("http://127.0.0.1:" + "9/secret.js")`,
      "import over https": `await import("https://" + "esm.sh/secret")`,
      "start a thread with permissions": `new Worker(self.location.href, { type: "module",
        deno: { permissions: { read: true } } })`,
    };
    const script = Object.entries(tried).map(([name, code]) =>
      `try { ${code}; held[${JSON.stringify(name)}] = "allowed"; }
       catch (fault) { held[${JSON.stringify(name)}] = fault.message; }`
    ).join("\n");
    const url = URL.createObjectURL(
      new Blob([`const held = {}; ${script}; self.postMessage(held);`], {
        type: "text/javascript",
      }),
    );
    const worker = new Worker(url, { type: "module", ...WITHOUT_PERMISSIONS });
    try {
      const held = await new Promise<Record<string, string>>((resolve, reject) => {
        worker.onmessage = ({ data }) => resolve(data);
        worker.onerror = (event) => {
          event.preventDefault();
          reject(new Error(event.message));
        };
      });
      assert.deepEqual(Object.keys(held), Object.keys(tried));
      for (const [name, message] of Object.entries(held)) {
        assert.match(message, /^Requires \w+ access|escalate parent|are blocked/, name);
      }
    } finally {
      worker.terminate();
    }
  });
});
