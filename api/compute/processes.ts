/**
 * Runs calls in compute processes, which can be killed. Each process runs one call at a time. A call that
 * needs more processor time, memory or time than its limits ends with its process, and nothing else
 * does.
 *
 * Small calls are sent before the process has answered the ones before them, so that it never waits for
 * the server, and one message carries several. They do not begin before it is their turn. If the process
 * ends, those that have not begun are given to another one.
 *
 * The server (this file) orders processes from the launcher and listens on a port of this machine, to
 * which they connect. Calls and answers travel on that connection (frames.ts). Reports about memory and
 * processor time come through the launcher (keeper.ts), because a busy process cannot send anything on
 * the connection.
 */
import { timingSafeEqual } from "node:crypto";
import { certificateGenerate } from "../../core/certificate/contract.ts";
import { csrGenerate } from "../../core/csr/contract.ts";
import type { LogLists } from "../data/log-lists.ts";
import { concatenate } from "../../core/kernel/octets.ts";
import { exampleCall } from "./example-call.ts";
import { decode, encode, Frames, writeAll } from "./frames.ts";
import type { Notice, Report } from "./keeper.ts";
import type { Link } from "./link.ts";
import type { Call, Reply, SentList } from "./protocol.ts";
import { type Executor, isSmall, type Loss, type Ran } from "./remote.ts";

const MIB = 1024 * 1024;

/** The most processor time and time of one call, in milliseconds. */
interface Deadline {
  cpu: number;
  clock: number;
}

/** Budgets end a call after some two seconds of a slow core, so this leaves a factor of five. */
const ORDINARY: Deadline = { cpu: 10_000, clock: 60_000 };
/** Finding the primes of an RSA key takes an unpredictable time. */
const KEY_GENERATION: Deadline = { cpu: 30_000, clock: 120_000 };
/** The budget of light work is 50 ms of a slow core. Beyond this, the call is not light. */
const LIGHT: Deadline = { cpu: 500, clock: 20_000 };

const MAKES_KEYS = new Set([csrGenerate.name, certificateGenerate.name]);

const deadlineOf = ({ name, light }: Call): Deadline =>
  light ? LIGHT : MAKES_KEYS.has(name) ? KEY_GENERATION : ORDINARY;

interface ProcessLimits {
  /** Milliseconds until a new process must be ready. */
  start: number;
  /** Milliseconds before the second attempt to start a process, and the most between two attempts. */
  pause: number;
  longestPause: number;
  /** Milliseconds without a report after which a busy process is killed. */
  silence: number;
  /**
   * Calls after which a process is replaced. A new one takes half a second of processor time to start, and
   * runs its first thousands of calls before the engine has compiled them.
   */
  calls: number;
}

const LIMITS: ProcessLimits = {
  start: 30_000,
  pause: 200,
  longestPause: 30_000,
  silence: 3_000,
  calls: 100_000,
};

/**
 * The memory of a process, in octets, that is there for each: a new one has 105 MiB, one under load of
 * ordinary calls 165 MiB.
 */
export const MEMORY_OF_PROCESS = 192 * MIB;
/** An idle process above this is replaced to make room. */
const GROWN = 128 * MIB;
/** The longest answer of a process, with the parts of a long analysis. */
const MOST_ANSWER = 16 * MIB;
/** The longest first message of a process. */
const MOST_HELLO = 1024;

/** Why a process was replaced, with a metric of each. */
type End = Loss | "age" | "start";

/** A call that was sent to a process and has no reply yet. */
interface Sent {
  /** How many calls the process got before, and this one. */
  readonly number: number;
  readonly deadline: Deadline;
  /** No call is sent before this one is answered. */
  readonly isLast: boolean;
  /** When it was its turn, and the processor time that the process had used before. */
  since: number;
  cpu: number;
  settle(ran: Ran | "not begun"): void;
}

/** A call that looks for a process. */
interface Seeking {
  isSmall: boolean;
  /** The process that it was given to has ended, so it gets one that has no other call. */
  isAgain: boolean;
}

