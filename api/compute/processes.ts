/**
 * Runs calls in compute processes, which can be killed. Each process runs one call at a time. A call that
 * needs more processor time, memory or time than its limits ends with its process, and nothing else
 * does.
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
import { decode, encode, Frames, writeAll } from "./frames.ts";
import type { Notice, Report } from "./keeper.ts";
import type { Link } from "./link.ts";
import type { Call, Reply, SentList } from "./protocol.ts";
import { type Executor, type Loss, type Ran, warmUp } from "./remote.ts";

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
  /** Calls after which a process is replaced. */
  calls: number;
}

const LIMITS: ProcessLimits = {
  start: 30_000,
  pause: 200,
  longestPause: 30_000,
  silence: 3_000,
  calls: 20_000,
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

interface Running {
  deadline: Deadline;
  /** When the call was sent, and the processor time that the process had used before. */
  since: number;
  cpu: number;
}

interface Process {
  readonly id: number;
  readonly token: string;
  state: "starting" | "idle" | "busy" | "ending";
  connection: Deno.TcpConn | null;
  frames: Frames | null;
  running: Running | null;
  /** Why it was killed; null if the server did not kill it. */
  killed: End | null;
  memory: number;
  cpu: number;
  /** The number of calls that were sent, and of those that have begun by the last report. */
  sent: number;
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
  readonly #waiting: ((process: Process) => void)[] = [];
  readonly #timer: ReturnType<typeof setInterval>;
  readonly #first = Promise.withResolvers<void>();
  readonly ends: Record<End, number> = {
    ...{ processor_time: 0, memory: 0, time: 0, shared_memory: 0 },
    ...{ silence: 0, crashed: 0, age: 0, start: 0 },
  };
  #onPlaces: (places: number) => void = () => {};
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

  get wanted(): number {
    return this.#parts.count;
  }

  /** The number of processes that work. */
  get places(): number {
    return this.#inState("idle") + this.#inState("busy") + this.#inState("ending");
  }

  /** Octets of all processes, as last reported. */
  get memory(): number {
    return [...this.#processes.values()].reduce((sum, { memory }) => sum + memory, 0);
  }

  onPlaces(listener: (places: number) => void): void {
    this.#onPlaces = listener;
  }

  /** Gives a call to another process once, unless a report shows that it began. */
  async execute(call: Call): Promise<Ran> {
    const bytes = encode(call);
    for (let attempt = 1;; attempt++) {
      const process = await this.#take();
      const ran = await this.#exchange(
        process,
        this.#bytesFor(process, call, bytes),
        deadlineOf(call),
      );
      if (ran !== "not begun") return ran;
      if (attempt === 2) return { lost: "crashed", used: 0 };
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

  /** Resolves with an idle process, which is then busy. */
  #take(): Promise<Process> {
    for (const process of this.#processes.values()) {
      if (process.state !== "idle") continue;
      process.state = "busy";
      return Promise.resolve(process);
    }
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  /** Gives an idle process to the next waiting call, if there is one. */
  #release(process: Process): void {
    if (process.state !== "busy") return;
    process.running = null;
    if (process.sent >= this.#limits.calls && this.#mayEnd()) return this.#kill(process, "age");
    const next = this.#waiting.shift();
    if (next) next(process);
    else process.state = "idle";
  }

  /** Whether another process works, so that one may be replaced because of its age. */
  #mayEnd(): boolean {
    return this.#inState("idle") + this.#inState("busy") >= Math.min(this.#parts.count, 2);
  }

  /** Sends a call and waits for its reply, or for the end of the process. */
  async #exchange(
    process: Process,
    bytes: Uint8Array,
    deadline: Deadline,
  ): Promise<Ran | "not begun"> {
    process.running = { deadline, since: performance.now(), cpu: process.cpu };
    process.sent += 1;
    try {
      await writeAll(process.connection!, bytes);
      const frame = await process.frames!.read();
      if (frame !== null) {
        const before = process.running.cpu;
        return { reply: this.#replied(process, frame), used: process.cpu - before };
      }
    } catch {
      // The connection was reset, or the process does not follow the protocol.
    }
    const used = Math.max(process.cpu - process.running.cpu, 0);
    this.#kill(process, "crashed");
    // Its place is free only when it has ended.
    await process.ended;
    const reason = process.killed as Loss;
    const begun = process.begun >= process.sent;
    return reason === "crashed" && !begun ? "not begun" : { lost: reason, used };
  }

  /** The reply of a process, which is then free. */
  #replied(process: Process, frame: Uint8Array<ArrayBuffer>): Reply {
    const reply = decode(frame) as Reply & { cpu: number };
    process.cpu = reply.cpu;
    this.#release(process);
    return reply;
  }

  /** Kills a process, unless that has happened before. */
  #kill(process: Process, reason: End): void {
    if (process.killed !== null) return;
    process.killed = reason;
    process.state = process.state === "starting" ? "starting" : "ending";
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
    const { running } = process;
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
    const idle = living.filter(({ state, memory }) => state === "idle" && memory > GROWN);
    const [largest] = (idle.length > 0 ? idle : living).sort((one, two) => two.memory - one.memory);
    this.#outgrown(largest, "shared_memory");
  }

  /** An idle process that is too large is replaced without charging a client. */
  #outgrown(process: Process, reason: Loss): void {
    this.#kill(process, process.running ? reason : "age");
  }

  #checkTimes(): void {
    const now = performance.now();
    // After a pause of this process itself, reports wait to be read.
    const late = now - this.#checked > 1_000;
    this.#checked = now;
    if (late) return;
    for (const process of this.#processes.values()) {
      const { running, reported } = process;
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
    this.#parts.onEnd?.(process.killed);
    process.connection?.[Symbol.dispose]();
    if (wasReady) this.#onPlaces(this.places);
    else this.#failures += 1;
    process.end();
    if (this.#closed) return;
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
      ...{ connection: null, frames: null, running: null, killed: null },
      ...{ memory: 0, cpu: 0, sent: 0, begun: 0, reported: 0, lists: undefined },
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
    process.frames = new Frames(connection, MOST_ANSWER);
    await writeAll(connection, this.#code);
    process.sent = 1;
    await writeAll(connection, encode(warmUp()));
    const first = await process.frames.read();
    if (process.killed !== null) return;
    clearTimeout(process.timer);
    this.#failures = 0;
    process.state = "busy";
    this.#replied(process, first!);
    this.#onPlaces(this.places);
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
