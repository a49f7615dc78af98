/**
 * THE one decision: where an operation runs. It is made before the operation runs and is final: a
 * failure, a time limit or a cancel on the device is never followed by a run on the server.
 *
 * It is also the one way out. Before anything is sent, blank fields are reported, each text is
 * reduced to what the operation reads of it, and the user is asked about what still holds a secret.
 */
import type { Contract, OutputOf, RequestOf } from "../../../core/kernel/contract.ts";
import { failure, type Issue, type Outcome } from "../../../core/kernel/errors.ts";
import * as TEXT from "../../../core/texts.ts";
import type { OnPart } from "./api-client.ts";
import { firstMissing, type Missing } from "../lib/browser.ts";
import type { Outgoing } from "./outgoing.ts";

export type Where = "device" | "server";

/** Why there is no choice: the operation needs a socket, or the browser lacks something. */
export type Forced = "network" | Missing;

export interface Route {
  readonly where: Where;
  /** Null if the user's choice decided. */
  readonly forced: Forced | null;
}

export type RunResult<T> = Outcome<T> & {
  readonly where: Where;
  /** Includes the wait for the worker or the network. */
  readonly milliseconds: number;
};

interface RunOptions {
  signal?: AbortSignal;
  /** The user's choice for this tool; the device by default. */
  prefer?: Where;
  /**
   * Asked before a secret is sent to the server, with the names of the fields that hold one.
   * Without it nothing secret is ever sent.
   */
  confirm?: (secrets: readonly string[]) => Promise<boolean>;
  /** Called with fields of the answer that the server knows before the rest. */
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

/** Where an operation would run now. */
export function routeOf(
  contract: Contract,
  prefer: Where = "device",
  missing: typeof firstMissing = firstMissing,
): Route {
  if (contract.runs === "network") return { where: "server", forced: "network" };
  // The API does not offer it, so it runs on the device, whatever the device lacks.
  if (contract.runs === "device") return { where: "device", forced: null };
  const lacking = missing(contract.needs);
  if (lacking) return { where: "server", forced: lacking };
  return { where: prefer, forced: null };
}

/** `run` on given engines; the app's own is below. */
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
    // The time that the user took to agree is not counted.
    started = performance.now();
    const outcome = whatIsMissing(where, await engines[where](contract, sent, signal, onPart));
    if (!outcome.ok && outcome.error.message === "") {
      const { code, issues } = outcome.error;
      return ended(failure(code, contract.failure, issues));
    }
    // The engine validated nothing; tests prove that its answers have the contract's shape.
    return ended(outcome as Outcome<OutputOf<typeof contract>>);
  };
}

/**
 * Offline, code that is not stored on the device cannot be loaded. The worker, or the operation in
 * it, fails then, and this names the cause.
 */
function whatIsMissing<T>(where: Where, outcome: Outcome<T>): Outcome<T> {
  const isBroken = !outcome.ok &&
    (outcome.error.code === "crashed" || outcome.error.code === "internal");
  if (!isBroken || where === "server" || globalThis.navigator?.onLine !== false) return outcome;
  return failure("offline", TEXT.notStoredYet);
}

/**
 * Loaded when it is first needed, so that the first visit is lighter. Then it is kept: even
 * importing a loaded module takes a turn, in which the browser would paint before the worker is
 * asked.
 */
let runInWorker: Engine | undefined;

/** A chunk that is needed on this device did not load. */
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
      // Its chunk did not load.
      return failure(navigator.onLine ? "network_error" : "offline", TEXT.networkError);
    }
  },
  firstMissing,
});

/** What may be sent of the input, or why it may not. */
async function prepare(
  contract: Contract,
  input: Readonly<Record<string, unknown>>,
): Promise<Outcome<Outgoing>> {
  const issues = blankFields(contract, input);
  if (issues.length > 0) return failure("invalid_input", issues[0].message, issues);
  try {
    return (await import("./outgoing.ts")).outgoing(contract, input);
  } catch {
    // Its chunk did not load, so nothing can be sent either.
    return failure("network_error", TEXT.networkError);
  }
}

function blankFields(
  { required }: Contract,
  input: Readonly<Record<string, unknown>>,
): Issue[] {
  return Object.entries(required)
    .filter(([path]) => String(input[path] ?? "").trim() === "")
    .map(([path, message]) => ({ path, message }));
}
