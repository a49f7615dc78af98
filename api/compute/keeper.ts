/**
 * Starts and kills compute processes on behalf of the server, in the process that may start others
 * (api/launch.ts). It follows two commands, both with fixed arguments, and does not see any request.
 */

/** The standard input of a compute process. */
export interface Assignment {
  id: number;
  /** The port of the server on this machine to connect to. */
  port: number;
  /** Proves to the server that this is the process that it ordered. */
  token: string;
}

export type Order = ({ type: "start" } & Assignment) | { type: "kill"; id: number };

export interface Report {
  /** Resident memory in octets. */
  memory: number;
  /** Milliseconds of processor time since the start. */
  cpu: number;
  /** The number of calls that began. */
  calls: number;
}

export type Notice =
  | ({ type: "report"; id: number } & Report)
  | { type: "ended"; id: number; code: number }
  /** No process can be started here. */
  | { type: "impossible"; id: number };

const SCRIPT = new URL("./child.ts", import.meta.url);

/** Only names and values that every compute process has: no setting and no secret of the server. */
const ENVIRONMENT = {
  NO_COLOR: "1",
  DENO_NO_UPDATE_CHECK: "1",
  // glibc returns long CRLs to the system when they are freed, and does not keep memory for each thread.
  MALLOC_MMAP_THRESHOLD_: "1048576",
  MALLOC_ARENA_MAX: "2",
};

/** The flags of a compute process. It gives up the permission before it gets any input. */
const flags = (port: number) => [
  "--no-prompt",
  "--no-config",
  "--no-lock",
  "--no-remote",
  "--no-npm",
  "--unstable-worker-options",
  "--v8-flags=--max-old-space-size=512",
  `--allow-net=127.0.0.1:${port}`,
];

export class Keeper {
  readonly #tell: (notice: Notice) => void;
  readonly #processes = new Map<number, Deno.ChildProcess>();

  constructor(tell: (notice: Notice) => void) {
    this.#tell = tell;
  }

  /** IDs of the operating system of the processes that have not ended, the oldest first. */
  get pids(): number[] {
    return [...this.#processes.values()].map(({ pid }) => pid);
  }

  obey(order: Order): void {
    if (order.type === "start") this.#start(order);
    else this.#kill(order.id);
  }

  /** Kills all processes, and resolves when they have ended. */
  async close(): Promise<void> {
    const ends = [...this.#processes.values()].map(({ status }) => status);
    for (const id of this.#processes.keys()) this.#kill(id);
    await Promise.all(ends);
  }

  #kill(id: number): void {
    const child = this.#processes.get(id);
    if (!child) return this.#tell({ type: "ended", id, code: 0 });
    try {
      child.kill("SIGKILL");
    } catch {
      // It has ended by itself.
    }
  }

  #start({ id, port, token }: Assignment): void {
    let child: Deno.ChildProcess;
    try {
      child = new Deno.Command(Deno.execPath(), {
        args: ["run", ...flags(Number(port)), SCRIPT.href],
        clearEnv: true,
        env: ENVIRONMENT,
        stdin: "piped",
        stdout: "null",
        stderr: "piped",
      }).spawn();
    } catch {
      return this.#tell({ type: "impossible", id });
    }
    this.#processes.set(id, child);
    const assignment = JSON.stringify({ id, port, token });
    new Blob([assignment]).stream().pipeTo(child.stdin).catch(() => {});
    const reading = this.#read(id, child.stderr);
    child.status.then(async ({ code }) => {
      await reading;
      this.#processes.delete(id);
      this.#tell({ type: "ended", id, code });
    });
  }

  /**
   * Passes on the reports. Other text, such as the message of a crash, may hold input and is dropped.
   * A process whose reports cannot be read is killed, because it would have no limit.
   */
  async #read(id: number, stderr: ReadableStream<Uint8Array<ArrayBuffer>>): Promise<void> {
    try {
      await this.#passOn(id, stderr);
    } catch {
      this.#kill(id);
    }
  }

  async #passOn(id: number, stderr: ReadableStream<Uint8Array<ArrayBuffer>>): Promise<void> {
    let rest = "";
    for await (const text of stderr.pipeThrough(new TextDecoderStream())) {
      const lines = (rest + text).split("\n");
      rest = lines.pop()!.slice(0, 100);
      for (const line of lines) {
        if (!/^(\d{1,15} ){2}\d{1,15}$/.test(line)) continue;
        const [memory, cpu, calls] = line.split(" ").map(Number);
        this.#tell({ type: "report", id, memory, cpu, calls });
      }
    }
  }
}
