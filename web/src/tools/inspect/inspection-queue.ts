/**
 * One inspection: a worker that keeps the objects, and one queue of tasks for it. Reading files, trying a password and
 * relating the objects never overlap, whatever the user does meanwhile. An inspection that has ended shows nothing more.
 */
import type { DroppedFile } from "../../ui/form/dropped-files.ts";
import type {
  InspectedChain,
  InspectedSet,
  InspectedVerdict,
  Leftover,
  Link,
  ObjectRow,
  SkippedPart,
} from "../../../../core/inspect/contract.ts";
import type {
  EarlyMessage,
  HelperMethods,
  HelpMessage,
  InspectedFile,
  InspectMethods,
  RelateMessage,
} from "../../../../core/inspect/session-contract.ts";
import * as TEXT from "../../../../core/texts.ts";
import type { SessionCallOptions, SessionClient } from "../../../../workers/session-client.ts";
import { addRows, SessionResults } from "./session-results.ts";

/** The objects found. */
export interface Picture {
  /** Files are still being read: these are the objects so far, not related yet. */
  growing: boolean;
  rows: ReadonlyMap<number, ObjectRow>;
  links: readonly Link[];
  chains: readonly InspectedChain[];
  sets: readonly InspectedSet[];
  leftovers: readonly Leftover[];
  skipped: readonly SkippedPart[];
  notes: readonly string[];
  verdict: InspectedVerdict;
  evaluatedAt: string;
  /** Pairs of certificates and CSRs with a name in common. */
  comparable: InspectMethods["relate"]["output"]["comparable"];
}

export interface InspectionState {
  status: "empty" | "reading" | "relating" | "ready" | "failed";
  /** Files that were read, of all that were given; while objects are related, steps. */
  done: number;
  total: number;
  objects: number;
  picture: Picture | null;
  /** Passwords that are still to be tried. */
  passwords: number;
  /** The result of the last password; null if none was tried. */
  unlocked: InspectMethods["unlock"]["output"] | null;
  message: string;
}

export const EMPTY: InspectionState = {
  status: "empty",
  done: 0,
  total: 0,
  objects: 0,
  picture: null,
  passwords: 0,
  unlocked: null,
  message: "",
};

type Task =
  | { kind: "read"; files: readonly DroppedFile[] }
  | { kind: "unlock"; password: string; id: number | null }
  | { kind: "relate" };

interface Surroundings {
  /** Receives each change of the state. */
  show: (state: InspectionState) => void;
  /** Starts a worker for the session of this name. Rejects if its code does not load. */
  open: (name: "inspect" | "inspect-helper") => Promise<SessionClient>;
  /** Whether a second worker has a processor of its own. */
  hasHelper: boolean;
}

/** Milliseconds between two renders of the progress, and of the growing list. */
const TICK = 100;
const GROWTH = 400;
const RELATE_LIMIT = 300_000;

/** A call that the worker did not answer. The message is for the user. */
class Failed extends Error {}

export class InspectionQueue {
  #state = EMPTY;
  readonly #waiting: Task[] = [];
  /** The tasks in work; null while the queue rests. */
  #running: Promise<void> | null = null;
  /** Whether there are objects that were not related to the others. */
  #isUnrelated = false;
  #hasEnded = false;
  readonly #workers = new Set<SessionClient>();
  #session: Promise<SessionClient> | null = null;
  /** Collects RSA moduli while files are read and compares them at the end. */
  #helper: Promise<SessionClient> | null = null;
  /** All files that were given. */
  readonly #given: DroppedFile[] = [];
  /** Files that were read and given since the objects were last related. */
  #filesRead = 0;
  #filesGiven = 0;
  /** The rows that the session has sent. It sends each row once and later only its changes. */
  readonly #rows = new Map<number, ObjectRow>();
  /** One entry for each selection of more files than are read. */
  readonly #cut: SkippedPart[] = [];
  /** Files that the page could not read. */
  readonly #refused: SkippedPart[] = [];

  constructor(private readonly surroundings: Surroundings) {}

  get given(): readonly DroppedFile[] {
    return this.#given;
  }
  get cut(): readonly SkippedPart[] {
    return this.#cut;
  }

