/**
 * Operations that need the network run in threads that have none: the thread that answers fetches
 * the facts. The answer is the same as that of an operation with sockets of its own.
 */
import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import type { Compute } from "../../../api/compute/compute.ts";
import { Busy, Schedule, scheduleLimits } from "../../../api/compute/schedule.ts";
import { threadedCompute } from "../../../api/compute/threads.ts";
import type { Network } from "../../../api/network/network.ts";
import { apiOperations } from "../../../api/operations.ts";
import { caaLookup } from "../../../core/caa/contract.ts";
import { chainAnalyze, chainAnalyzeUrl } from "../../../core/chain/contract.ts";
import type { Contract } from "../../../core/kernel/contract.ts";
import { OperationError } from "../../../core/kernel/errors.ts";
import * as TEXT from "../../../core/texts.ts";
import { startServer } from "../../support/server.ts";
import { bytes, ders, pem } from "./support.ts";

const LEAF = pem("leaf.pem");
const NOW = { at: "2026-06-01T00:00:00Z" };

/** A network in memory, which counts what it is asked for. */
function network(parts: Partial<Network> = {}): Network & { asked: string[] } {
  const asked: string[] = [];
  const note = <A>(subject: string, answer: A) => {
    asked.push(subject);
    return Promise.resolve(answer);
  };
  return {
    asked,
    overallMs: 5_000,
    fetchIssuer: (url) => {
      const name = new URL(url).pathname.slice(1);
      const certificates = [bytes(name)];
      return note(url, { certificates, problem: null });
    },
    readFurther: (question) => note(question, []),
    fetchRevocation: (question) => note(question, { bytes: null, problem: "unreachable" }),
    presentedChain: (hostname) =>
      note(hostname, {
        certificates: ders(LEAF),
        addresses: ["192.0.2.1"],
        address: "192.0.2.1",
        tlsVersion: "TLSv1.3",
        cipher: "TLS_AES_128_GCM_SHA256",
        alpn: null,
        ocspStapled: null,
        clientCertificateRequested: null,
        legacyProtocol: false,
      }),
    caa: {
      allowPrivateNetwork: false,
      lookUp: (name) =>
        note(
          name,
          name === "example.com"
            ? {
              status: "records",
              aliases: [],
              records: [{ flags: 0, tag: "issue", value: new TextEncoder().encode("ca.example") }],
            } as never
            : { status: "no_records", aliases: [] },
        ),
    },
    ...parts,
  };
}

async function withThreads(
  use: (compute: Compute) => Promise<void>,
  net: Network,
  schedule?: Schedule,
) {
  const script = import.meta.resolve("../../../api/compute/worker.ts");
  const compute = await threadedCompute({
    threads: 2,
    network: net,
    spawn: () => new Worker(script, { type: "module" }),
    schedule,
  });
  try {
    await use(compute);
  } finally {
    compute.close();
  }
}

async function ask(compute: Compute, contract: Contract, input: unknown) {
  const { signal } = new AbortController();
  const body = new TextEncoder().encode(JSON.stringify(input));
  const answer = await compute.run(contract, { body, client: "a", signal: () => signal });
  assert(!(answer instanceof Busy));
  return { status: answer.status, body: JSON.parse(new TextDecoder().decode(answer.body)) };
}

describe("facts for threads", () => {
  const cases: [Contract, Record<string, unknown>, number][] = [
    [chainAnalyze, { certificate: LEAF, ...NOW }, 2],
    [chainAnalyzeUrl, { url: "www.chain.test", ...NOW }, 4],
    [caaLookup, { domain: "a.www.example.com" }, 3],
    [caaLookup, { domain: "router.local" }, 0],
    [chainAnalyzeUrl, { url: "" }, 0],
  ];
  it("are the same, asked in the same order", async () => {
    const net = network();
    await withThreads(async (compute) => {
      for (const [contract, input, questions] of cases) {
        const direct = network();
        await using inline = await startServer({ operations: apiOperations(direct) });
        const response = await fetch(`${inline.origin}/api/${contract.name}`, {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify(input),
        });
        const expected = { status: response.status, body: await response.json() };
        const what = `${contract.name} of ${JSON.stringify(input).slice(0, 40)}`;
        assert.deepEqual(await ask(compute, contract, input), expected, what);
        const asked = net.asked.splice(0);
        assert.deepEqual(asked, direct.asked, what);
        assert.equal(asked.length, questions, what);
      }
    }, net);
  });

  it("carry an error as the operation's own", async () => {
    const refusing = network({
      presentedChain: () =>
        Promise.reject(new OperationError("host_unreachable", TEXT.hostUnreachable)),
    });
    await withThreads(async (compute) => {
      const answer = await ask(compute, chainAnalyzeUrl, { url: "www.chain.test" });
      assert.deepEqual([answer.status, answer.body.code], [502, "host_unreachable"]);
    }, refusing);
  });

  it("end in what the given certificates prove when the time is up", async () => {
    const silent = network({
      overallMs: 20,
      fetchIssuer: (_url, signal) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener("abort", () => reject(signal.reason));
        }),
    });
    await withThreads(async (compute) => {
      const answer = await ask(compute, chainAnalyze, { certificate: LEAF, ...NOW });
      assert.equal(answer.status, 200);
      assert.equal(answer.body.data.missing.length, 1);
    }, silent);
  });

  it("take a place of the network and none of a thread while somebody else is waited for", async () => {
    const asking = Promise.withResolvers<void>();
    const answer = Promise.withResolvers<never>();
    const waiting = network({
      presentedChain: () => {
        asking.resolve();
        return answer.promise;
      },
    });
    const schedule = new Schedule({ ...scheduleLimits(2), conversations: 1 });
    await withThreads(
      async (compute) => {
        const pending = ask(compute, chainAnalyzeUrl, { url: "www.chain.test" });
        await asking.promise;
        const counts = (["light", "compute", "network"] as const).map(compute.running);
        assert.deepEqual(counts, [0, 0, 1]);
        answer.reject(new OperationError("host_timeout", TEXT.hostTimeout));
        assert.equal((await pending).status, 504);
        assert.equal(compute.running("network"), 0);
      },
      waiting,
      schedule,
    );
  });
});