interface Process {
  readonly id: number;
  readonly token: string;
  state: "starting" | "ready" | "ending";
  connection: Deno.TcpConn | null;
  /** The calls without a reply. The first one is running. */
  readonly calls: Sent[];
  /** Calls that wait to be written. */
  readonly output: Uint8Array[];
  isWriting: boolean;
  /** Why it was killed; null if the server did not kill it. */
  killed: End | null;
  memory: number;
  cpu: number;
  /** The number of calls that were sent, and of those that have begun by the last report. */
  number: number;
  begun: number;
  /** When the last report came. */
  reported: number;
  /** The log lists that it has; undefined for the built-in ones. */
  lists: readonly SentList[] | undefined;
  readonly ended: Promise<void>;
  end(): void;
  timer: ReturnType<typeof setTimeout> | undefined;
}

export interface ProcessesParts {
  link: Link;
  /** The number of processes. */
  count: number;
  /** The most octets of all processes together. */
  memory: number;
  /** The code of the operations: the bundle of worker.ts. */
  code: Uint8Array<ArrayBuffer>;
  limits?: Partial<ProcessLimits>;
  /** The log lists that are newer than the built-in ones. */
  lists?: Pick<LogLists, "sent">;
  /** Called when a process was replaced. */
  onEnd?: (reason: End) => void;
}

/** No process can be started on this platform. */
export class NoProcesses extends Error {
  override readonly name = "NoProcesses";
}

export class Processes implements Executor {
  readonly #parts: ProcessesParts;
  readonly #limits: ProcessLimits;
  readonly #processes = new Map<number, Process>();
  readonly #listener: Deno.TcpListener;
  readonly #code: Uint8Array<ArrayBuffer>;
  /** Calls whose process ended before they began, and calls that found no process. */
  readonly #waiting: (Seeking & { begin(process: Process): void })[] = [];
  readonly #timer: ReturnType<typeof setInterval>;
  readonly #first = Promise.withResolvers<void>();
  readonly ends: Record<End, number> = {
    ...{ processor_time: 0, memory: 0, time: 0, shared_memory: 0 },
    ...{ silence: 0, crashed: 0, age: 0, start: 0 },
  };
  #onPlaces: Parameters<Executor["onPlaces"]>[0] = () => {};
  #next = 1;
  /** Attempts to start that failed, since the last one that succeeded. */
  #failures = 0;
  /** Processes that ended by themselves before they were ready. */
  #broken = 0;
  #pause: ReturnType<typeof setTimeout> | undefined;
  #checked = performance.now();
  #closed = false;

  private constructor(parts: ProcessesParts) {
    this.#parts = parts;
    this.#limits = { ...LIMITS, ...parts.limits };
    this.#code = frameOf(parts.code);
    this.#listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
    parts.link.receive((notice) => this.#notice(notice));
    this.#accept();
    this.#timer = setInterval(() => this.#checkTimes(), 250);
    Deno.unrefTimer(this.#timer as unknown as number);
    this.#startNext();
  }

  /**
   * Starts the processes one after the other, and resolves when the first one is ready. Rejects with
   * NoProcesses if none can be started here.
   */
  static async start(parts: ProcessesParts): Promise<Processes> {
    const processes = new Processes(parts);
    try {
      await processes.#first.promise;
    } catch (fault) {
      processes.close();
      throw fault;
    }
    return processes;
  }

  /** The number of small calls that a process may have at a time. */
  readonly ahead = 8;

  get wanted(): number {
    return this.#parts.count;
  }

  /** The number of processes that take calls, or have one until they have ended. */
  get places(): number {
    let count = 0;
    for (const { state, calls } of this.#processes.values()) {
      if (state === "ready" || (state === "ending" && calls.length > 0)) count++;
    }
    return count;
  }

  /** Octets of all processes, as last reported. */
  get memory(): number {
    return [...this.#processes.values()].reduce((sum, { memory }) => sum + memory, 0);
  }

  onPlaces(listener: (places: number, isOneMissing: boolean) => void): void {
    this.#onPlaces = listener;
    this.#tellPlaces();
  }

  #tellPlaces(): void {
    const { places } = this;
    this.#onPlaces(places, places < this.#parts.count && this.#failures === 0);
  }

  /** Gives a call to another process once, unless a report shows that it began. */
  async execute(call: Call): Promise<Ran> {
    const bytes = encode(call);
    const deadline = deadlineOf(call);
    for (let isAgain = false;; isAgain = true) {
      const seeking = { isSmall: isSmall(call), isAgain };
      const isLast = isAgain || !seeking.isSmall;
      const ran = await this.#give(
        seeking,
        (process) =>
          this.#exchange(process, this.#bytesFor(process, call, bytes), { deadline, isLast }),
      );
      if (ran !== "not begun") return ran;
      if (isAgain) return { lost: "crashed", used: 0 };
    }
  }

  /** The call for a process, with the log lists if they have changed since its last call. */
  #bytesFor(process: Process, call: Call, bytes: Uint8Array): Uint8Array {
    const lists = this.#parts.lists?.sent;
    if (process.lists === lists) return bytes;
    process.lists = lists;
    return encode({ ...call, lists });
  }

