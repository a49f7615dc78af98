/**
 * The inspection of this tab: files go to the worker in batches, rows come back in batches, and
 * details are requested by number. It outlives its page, so that the user can return from another
 * tool. It ends with the tab, with `clear`, and when the browser suspends the tab: worker, keys and
 * rows are then gone.
 */
import { createStore } from "../../lib/store.ts";
import { type DroppedFile, MAX_FILES } from "../../ui/form/dropped-files.ts";
import type {
  InspectedChain,
  InspectedSet,
  Leftover,
  Link,
  ObjectRow,
  SkippedPart,
  Verdict,
} from "../../../../core/inspect/contract.ts";
import type {
  EarlyMessage,
  HelperMethods,
  HelpMessage,
  InspectMethods,
  RelateMessage,
} from "../../../../core/inspect/session-contract.ts";
import { failure, type Outcome } from "../../../../core/kernel/errors.ts";
import * as TEXT from "../../../../core/texts.ts";
import type { SessionCallOptions, SessionClient } from "../../../../workers/session-client.ts";
import { addRows, SessionResults } from "./session-results.ts";
import { batchesOf } from "./read-files.ts";

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
  verdict: Verdict;
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
  /** The result of the last password; null if none was tried. */
  unlocked: InspectMethods["unlock"]["output"] | null;
  message: string;
}

const EMPTY: InspectionState = {
  status: "empty",
  done: 0,
  total: 0,
  objects: 0,
  picture: null,
  unlocked: null,
  message: "",
};

/** Milliseconds between two renders of the progress, and of the growing list. */
const TICK = 100;
const GROWTH = 400;
const RELATE_LIMIT = 300_000;

export const inspectionState = createStore<InspectionState>(EMPTY);

let session: SessionClient | null = null;
/** A second worker, which collects RSA moduli while files are read and compares them at the end. */
let helper: SessionClient | null = null;
/** The second worker while it compares the moduli. */
let computing: SessionClient | null = null;
/** All files that were given, to read them again if a worker is lost. */
let given: DroppedFile[] = [];
/**
 * The rows that the session has sent. It sends each row once and later only its changes, so they are
 * kept even if no page shows them.
 */
let knownRows = new Map<number, ObjectRow>();
/** Files that the page itself skipped. */
let refused: SkippedPart[] = [];
/** One entry for each selection of more files than are read. */
let cut: SkippedPart[] = [];
/** Increases when the workers end, so that tasks that wait and results that arrive are dropped. */
let era = 0;
/** The task that runs. Reading, relating and unlocking share one session, so each waits for the one before. */
let running: Promise<void> = Promise.resolve();
/** Calls of `addFiles` that wait. The last of them relates the objects of all. */
let readsWaiting = 0;

/** Runs a task after those before it, unless the workers end first. */
function inTurn(task: (mine: number) => Promise<void>): Promise<void> {
  const mine = era;
  const turn = running.then(() => mine === era ? task(mine) : undefined);
  running = turn.catch(() => {});
  return turn;
}

async function connect(): Promise<SessionClient> {
  if (session) return session;
  const [{ createSession }, { spawnWorker }] = await Promise.all([
    import("../../../../workers/session-client.ts"),
    import("../../run/worker-client.ts"),
  ]);
  return session ??= createSession({ spawn: spawnWorker, name: "inspect" });
}

async function call<Name extends keyof InspectMethods>(
  name: Name,
  input: InspectMethods[Name]["input"],
  options: Omit<SessionCallOptions, "onMessage"> & {
    onMessage?: (message: InspectMethods[Name]["message"]) => unknown;
  } = {},
): Promise<Outcome<InspectMethods[Name]["output"]>> {
  const mine = era;
  try {
    const client = await connect();
    // Cancelled while the code loaded: the worker must not receive these files.
    if (mine !== era) return failure("cancelled", TEXT.cancelled);
    return await client.call(name, input, options as SessionCallOptions) as Outcome<
      InspectMethods[Name]["output"]
    >;
  } catch {
    // Its chunk did not load.
    return failure("crashed", TEXT.workerCrashed);
  }
}

