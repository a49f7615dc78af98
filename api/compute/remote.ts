/**
 * Runs operations outside the thread that answers requests: in processes (processes.ts) or in threads
 * (threads.ts), all but a few small ones (at-once.ts). This file schedules the calls, carries the bytes of bodies and answers, and makes all
 * network requests.
 */
import { SERVER_LIMITS } from "../../core/kernel/context.ts";
import type { Contract } from "../../core/kernel/contract.ts";
import * as KERNEL_TEXT from "../../core/kernel/texts.ts";
import { type Answer, refusalAnswer } from "../http/envelope.ts";
import { Deadline } from "../network/concurrency.ts";
import type { Part } from "../request-context.ts";
import type { Network } from "../network/network.ts";
import { Allowance } from "./allowance.ts";
import type { AtOnce } from "./at-once.ts";
import type { Compute, Demand } from "./compute.ts";
import { FactFinder, HeldBytes } from "./fact-finder.ts";
import { type Call, type Fault, faultOf, type Reply } from "./protocol.ts";
import { Busy, type Kind, type Schedule } from "./schedule.ts";

/**
 * Why a call has no reply: its limit of processor time, memory or time; the limit of memory of all calls
 * together; no report of its process; or a crash.
 */
export type Loss =
  | "processor_time"
  | "memory"
  | "time"
  | "shared_memory"
  | "silence"
  | "crashed";

/**
 * The reply of a turn, or that it was lost. `used`: milliseconds of processor time of all its threads;
 * undefined if they were not measured.
 */
export type Ran = { used?: number } & ({ reply: Reply } | { lost: Loss });

/** Runs turns, each in a place of its own, or several small ones in one place. */
export interface Executor {
  /** The number of small calls that share a place. */
  readonly ahead: number;
  /** The number of turns that can run at the same time now. */
  readonly places: number;
  /**
   * Sets the only listener for that number, and for whether a place is missing that will be there soon. It is
   * called now and at each change.
   */
  onPlaces(listener: (places: number, isOneMissing: boolean) => void): void;
  /** Never rejects. Resolves only when the place is free again. */
  execute(call: Call): Promise<Ran>;
  close(): void;
}

interface RemoteParts {
  kind: Compute["kind"];
  /** The number of places that there should be. */
  wanted: number;
  executor: Executor & Partial<NonNullable<Compute["processes"]>>;
  network: Network;
  schedule: Schedule;
  /** The limit on the processor time of each client; none by default. */
  allowance?: Allowance;
  /** Answers small calls on this thread; without it, every call has a place. */
  atOnce?: Pick<AtOnce, "answer">;
  onFault?: (fault: Fault) => void;
}

interface Caller extends Omit<Demand, "body"> {
  /** The work is charged to the client's debt, because nothing showed in advance that it is expensive. */
  owes: boolean;
}

/** A longer body may keep a place busy for longer than other clients should wait. */
const LARGE = 64 * 1024;
/** A light call with a longer body has a place of its own. */
const SMALL = 8 * 1024;

/** Whether a call takes a few milliseconds at most, so that others may wait for it. */
export function isSmall({ light, body, outside }: Call): boolean {
  return light && body.length <= SMALL && outside.facts.length === 0;
}

/** Milliseconds of processor time that starting a process takes. The client whose call ended it owes them. */
const REPLACEMENT = 500;

/** Seconds after which a client may try again whose call was ended to make room for others. */
const RETRY = 2;

export function remoteCompute(
  {
    kind,
    wanted,
    executor,
    network,
    schedule,
    allowance = new Allowance(0),
    atOnce,
    onFault,
  }: RemoteParts,
): Compute {
  const held = new HeldBytes();
  executor.onPlaces((places, isOneMissing) => schedule.resize(places, isOneMissing));

  /** Runs one turn of a call. Sets `call.light` to false if the call proves expensive. */
  async function turn(call: Call, caller: Caller): Promise<Reply | Busy> {
    const { client, signal, owes } = caller;
    let ran: Ran | undefined;
    const used = () => {
      if (!ran) return undefined;
      return "reply" in ran ? ran.used : (ran.used ?? 0) + REPLACEMENT;
    };
    const took = () => ran && "reply" in ran ? ran.reply.used : used();
    const work = async (kind: Kind) => {
      ran = await executor.execute({ ...call, light: kind === "light" });
      allowance.spend(client, used() ?? 0);
      return { ran, kind };
    };
    const done = await schedule.run(client, call.light ? "light" : "compute", work, {
      signal,
      bytes: call.body.length,
      part: isSmall(call) ? 1 / executor.ahead : 1,
      took: owes ? took : undefined,
      used,
    });
    if (done instanceof Busy) return done;
    const reply = "reply" in done.ran ? done.ran.reply : lost(call.name, done.ran.lost, done.kind);
    if (reply instanceof Busy) return reply;
    if (reply.type !== "expensive") return reply;
    // This holds for all further turns too, because each turn repeats the work of the last one.
    call.light = false;
    return await turn(call, { ...caller, owes: owes && !reply.isDeclared });
  }

  /** The reply for a call that was lost. Only this call is lost; its place gets a new process or thread. */
  function lost(operation: string, loss: Loss, kind: Kind): Reply | Busy {
    if (kind === "light" && loss === "processor_time") {
      return { type: "expensive", isDeclared: false, used: 0 };
    }
    onFault?.({ operation, error: loss, place: undefined });
    if (loss === "shared_memory") return new Busy(RETRY);
    const isFault = loss === "silence" || loss === "crashed";
    const answer = isFault
      ? refusalAnswer({ code: "internal" })
      : refusalAnswer({ code: "too_complex", message: KERNEL_TEXT.tooComplexForServer });
    return { type: "answer", answer, faults: [], used: 0 };
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

  async function answerAtOnce(call: Call, client: string): Promise<Reply | null> {
    const reply = await atOnce?.answer(call) ?? null;
    allowance.spend(client, reply?.used ?? 0);
    return reply;
  }

  async function run(contract: Contract, demand: Demand): Promise<Answer | Busy> {
    const wait = allowance.wait(demand.client);
    if (wait !== null) return new Busy(wait, "rate_limited");
    const { overallMs, caa: { allowPrivateNetwork } } = network;
    // This thread does not parse the body. The place of the call finds out whether it is quick.
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
      let reply = await answerAtOnce(call, demand.client) ?? await turn(call, caller);
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

  return {
    kind,
    threads: wanted,
    get working() {
      return executor.places;
    },
    get processes() {
      const { memory, ends } = executor;
      return memory === undefined || ends === undefined ? undefined : { memory, ends };
    },
    run,
    running: (kind) => schedule.running(kind),
    waiting: (kind) => schedule.waiting(kind),
    close: () => executor.close(),
  };
}
