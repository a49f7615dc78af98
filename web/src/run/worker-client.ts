/** Runs operations on this device, in a worker that starts on first use. */
import type { Contract } from "../../../core/kernel/contract.ts";
import type { Outcome } from "../../../core/kernel/errors.ts";
import { newestLists } from "./log-lists.ts";
import { createPool, type Pool } from "../../../workers/pool.ts";

export { newestLists };

let pool: Pool | undefined;

/** Starts a worker of this app. */
export const spawnWorker = (): Worker =>
  new Worker(new URL("../../../workers/worker.ts", import.meta.url), {
    type: "module",
    name: "ssl-tools",
  });

/** Starts the worker in advance, loads the code of the operation and runs the example. Never rejects. */
export async function prepareWorker({ name }: Contract, example?: unknown): Promise<void> {
  pool ??= createPool({ spawn: spawnWorker });
  await pool.prepare(name, example);
}

/** Never rejects. Returns the failure `cancelled` if the signal is aborted. */
export async function runInWorker(
  contract: Contract,
  input: unknown,
  signal?: AbortSignal,
): Promise<Outcome<unknown>> {
  pool ??= createPool({ spawn: spawnWorker });
  if (!contract.usesTables) return await pool.run(contract.name, input, { signal });
  const lists = await newestLists();
  return await pool.run(contract.name, input, { signal, lists });
}