/** A second worker for the session; null if there can be none. */
async function connectHelper(): Promise<SessionClient | null> {
  if (navigator.hardwareConcurrency === 1) return null;
  const served = session;
  try {
    const [{ createSession }, { spawnWorker }] = await Promise.all([
      import("../../../../workers/session-client.ts"),
      import("../../run/worker-client.ts"),
    ]);
    if (session !== served) return null;
    return helper ??= createSession({ spawn: spawnWorker, name: "inspect-helper" });
  } catch {
    // Its chunk did not load.
    return null;
  }
}

/** Gives the second worker the moduli that it can begin with. */
async function begin({ moduli }: EarlyMessage): Promise<void> {
  const mine = await connectHelper();
  mine?.call("multiply", { moduli }, { timeLimit: RELATE_LIMIT });
}

/** Calls the second worker for the session. Null without one; then the session does the work. */
async function help(
  { moduli }: HelpMessage,
): Promise<HelperMethods["sharedPrimes"]["output"] | null> {
  const mine = await connectHelper();
  if (mine === null) return null;
  computing?.close();
  computing = mine;
  helper = null;
  const outcome = await mine.call("sharedPrimes", { moduli }, { timeLimit: RELATE_LIMIT });
  mine.close();
  return outcome.ok ? outcome.value as HelperMethods["sharedPrimes"]["output"] : null;
}

function endWorkers(): void {
  era++;
  // A call of workers that have ended may never settle.
  running = Promise.resolve();
  readsWaiting = 0;
  session?.close();
  session = null;
  knownRows = new Map();
  helper?.close();
  helper = null;
  computing?.close();
  computing = null;
}

/** Objects that are secret, or that cannot be opened and may have a secret in them. */
const SECRETS: ReadonlySet<ObjectRow["kind"]> = new Set([
  ...["private-key", "encrypted-private-key", "pkcs12", "jks", "openpgp"] as const,
]);

/** The given files that contain only public objects, and whether there are others. */
export function publicFiles(): { files: readonly DroppedFile[]; others: boolean } {
  const rows = [...inspectionState.get().picture?.rows.values() ?? []];
  const placesOf = (isSecret: boolean) =>
    rows.filter(({ kind }) => SECRETS.has(kind) === isSecret)
      .flatMap(({ places }) => places.map(({ file }) => file));
  const [secret, open] = [placesOf(true), placesOf(false)];
  // A file in an archive has the archive's name before its own.
  const has = (names: readonly string[], path: string) =>
    names.some((name) => name === path || name.startsWith(`${path}/`));
  // The unread part of a file may be a key.
  const unread = inspectionState.get().picture?.skipped.map(({ file }) => file) ?? [];
  const closed = [...secret, ...unread];
  const files = given.filter(({ path }) => has(open, path) && !has(closed, path));
  return { files, others: files.length < given.length };
}

/** Ends the workers, and forgets all files, objects and keys. May be called at any time. */
export function clear(): void {
  endWorkers();
  given = [];
  refused = [];
  cut = [];
  inspectionState.set(EMPTY);
}

/** Reads all files again after a failure. */
export function again(): Promise<void> {
  const [files, before] = [given, cut];
  clear();
  cut = before;
  return readFiles(files);
}

const update = (part: Partial<InspectionState>) =>
  inspectionState.set({ ...inspectionState.get(), ...part });

function fail(message: string): void {
  endWorkers();
  refused = [];
  inspectionState.set({
    ...EMPTY,
    status: "failed",
    message: message || TEXT.inspectFailed,
  });
}

export function addText(text: string): Promise<void> {
  return addFiles([{ path: "Pasted text", file: new File([text], "Pasted text") }]);
}