  /** Reads files after those before them. Resolves when the queue rests, as `unlock` does. */
  read(files: readonly DroppedFile[], cut: readonly SkippedPart[] = []): Promise<void> {
    for (const file of files) this.#given.push(file);
    this.#cut.push(...cut);
    this.#filesGiven += files.length;
    // Now, because the result of a password that waits comes later.
    this.#show({ unlocked: null });
    if (this.#state.status === "reading") this.#show({ total: this.#filesGiven });
    return this.#add({ kind: "read", files });
  }

  /** Tries a password on everything that is locked, or on one object, in all files that were given so far. */
  unlock(password: string, id: number | null): Promise<void> {
    this.#show({ passwords: this.#state.passwords + 1 });
    return this.#add({ kind: "unlock", password, id });
  }

  /** Requests data about objects, without a turn in the queue. Null if the call failed or the inspection has ended. */
  async ask<Name extends keyof InspectMethods>(
    name: Name,
    input: InspectMethods[Name]["input"],
  ): Promise<InspectMethods[Name]["output"] | null> {
    try {
      return await this.#call(name, input);
    } catch (thrown) {
      if (!(thrown instanceof Failed)) throw thrown;
      return null;
    }
  }

  /** Drops all tasks, and ends the workers with all objects and keys in them. */
  end(): void {
    this.#hasEnded = true;
    this.#waiting.length = 0;
    for (const worker of this.#workers) worker.close();
    this.#workers.clear();
  }

  /**
   * Ends the inspection. If the queue rests, the worker first overwrites its private keys and returns the public objects
   * of the files with these paths.
   */
  async endKeeping(paths: readonly string[]): Promise<InspectedFile[]> {
    const canAnswer = this.#running === null && this.#session !== null;
    const asked = canAnswer && paths.length > 0 ? this.ask("forget", { paths }) : null;
    this.#hasEnded = true;
    // A pasted text may be a key.
    this.#given.length = 0;
    const left = new AbortController();
    // A page that the browser keeps for Back must not keep keys either.
    addEventListener("pagehide", () => this.end(), { signal: left.signal });
    if (asked === null) this.end();
    const kept = await asked;
    this.end();
    left.abort();
    return kept ?? [];
  }

  #add(task: Task): Promise<void> {
    if (this.#hasEnded) return Promise.resolve();
    this.#waiting.push(task);
    return this.#running ??= this.#run();
  }

  /** Runs all tasks, also those that are added meanwhile. The objects are related when no other task waits. */
  async #run(): Promise<void> {
    try {
      while (this.#waiting.length > 0) {
        await this.#perform(this.#waiting.shift()!);
        if (this.#waiting.length === 0 && this.#isUnrelated) this.#waiting.push({ kind: "relate" });
      }
    } catch (thrown) {
      if (this.#hasEnded) return;
      this.end();
      const message = thrown instanceof Failed ? thrown.message : "";
      this.surroundings.show({
        ...EMPTY,
        status: "failed",
        message: message || TEXT.inspectFailed,
      });
      if (!(thrown instanceof Failed)) throw thrown;
    } finally {
      this.#running = null;
    }
  }

  #perform(task: Task): Promise<void> {
    switch (task.kind) {
      case "read":
        return this.#read(task.files);
      case "unlock":
        return this.#unlock(task.password, task.id);
      case "relate":
        return this.#relate();
    }
  }

  async #read(files: readonly DroppedFile[]): Promise<void> {
    this.#isUnrelated = true;
    const before = this.#filesRead;
    this.#show({ status: "reading", done: before, total: this.#filesGiven });
    // The first batch is drawn at once, also in a page that was opened less than GROWTH ago.
    let drawn = -Infinity;
    let grown = -Infinity;
    const draw = () => {
      const now = performance.now();
      if (now - drawn < TICK) return;
      drawn = now;
      this.#show({ done: this.#filesRead, objects: this.#rows.size });
      const { picture } = this.#state;
      if (now - grown < GROWTH || picture?.growing === false) return;
      grown = now;
      this.#show({ picture: growingPicture(new Map(this.#rows)) });
    };
    const onMessage = (message: InspectMethods["add"]["message"]) => {
      if (typeof message !== "string") return void this.#begin(message);
      addRows(message, this.#rows);
      // An archive takes long, and shows its objects meanwhile.
      draw();
    };
    // Loaded with the first files.
    const { batchesOf } = await import("./read-files.ts");
    for await (const batch of batchesOf(files)) {
      this.#refused.push(...batch.refused);
      await this.#call("add", { files: batch.files }, {
        transfer: batch.files.map((file) => file.bytes.buffer),
        onMessage,
      });
      this.#filesRead = before + batch.end;
      draw();
    }
  }

