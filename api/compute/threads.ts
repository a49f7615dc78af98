/**
 * Operations in threads of their own: the same pool as in the page, of workers that read a body and
 * write an answer. The thread that answers schedules, carries bytes, and opens what sockets there are.
 */
import { exampleOf } from "../../core/example-inputs.ts";
import { SERVER_LIMITS } from "../../core/kernel/context.ts";
import type { Contract } from "../../core/kernel/contract.ts";
import { csrDecode } from "../../core/csr/contract.ts";
import { type Connect, createPool, type WorkerLike } from "../../workers/pool.ts";
import { type Answer, refusalAnswer } from "../http/envelope.ts";
import { Deadline } from "../network/concurrency.ts";
import type { Part } from "../request-context.ts";
import type { Network } from "../network/network.ts";
import type { Compute, Demand } from "./compute.ts";
import { FactFinder, HeldBytes } from "./fact-finder.ts";
import { type Call, type Fault, faultOf, type Reply } from "./protocol.ts";
import { Busy, type Kind, Schedule, scheduleLimits } from "./schedule.ts";

export interface ThreadsParts {
  threads: number;
  network: Network;
  spawn: () => WorkerLike;
  onFault?: (fault: Fault) => void;
  schedule?: Schedule;
}

interface Caller extends Omit<Demand, "body"> {
  /** The client owes what its work takes: neither operation, input nor size says that it is expensive. */
  owes: boolean;
}

/** A body of more bytes may keep a thread for longer than others should wait. */
const LARGE = 64 * 1024;

/** Resolves when all threads have started; rejects where they do not. */
export async function threadedCompute(
  { threads, network, spawn, onFault, schedule = new Schedule(scheduleLimits(threads)) }:
    ThreadsParts,
): Promise<Compute> {
  const held = new HeldBytes();
  const pool = createPool({ spawn, size: threads, connect: overMessages });

  /** One turn of a call in a thread. Sets `call.light` to false when the call proves expensive. */
  async function turn(call: Call, caller: Caller): Promise<Reply | Busy> {
    const { client, signal, owes } = caller;
    let used: number | undefined;
    const work = async (kind: Kind) => {
      const outcome = await pool.run(call.name, { ...call, light: kind === "light" });
      if (outcome.ok) used = (outcome.value as Reply).used;
      return outcome;
    };
    const outcome = await schedule.run(client, call.light ? "light" : "compute", work, {
      signal,
      bytes: call.body.length,
      took: owes ? () => used : undefined,
    });
    if (outcome instanceof Busy) return outcome;
    if (!outcome.ok) {
      // A thread that broke or did not end has been replaced; its call is the only one that was lost.
      onFault?.({ operation: call.name, error: outcome.error.code, place: undefined });
      return { type: "answer", answer: refusalAnswer({ code: "internal" }), faults: [], used: 0 };
    }
    const reply = outcome.value as Reply;
    if (reply.type !== "expensive") return reply;
    // All further turns too: an operation that is called again does its work again.
    call.light = false;
    return await turn(call, { ...caller, owes: owes && !reply.isDeclared });
  }

  /** Goes on with a call that asked for something from outside, until it needs nothing more. */
  function converse(
    call: Call,
    first: Reply & { type: "question" },
    caller: Caller,
  ): Promise<Reply | Busy> {
    const { client, signal, onPart } = caller;
    return schedule.run(client, "network", async () => {
      using deadline = new Deadline(network.overallMs, signal());
      const finder = new FactFinder(network, deadline.signal, client, held);
      const parts: Part[] = [];
      let reply: Reply | Busy = first;
      try {
        while (!(reply instanceof Busy) && reply.type === "question") {
          for (const part of reply.parts) {
            parts.push(part);
            onPart?.(part);
          }
          const { rest, questions, spent } = reply;
          finder.drop(spent);
          // While others are waited for, nothing but the finder keeps the bytes of facts.
          call.outside = { ...call.outside, facts: [] };
          const outside = { ...call.outside, ...await finder.next(questions), parts };
          // No turn for a caller who has left: it would end in the time that is up.
          if (signal().aborted) return new Busy(1);
          reply = await turn(Object.assign(call, { limits: rest, outside }), caller);
        }
      } finally {
        // The answer may have come before the last of the facts; nothing outlives its request.
        deadline.end();
        await finder.ended();
      }
      return reply;
    }, { signal });
  }

  async function run(contract: Contract, demand: Demand): Promise<Answer | Busy> {
    const { overallMs, caa: { allowPrivateNetwork } } = network;
    // The thread that answers reads no input: one that computes finds out whether this call is quick.
    const light = (contract.cost !== "compute" || contract.isQuick !== undefined) &&
      demand.body.length <= LARGE;
    const caller: Caller = { ...demand, owes: light };
    const call: Call = {
      name: contract.name,
      body: demand.body,
      light,
      now: Date.now(),
      limits: SERVER_LIMITS,
      outside: { overallMs, allowPrivateNetwork, facts: [], parts: [], ended: false },
    };
    try {
      let reply = await turn(call, caller);
      if (!(reply instanceof Busy) && reply.type === "question") {
        reply = await converse(call, reply, caller);
      }
      if (reply instanceof Busy) return reply;
      if (reply.type !== "answer") throw new Error(`A call ended in a ${reply.type}`);
      for (const fault of reply.faults) onFault?.(fault);
      return reply.answer;
    } catch (fault) {
      onFault?.(faultOf(contract.name, fault));
      return refusalAnswer({ code: "internal" });
    }
  }

  // Each thread reads its code for a request of ours, not while somebody waits for it.
  const starting = Array.from({ length: threads }, () => pool.run(csrDecode.name, warmUp()));
  if ((await Promise.all(starting)).some(({ ok }) => !ok)) {
    pool.dispose();
    throw new Error("The threads that compute did not start");
  }

  return {
    threads,
    run,
    running: (kind) => schedule.running(kind),
    waiting: (kind) => schedule.waiting(kind),
    close: () => pool.dispose(),
  };
}