  close(): void {
    this.#closed = true;
    clearInterval(this.#timer);
    clearTimeout(this.#pause);
    this.#listener.close();
    for (const process of this.#processes.values()) this.#kill(process, "age");
  }

  #inState(state: Process["state"]): number {
    let count = 0;
    for (const process of this.#processes.values()) if (process.state === state) count++;
    return count;
  }

  /** The process with the fewest calls, of those that take this one. */
  #find(seeking: Seeking): Process | null {
    let best: Process | null = null;
    for (const process of this.#processes.values()) {
      if (!this.#takes(process, seeking)) continue;
      if (best === null || process.calls.length < best.calls.length) best = process;
    }
    return best;
  }

  #takes(process: Process, { isSmall, isAgain }: Seeking): boolean {
    const { state, calls } = process;
    if (state !== "ready" || calls.at(-1)?.isLast || this.#isOld(process)) return false;
    return calls.length < (isAgain ? 1 : isSmall ? this.ahead : Infinity);
  }

  /** Calls `begin` with a process as soon as one takes the call. It must send the call at once. */
  #give<T>(seeking: Seeking, begin: (process: Process) => Promise<T>): Promise<T> {
    const process = this.#find(seeking);
    if (process) return begin(process);
    return new Promise((resolve) =>
      this.#waiting.push({ ...seeking, begin: (process) => resolve(begin(process)) })
    );
  }

  /** Gives processes to the calls that wait for one. */
  #serveWaiting(): void {
    for (const waiting of [...this.#waiting]) {
      const process = this.#find(waiting);
      if (!process) continue;
      this.#waiting.splice(this.#waiting.indexOf(waiting), 1);
      waiting.begin(process);
    }
  }

  /**
   * Whether a process has had its number of calls, and is not needed until another one has started: a long
   * call may keep every other one busy.
   */
  #isOld(process: Process): boolean {
    if (process.number < this.#limits.calls) return false;
    if (this.#parts.count === 1) return true;
    for (const other of this.#processes.values()) {
      if (other !== process && other.state === "ready" && !other.calls.at(-1)?.isLast) return true;
    }
    return false;
  }

  /** Ends the old processes that have no call. They take no further one. */
  #replaceOld(): void {
    for (const process of this.#processes.values()) {
      const { state, calls } = process;
      if (state === "ready" && calls.length === 0 && this.#isOld(process)) {
        this.#kill(process, "age");
      }
    }
  }

  /** Sends a call. Resolves with its reply, or with how it was lost when the process has ended. */
  #exchange(
    process: Process,
    bytes: Uint8Array,
    call: Pick<Sent, "deadline" | "isLast">,
  ): Promise<Ran | "not begun"> {
    return new Promise((settle) => {
      process.number += 1;
      const { number, cpu } = process;
      process.calls.push({ ...call, number, since: performance.now(), cpu, settle });
      process.output.push(bytes);
      this.#write(process);
    });
  }

  /** Writes all calls that wait, those of one turn of the event loop together. */
  async #write(process: Process): Promise<void> {
    if (process.isWriting) return;
    process.isWriting = true;
    try {
      // The calls whose turn it is now are added before the next task.
      await Promise.resolve();
      while (process.output.length > 0) {
        const calls = process.output.splice(0);
        await writeAll(process.connection!, calls.length === 1 ? calls[0] : concatenate(calls));
      }
    } catch {
      // The process has ended, which the reader notices.
    }
    process.isWriting = false;
  }

