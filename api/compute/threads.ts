/**
 * Runs operations in compute threads. They are the same worker pool as in the page. The main thread
 * schedules the calls, carries the bytes of bodies and answers, and makes all network requests.
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
  /** The work is charged to the client's debt, because nothing showed in advance that it is expensive. */
  owes: boolean;
}

/** A longer body may keep a thread busy for longer than other clients should wait. */
const LARGE = 64 * 1024;

/** Resolves when all threads have started; rejects if one does not start. */
export async function threadedCompute(
  { threads, network, spawn, onFault, schedule = new Schedule(scheduleLimits(threads)) }:
    ThreadsParts,
): Promise<Compute> {
  const held = new HeldBytes();
  const pool = createPool({ spawn, size: threads, connect: overMessages });

  /** Runs one turn of a call in a thread. Sets `call.light` to false if the call proves expensive. */
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
      // The pool has replaced a thread that failed. Only this call is lost.
      onFault?.({ operation: call.name, error: outcome.error.code, place: undefined });
      return { type: "answer", answer: refusalAnswer({ code: "internal" }), faults: [], used: 0 };
    }
    const reply = outcome.value as Reply;
    if (reply.type !== "expensive") return reply;
    // This holds for all further turns too, because each turn repeats the work of the last one.
    call.light = false;
    return await turn(call, { ...caller, owes: owes && !reply.isDeclared });
  }

  /** Finds the facts that a call asks for and runs further turns, until it has its answer. */
  function answerQuestions(
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
          // During the wait, only the finder holds the bytes of facts.
          call.outside = { ...call.outside, facts: [] };
          const outside = { ...call.outside, ...await finder.next(questions), parts };
          // The client has disconnected, so its answer is not needed.
          if (signal().aborted) return new Busy(1);
          reply = await turn(Object.assign(call, { limits: rest, outside }), caller);
        }
      } finally {
        // The answer may be ready before all facts are. No network request outlives its request.
        deadline.end();
        await finder.ended();
      }
      return reply;
    }, { signal });
  }

  async function run(contract: Contract, demand: Demand): Promise<Answer | Busy> {
    const { overallMs, caa: { allowPrivateNetwork } } = network;
    // The main thread does not parse the body. A compute thread finds out whether the call is quick.
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
        reply = await answerQuestions(call, reply, caller);
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

  // An example request makes each thread load its code now, so that no client has to wait for it.
  const starting = Array.from({ length: threads }, () => pool.run(csrDecode.name, warmUp()));
  if ((await Promise.all(starting)).some(({ ok }) => !ok)) {
    pool.dispose();
    throw new Error("A compute thread did not start");
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
 * Sends plain messages, one at a time. A call through Comlink's proxies took 130 microseconds instead
 * of 50, part of it on the main thread.
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

/** The bundle of worker.ts that the build makes. */
const SCRIPT = new URL("../../dist/server/compute-worker.js", import.meta.url);

/**
 * Returns a function that starts a thread, or null if the platform has no workers. The script is read
 * only once, so that all threads run the same code even if the build is replaced meanwhile.
 */
export async function threadSpawner(): Promise<(() => WorkerLike) | null> {
  if (typeof Worker !== "function") return null;
  const script = new Blob([await Deno.readFile(SCRIPT)], { type: "text/javascript" });
  const url = URL.createObjectURL(script);
  return () => new Worker(url, { type: "module", ...WITHOUT_PERMISSIONS });
}

/**
 * Compute threads handle untrusted input and need only their messages, so they run without
 * permissions. This needs the `unstable` setting in deno.json.
 */
export const WITHOUT_PERMISSIONS = { deno: { permissions: "none" } } as WorkerOptions;
