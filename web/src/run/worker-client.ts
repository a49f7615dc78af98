/** Runs operations on this device, in a worker that starts on first use. */
import type { Contract } from "../../../core/kernel/contract.ts";
import type { Outcome } from "../../../core/kernel/errors.ts";
import { occupyUntil } from "../lib/rest.ts";
import { newestLists } from "./log-lists.ts";
import { spawnWorker } from "./spawn-worker.ts";
import { createPool, type Pool } from "../../../workers/pool.ts";

export { newestLists, spawnWorker };

let pool: Pool | undefined;

/** Starts the worker in advance, loads the code of the operation and runs the example. Never rejects. */
export async function prepareWorker(contract: Contract, example?: unknown): Promise<void> {
  pool ??= createPool({ spawn: spawnWorker });
  if (contract.usesTables) void newestLists();
  await pool.prepare(contract.name, example);
}

/** Never rejects. Returns the failure `cancelled` if the signal is aborted. */
export function runInWorker(
  contract: Contract,
  input: unknown,
  signal?: AbortSignal,
): Promise<Outcome<unknown>> {
  const outcome = answer(contract, input, signal);
  occupyUntil(outcome);
  return outcome;
}

async function answer(contract: Contract, input: unknown, signal?: AbortSignal) {
  pool ??= createPool({ spawn: spawnWorker });
  if (!contract.usesTables) return await pool.run(contract.name, input, { signal });
  const lists = await newestLists();
  return await pool.run(contract.name, input, { signal, lists });
}