  /** Reads the replies of a process until it ends, and then settles the calls that it had. */
  async #readReplies(process: Process, frames: Frames): Promise<void> {
    try {
      for (let all = await frames.readAll(); all.length > 0; all = await frames.readAll()) {
        for (const frame of all) this.#replied(process, frame);
      }
    } catch {
      // The connection was reset, or the process does not follow the protocol.
    }
    this.#kill(process, "crashed");
    // Its place is free only when it has ended.
    await process.ended;
    const [running, ...others] = process.calls.splice(0);
    if (running) {
      const lost = process.killed as Loss;
      const begun = process.begun >= running.number;
      const used = Math.max(process.cpu - running.cpu, 0);
      running.settle(lost === "crashed" && !begun ? "not begun" : { lost, used });
    }
    for (const { settle } of others) settle("not begun");
  }

  /** The reply to the first call of a process. The next one begins. */
  #replied(process: Process, frame: Uint8Array<ArrayBuffer>): void {
    const reply = decode(frame) as Reply & { cpu: number };
    const call = process.calls.shift();
    if (!call) throw new Error("A reply without a call");
    process.cpu = reply.cpu;
    const [next] = process.calls;
    if (next) Object.assign(next, { since: performance.now(), cpu: reply.cpu });
    this.#replaceOld();
    call.settle({ reply, used: reply.cpu - call.cpu });
    this.#serveWaiting();
  }

  /** Kills a process, unless that has happened before. */
  #kill(process: Process, reason: End): void {
    if (process.killed !== null) return;
    process.killed = reason;
    if (process.state === "ready") {
      process.state = "ending";
      this.#tellPlaces();
    }
    this.#parts.link.order({ type: "kill", id: process.id });
  }

  #notice(notice: Notice): void {
    const process = this.#processes.get(notice.id);
    if (!process) return;
    if (notice.type === "report") return this.#report(process, notice);
    if (notice.type === "impossible" && this.#processes.size === 1 && this.#failures === 0) {
      this.#first.reject(new NoProcesses("Processes cannot be started"));
    }
    this.#ended(process);
  }

  #report(process: Process, { memory, cpu, calls }: Report): void {
    process.memory = memory;
    process.begun = calls;
    process.cpu = Math.max(process.cpu, cpu);
    process.reported = performance.now();
    const [running] = process.calls;
    if (running && process.cpu - running.cpu > running.deadline.cpu) {
      this.#kill(process, "processor_time");
    }
    this.#checkMemory(process);
  }

  /** Kills a process that has too much memory, and the largest one if all together have too much. */
  #checkMemory(process: Process): void {
    // One report may be late by as much memory as can be written meanwhile.
    const most = this.#parts.memory * 7 / 8;
    if (process.memory > most / 2) return this.#outgrown(process, "memory");
    const living = [...this.#processes.values()].filter(({ killed }) => killed === null);
    if (living.reduce((sum, { memory }) => sum + memory, 0) <= most) return;
    // An idle process costs no call.
    const idle = living.filter(({ state, calls, memory }) =>
      state === "ready" && calls.length === 0 && memory > GROWN
    );
    const [largest] = (idle.length > 0 ? idle : living).sort((one, two) => two.memory - one.memory);
    this.#outgrown(largest, "shared_memory");
  }

  /** An idle process that is too large is replaced without charging a client. */
  #outgrown(process: Process, reason: Loss): void {
    this.#kill(process, process.calls.length > 0 ? reason : "age");
  }

  #checkTimes(): void {
    const now = performance.now();
    // After a pause of this process itself, reports wait to be read.
    const late = now - this.#checked > 1_000;
    this.#checked = now;
    if (late) return;
    for (const process of this.#processes.values()) {
      const { calls: [running], reported } = process;
      if (!running) continue;
      if (now - running.since > running.deadline.clock) this.#kill(process, "time");
      if (now - Math.max(running.since, reported) > this.#limits.silence) {
        this.#kill(process, "silence");
      }
    }
  }

  #ended(process: Process): void {
    clearTimeout(process.timer);
    this.#processes.delete(process.id);
    const wasReady = process.state !== "starting";
    const isBroken = !wasReady && process.killed === null;
    process.killed ??= wasReady ? "crashed" : "start";
    this.ends[process.killed] += 1;
    // One that ends with the server is not replaced.
    if (!this.#closed) this.#parts.onEnd?.(process.killed);
    process.connection?.[Symbol.dispose]();
    if (!wasReady) this.#failures += 1;
    this.#tellPlaces();
    process.end();
    if (this.#closed) return;
    // The last one works on, however old it is.
    this.#serveWaiting();
    // One that is slow to start is tried again, for as long as it takes.
    if (isBroken) this.#broken += 1;
    if (this.#broken === MOST_FAILURES && this.#next === MOST_FAILURES + 1) {
      this.#first.reject(new NoProcesses("No compute process started"));
    }
    this.#startNext();
  }

  /** Starts the next process, if one is missing and none is starting. Pauses grow with failures. */
  #startNext(): void {
    clearTimeout(this.#pause);
    if (this.#closed || this.#inState("starting") > 0) return;
    if (this.#processes.size >= this.#parts.count) return;
    if (this.#failures === 0) return this.#start();
    const { pause, longestPause } = this.#limits;
    const wait = Math.min(pause * 2 ** (this.#failures - 1), longestPause);
    this.#pause = setTimeout(() => this.#start(), wait);
  }

  #start(): void {
    const { promise, resolve } = Promise.withResolvers<void>();
    const process: Process = {
      id: this.#next++,
      token: crypto.getRandomValues(new Uint8Array(16)).toHex(),
      state: "starting",
      ...{ connection: null, calls: [], output: [], isWriting: false, killed: null },
      ...{ memory: 0, cpu: 0, number: 0, begun: 0, reported: 0, lists: undefined },
      ended: promise,
      end: resolve,
      timer: undefined,
    };
    process.timer = setTimeout(() => this.#kill(process, "start"), this.#limits.start);
    this.#processes.set(process.id, process);
    const { port } = this.#listener.addr;
    const { id, token } = process;
    this.#parts.link.order({ type: "start", id, port, token });
  }

  async #accept(): Promise<void> {
    while (!this.#closed) {
      try {
        const connection = await this.#listener.accept();
        // Not close(), which throws if the end of the process has closed it.
        this.#welcome(connection).catch(() => connection[Symbol.dispose]());
      } catch {
        if (this.#closed) return;
        // Without a free file, the process waits until there is one.
        await new Promise((resolve) => setTimeout(resolve, this.#limits.pause));
      }
    }
  }

  /** Gives a process its code, and an example, so that the first client does not wait. */
  async #welcome(connection: Deno.TcpConn): Promise<void> {
    connection.setNoDelay();
    const timer = setTimeout(() => connection[Symbol.dispose](), HELLO_TIME);
    const hello = await new Frames(connection, MOST_HELLO).read().finally(() =>
      clearTimeout(timer)
    );
    const { id, token } = decode(hello!) as { id: number; token: string };
    const process = this.#processes.get(id);
    if (!process || process.connection || !isEqual(process.token, token)) {
      throw new Error("A stranger connected");
    }
    process.connection = connection;
    const frames = new Frames(connection, MOST_ANSWER);
    await writeAll(connection, this.#code);
    await writeAll(connection, encode(exampleCall()));
    const first = decode((await frames.read())!) as Reply & { cpu: number };
    if (process.killed !== null) return;
    clearTimeout(process.timer);
    this.#failures = 0;
    process.state = "ready";
    process.number = 1;
    process.cpu = first.cpu;
    this.#readReplies(process, frames);
    this.#replaceOld();
    this.#tellPlaces();
    this.#serveWaiting();
    this.#first.resolve();
    this.#startNext();
  }
}

/** The server does without processes if so many end by themselves, the first ones, before any is ready. */
const MOST_FAILURES = 3;
/** Milliseconds for the first message of a process. */
const HELLO_TIME = 10_000;

/** Octets as a frame. Code has no byte arrays, and is decoded by the process. */
function frameOf(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const frame = new Uint8Array(4 + bytes.length);
  new DataView(frame.buffer).setUint32(0, bytes.length);
  frame.set(bytes, 4);
  return frame;
}

function isEqual(expected: string, given: unknown): boolean {
  const [one, other] = [expected, String(given)].map((text) => new TextEncoder().encode(text));
  return one.length === other.length && timingSafeEqual(one, other);
}