function warmUp(): Call {
  return {
    name: csrDecode.name,
    body: new TextEncoder().encode(JSON.stringify(exampleOf(csrDecode))),
    light: true,
    now: Date.now(),
    limits: SERVER_LIMITS,
    outside: { overallMs: 0, allowPrivateNetwork: false, facts: [], parts: [], ended: true },
  };
}

/**
 * Plain messages, one answered at a time: Comlink's proxies and identifiers took 130 microseconds a
 * call where this takes 50, and the thread that answers pays for its part of each.
 */
const overMessages: Connect = (worker) => {
  let answer: ((reply: Reply) => void) | undefined;
  (worker as Worker).addEventListener("message", ({ data }) => answer?.(data));
  return {
    execute: (_name, call) =>
      new Promise((resolve) => {
        answer = (reply) => resolve({ ok: true, value: reply });
        worker.postMessage(call, []);
      }),
    load: () => Promise.resolve(),
  };
};

/** Starts threads that compute, from the file that the build made. */

const SCRIPT = new URL("../../dist/server/compute-worker.js", import.meta.url);

/**
 * A way to start threads, or null where the platform has none. The script is read once: a build that
 * takes this one's place while the server runs does not change what the next thread is.
 */
export async function threadSpawner(): Promise<(() => WorkerLike) | null> {
  if (typeof Worker !== "function") return null;
  const script = new Blob([await Deno.readFile(SCRIPT)], { type: "text/javascript" });
  const url = URL.createObjectURL(script);
  return () => new Worker(url, { type: "module", ...WITHOUT_PERMISSIONS });
}

/**
 * What a thread computes comes from strangers, and it needs nothing but its messages: no file, no
 * socket, no environment. That permissions can be taken away is a setting in deno.json (`unstable`).
 */
export const WITHOUT_PERMISSIONS = { deno: { permissions: "none" } } as WorkerOptions;
