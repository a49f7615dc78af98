/**
 * Starts the worker and loads the operation's code before they are needed: when the page has been drawn and reacts,
 * because earlier requests would delay it. If the browser asks to save data, nothing is loaded in advance.
 */
import { useEffect } from "react";
import type { Contract } from "../../../core/kernel/contract.ts";
import { occupyUntil } from "../lib/rest.ts";
import type { Where } from "./run.ts";
import { startWorker } from "./spawn-worker.ts";

/** Returns an input to run in advance, because the first run of any code is the slowest. */
type Example = () => unknown;

/** Prepares the operation once, if it would run on this device. */
export function usePrepared(
  contract: Contract,
  where: Where,
  prepares: boolean,
  example?: Example,
): void {
  useEffect(() => {
    if (!prepares || where !== "device" || savesData()) return;
    // In a task of its own: a page that hydrates renders again first if this browser or the remembered place differs
    // from what the document assumes.
    const task = setTimeout(() => {
      // The worker loads its files while the page loads its own.
      startWorker(contract.name);
      occupyUntil(prepare(contract, example));
    });
    return () => clearTimeout(task);
  }, [contract, where, prepares, example]);
}

async function prepare(contract: Contract, example?: Example): Promise<void> {
  try {
    const [{ prepareWorker }, input] = await Promise.all([
      import("./worker-client.ts"),
      example?.(),
    ]);
    await prepareWorker(contract, input);
  } catch {
    // The chunk did not load. The run that needs it will report that.
  }
}

function savesData(): boolean {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } };
  return connection?.saveData === true;
}