/** Reads files, at most `MAX_FILES` of them, and then relates all objects. */
export function addFiles(chosen: readonly DroppedFile[]): Promise<void> {
  if (inspectionState.get().status === "failed") {
    given = [];
    cut = [];
  }
  if (chosen.length > MAX_FILES) {
    const { path } = chosen[MAX_FILES];
    cut = [...cut, { file: path, position: 0, message: TEXT.tooManyFiles(MAX_FILES), id: null }];
  }
  return readFiles(chosen.slice(0, MAX_FILES));
}

function readFiles(files: readonly DroppedFile[]): Promise<void> {
  given = [...given, ...files];
  readsWaiting++;
  // Now, because the result of a password that waits comes later.
  update({ unlocked: null });
  return inTurn((mine) => {
    readsWaiting--;
    return read(files, mine);
  });
}

async function read(files: readonly DroppedFile[], mine: number): Promise<void> {
  update({ status: "reading", done: 0, total: files.length, message: "" });
  // The first batch is drawn at once, also in a page that was opened less than GROWTH ago.
  let drawn = -Infinity;
  let grown = -Infinity;
  for await (const batch of batchesOf(files)) {
    if (mine !== era) return;
    refused.push(...batch.refused);
    const outcome = await call("add", { files: batch.files }, {
      transfer: batch.files.map((file) => file.bytes.buffer),
      onMessage: (message) =>
        typeof message === "string" ? addRows(message, knownRows) : void begin(message),
    });
    if (mine !== era) return;
    if (!outcome.ok) return fail(outcome.error.message);
    const now = performance.now();
    if (now - drawn < TICK) continue;
    drawn = now;
    update({ done: batch.end, objects: outcome.value.objects });
    if (now - grown < GROWTH) continue;
    grown = now;
    const { picture } = inspectionState.get();
    if (!picture || picture.growing) update({ picture: growingPicture(new Map(knownRows)) });
  }
  if (readsWaiting === 0) await relate(mine);
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
    verdict: { outcome: "unknown", statements: [] },
    evaluatedAt: new Date().toISOString(),
    comparable: [],
  };
}

async function relate(mine: number): Promise<void> {
  update({ status: "relating", done: 0, total: 1 });
  const results = new SessionResults(knownRows);
  let drawn = 0;
  const onMessage = (message: RelateMessage | HelpMessage) => {
    if (mine !== era) return;
    switch (message.type) {
      case "help":
        return help(message);
      case "result":
        results.add(message.json);
        break;
      case "progress": {
        const now = performance.now();
        if (now - drawn < TICK) return;
        drawn = now;
        update({ done: message.done, total: message.total });
      }
    }
  };
  const outcome = await call("relate", { unread: [...cut, ...refused] }, {
    onMessage,
    timeLimit: RELATE_LIMIT,
  });
  if (mine !== era) return;
  if (!outcome.ok) return fail(outcome.error.message);
  const { rows, links, chains, sets, leftovers } = results;
  const picture: Picture = {
    growing: false,
    ...{ rows, links, chains, sets, leftovers },
    ...outcome.value,
  };
  update({ status: "ready", picture, objects: rows.size });
}

/**
 * Tries a password on everything that is locked, or on one object, and relates all objects again. Files that are being
 * read are read first, so that the password is tried on all of them.
 */
export function unlock(password: string, id: number | null): Promise<void> {
  return inTurn(async (mine) => {
    const outcome = await call("unlock", { password, id });
    if (mine !== era) return;
    if (!outcome.ok) return fail(outcome.error.message);
    update({ unlocked: outcome.value });
    if (outcome.value.opened > 0 && readsWaiting === 0) await relate(mine);
  });
}

/** Requests data about objects from the session. Null if the call failed or the session has ended. */
export async function ask<
  Name extends "details" | "structure" | "set" | "keyPem" | "archive" | "crlEntries",
>(
  name: Name,
  input: InspectMethods[Name]["input"],
): Promise<InspectMethods[Name]["output"] | null> {
  const mine = era;
  const outcome = await call(name, input);
  return outcome.ok && mine === era ? outcome.value : null;
}

// A page that the browser keeps for Back must not keep keys either.
if (typeof addEventListener === "function") addEventListener("pagehide", clear);