  async #unlock(password: string, id: number | null): Promise<void> {
    const unlocked = await this.#call("unlock", { password, id });
    this.#isUnrelated ||= unlocked.opened > 0;
    this.#show({ unlocked, passwords: this.#state.passwords - 1 });
  }

  async #relate(): Promise<void> {
    this.#isUnrelated = false;
    this.#filesRead = this.#filesGiven = 0;
    this.#show({ status: "relating", done: 0, total: 1 });
    const results = new SessionResults(this.#rows);
    let drawn = 0;
    const onMessage = (message: RelateMessage | HelpMessage) => {
      switch (message.type) {
        case "help":
          return this.#help(message);
        case "result":
          results.add(message.json);
          break;
        case "progress": {
          const now = performance.now();
          if (now - drawn < TICK) return;
          drawn = now;
          this.#show({ done: message.done, total: message.total });
        }
      }
    };
    const answer = await this.#call("relate", { unread: [...this.#cut, ...this.#refused] }, {
      onMessage,
      timeLimit: RELATE_LIMIT,
    });
    const { rows, links, chains, sets, leftovers } = results;
    const picture = {
      growing: false,
      ...{ rows, links, chains, sets, leftovers },
      ...answer,
    };
    this.#show({ status: "ready", picture, objects: rows.size });
  }

  #show(change: Partial<InspectionState>): void {
    if (this.#hasEnded) return;
    this.#state = { ...this.#state, ...change };
    this.surroundings.show(this.#state);
  }

  async #call<Name extends keyof InspectMethods>(
    name: Name,
    input: InspectMethods[Name]["input"],
    options: Omit<SessionCallOptions, "onMessage"> & {
      onMessage?: (message: InspectMethods[Name]["message"]) => unknown;
    } = {},
  ): Promise<InspectMethods[Name]["output"]> {
    const session = await (this.#session ??= this.#open("inspect"));
    const outcome = await session.call(name, input, options as SessionCallOptions);
    if (!outcome.ok) throw new Failed(outcome.error.message);
    return outcome.value as InspectMethods[Name]["output"];
  }

  async #open(name: "inspect" | "inspect-helper"): Promise<SessionClient> {
    const worker = await this.surroundings.open(name).catch(() => {
      throw new Failed(TEXT.workerCrashed);
    });
    // The worker of an inspection that ended while its code loaded must not receive its files.
    if (this.#hasEnded) throw new Failed(TEXT.cancelled);
    this.#workers.add(worker);
    return worker;
  }

  /** The second worker; null without one. Then the session does the work. */
  async #openHelper(): Promise<SessionClient | null> {
    if (!this.surroundings.hasHelper) return null;
    this.#helper ??= this.#open("inspect-helper");
    return await this.#helper.catch(() => null);
  }

  /** Gives the second worker the moduli that it can begin with. */
  async #begin({ moduli }: EarlyMessage): Promise<void> {
    const helper = await this.#openHelper();
    helper?.call("multiply", { moduli }, { timeLimit: RELATE_LIMIT });
  }

  /** Lets the second worker compare the moduli, and ends it. */
  async #help({ moduli }: HelpMessage): Promise<HelperMethods["sharedPrimes"]["output"] | null> {
    const helper = await this.#openHelper();
    this.#helper = null;
    if (helper === null) return null;
    const outcome = await helper.call("sharedPrimes", { moduli }, { timeLimit: RELATE_LIMIT });
    helper.close();
    this.#workers.delete(helper);
    return outcome.ok ? outcome.value as HelperMethods["sharedPrimes"]["output"] : null;
  }
}

/** The objects so far, without verdicts, which depend on all files. */
function growingPicture(rows: Picture["rows"]): Picture {
  return {
    growing: true,
    rows,
    links: [],
    chains: [],
    sets: [],
    leftovers: [],
    skipped: [],
    notes: [],
    verdict: {
      ...{ outcome: "unknown", level: "note", title: "", cause: "", next: null },
      ...{ statements: [], more: [] },
    },
    evaluatedAt: new Date().toISOString(),
    comparable: [],
  };
}
