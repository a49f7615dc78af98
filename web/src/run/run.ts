/**
 * Decides where an operation runs. The decision is made before the run and is final: after a failure, a
 * time limit or a cancel on the device, the operation never runs on the server.
 *
 * All input that leaves for the server passes through this module. It reports empty fields, reduces
 * each text to the parts that the operation reads, and asks the user before it sends a secret.
 */
import type { Contract, OutputOf, RequestOf } from "../../../core/kernel/contract.ts";
import { failure, type Issue, type Outcome } from "../../../core/kernel/errors.ts";
import * as TEXT from "../../../core/texts.ts";
import type { OnPart } from "./api-client.ts";
import { firstMissing, type Missing } from "../lib/browser.ts";
import type { Outgoing } from "./outgoing.ts";

export type Where = "device" | "server";

/** The reason why the user cannot choose: the operation needs a socket, or a missing capability. */
export type Forced = "network" | Missing;

export interface Route {
  readonly where: Where;
  /** Null if the user's choice decides. */
  readonly forced: Forced | null;
}

export type RunResult<T> = Outcome<T> & {
  readonly where: Where;
  /** Includes the wait for the worker or the network. */
  readonly milliseconds: number;
};

interface RunOptions {
  signal?: AbortSignal;
  /** The user's choice for this tool. Default: the device. */
  prefer?: Where;
  /**
   * Called before a secret is sent to the server, with the names of the fields that contain one.
   * Without this function, secrets are never sent.
   */
  confirm?: (secrets: readonly string[]) => Promise<boolean>;
  /** Called with the fields of an answer that the server sends before the rest. */
  onPart?: OnPart;
}

type Engine = (
  contract: Contract,
  input: unknown,
  signal?: AbortSignal,
  onPart?: OnPart,
) => Promise<Outcome<unknown>>;

interface Engines {
  readonly device: Engine;
  readonly server: Engine;
  readonly firstMissing: typeof firstMissing;
}

type Run = <C extends Contract>(
  contract: C,
  input: RequestOf<C>,
  options?: RunOptions,
) => Promise<RunResult<OutputOf<C>>>;

/** Returns where an operation would run now. */
export function routeOf(
  contract: Contract,
  prefer: Where = "device",
  missing: typeof firstMissing = firstMissing,
): Route {
  if (contract.runs === "network") return { where: "server", forced: "network" };
  // The API does not offer the operation, so it runs on the device even if a capability is missing.
  if (contract.runs === "device") return { where: "device", forced: null };
  const lacking = missing(contract.needs);
  if (lacking) return { where: "server", forced: lacking };
  return { where: prefer, forced: null };
}

/** Creates `run` on the given engines, for tests; `run` below uses the real ones. */
export function createRun(engines: Engines): Run {
  return async (contract, input, { signal, prefer, confirm, onPart } = {}) => {
    const { where } = routeOf(contract, prefer, engines.firstMissing);
    let started = performance.now();
    const ended = <T>(outcome: Outcome<T>): RunResult<T> => ({
      ...outcome,
      where,
      milliseconds: performance.now() - started,
    });
    let sent: unknown = input;
    if (where === "server") {
      const prepared = await prepare(contract, input as Record<string, unknown>);
      if (!prepared.ok) return ended(prepared);
      const { secrets } = prepared.value;
      if (signal?.aborted || secrets.length > 0 && !(await confirm?.(secrets))) {
        return ended(failure("cancelled", TEXT.cancelled));
      }
      sent = prepared.value.input;
    }
    // Do not count the time that the user took to agree.
    started = performance.now();
    const outcome = offlineCause(where, await engines[where](contract, sent, signal, onPart));
    if (!outcome.ok && outcome.error.message === "") {
      const { code, issues } = outcome.error;
      return ended(failure(code, contract.failure, issues));
    }
    // Not validated at run time: tests check that answers have the contract's shape.
    return ended(outcome as Outcome<OutputOf<typeof contract>>);
  };
}

/**
 * Replaces a crash of the worker by its likely cause when the browser is offline: the operation's code
 * is not stored on this device and cannot be loaded.
 */
function offlineCause<T>(where: Where, outcome: Outcome<T>): Outcome<T> {
  const isBroken = !outcome.ok &&
    (outcome.error.code === "crashed" || outcome.error.code === "internal");
  if (!isBroken || where === "server" || globalThis.navigator?.onLine !== false) return outcome;
  return failure("offline", TEXT.notStoredYet);
}

/**
 * Loaded on first use, to keep the first visit small. Kept afterwards, because even the import of a
 * loaded module takes a turn of the event loop, and the browser would paint before the worker starts.
 */
let runInWorker: Engine | undefined;

/** The failure for a chunk that is needed on this device and did not load. */
export const notLoaded = () => failure("crashed", TEXT.workerCrashed);

export const run: Run = createRun({
  async device(...call) {
    try {
      runInWorker ??= (await import("./worker-client.ts")).runInWorker;
      return await runInWorker(...call);
    } catch {
      return notLoaded();
    }
  },
  async server(...call) {
    try {
      const { callApi } = await import("./api-client.ts");
      return await callApi(...call);
    } catch {
      // The chunk of the API client did not load.
      return failure(navigator.onLine ? "network_error" : "offline", TEXT.networkError);
    }
  },
  firstMissing,
});

/** Returns the input to send and the fields with secrets, or the reason why it cannot be sent. */
async function prepare(
  contract: Contract,
  input: Readonly<Record<string, unknown>>,
): Promise<Outcome<Outgoing>> {
  const issues = emptyFields(contract, input);
  if (issues.length > 0) return failure("invalid_input", issues[0].message, issues);
  try {
    return (await import("./outgoing.ts")).outgoing(contract, input);
  } catch {
    // The chunk did not load, so nothing can be sent either.
    return failure("network_error", TEXT.networkError);
  }
}

function emptyFields(
  { required, optionalIf }: Contract,
  input: Readonly<Record<string, unknown>>,
): Issue[] {
  const optional = Object.entries(optionalIf).flatMap(([path, names]) =>
    input[path] === true ? names : []
  );
  return Object.entries(required)
    .filter(([path]) => !optional.includes(path) && String(input[path] ?? "").trim() === "")
    .map(([path, message]) => ({ path, message }));
}

/**
 * The optional fields of a request that hold something. Pages send no others, so that a request has the
 * specified fields and only those options that the user has chosen.
 */
export function used<T extends Record<string, unknown>>(options: T): Partial<T> {
  const chosen = Object.entries(options).filter(([, value]) => !isEmpty(value));
  return Object.fromEntries(chosen) as Partial<T>;
}

/** An empty text or list, a switch that is off, or a set of such switches. */
function isEmpty(value: unknown): boolean {
  if (Array.isArray(value)) return value.length === 0;
  if (typeof value === "object" && value !== null) return Object.values(value).every(isEmpty);
  return value === "" || value === false;
}
