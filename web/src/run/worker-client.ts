/**
 * Runs operations on this device, in a worker that the pool owns. The worker starts when it is
 * needed.
 */
import type { Contract } from "../../../core/kernel/contract.ts";
import type { Outcome } from "../../../core/kernel/errors.ts";
import { createPool, type Pool } from "../../../workers/pool.ts";

let pool: Pool | undefined;

/** One worker of the app's own. */
export const spawnWorker = (): Worker =>
  new Worker(new URL("../../../workers/worker.ts", import.meta.url), {
    type: "module",
    name: "ssl-tools",
  });

/** Starts the worker before it is needed, with the code of the operation, and runs the example. */
export function prepareWorker({ name }: Contract, example?: unknown): void {
  pool ??= createPool({ spawn: spawnWorker });
  pool.prepare(name, example);
}

/** Never rejects. An aborted signal ends in `cancelled`. */
export function runInWorker(
  contract: Contract,
  input: unknown,
  signal?: AbortSignal,
): Promise<Outcome<unknown>> {
  pool ??= createPool({ spawn: spawnWorker });
  return pool.run(contract.name, input, { signal });
}
