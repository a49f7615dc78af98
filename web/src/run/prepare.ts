/**
 * Starts the worker and loads the operation's code before they are needed: when the page has been
 * drawn and is idle, or when a field gets the focus. Earlier requests would delay the page. If the
 * browser asks to save data, nothing is loaded in advance.
 */
import { useEffect } from "react";
import type { Contract } from "../../../core/kernel/contract.ts";
import { occupyUntil, WAIT } from "../lib/rest.ts";
import type { Where } from "./run.ts";

/** Returns an input to run in advance, because the first run of any code is the slowest. */
type Example = () => unknown;

/** Prepares the operation once, if it would run on this device. */
export function usePrepared(
  contract: Contract,
  where: Where,
  isAlive: boolean,
  example?: Example,
): void {
  useEffect(() => {
    if (!isAlive || where !== "device" || savesData()) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    occupyUntil(promise);
    const cancel = whenIdle(async () => {
      try {
        const [{ prepareWorker }, input] = await Promise.all([
          import("./worker-client.ts"),
          example?.(),
        ]);
        await prepareWorker(contract, input);
      } catch {
        // The chunk did not load. The run that needs it will report that.
      }
      resolve();
    });
    return () => {
      cancel();
      resolve();
    };
  }, [contract, where, isAlive, example]);
}

function savesData(): boolean {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } };
  return connection?.saveData === true;
}

/** Calls `start` once, when the page is idle or a field gets the focus. Returns a cancel function. */
function whenIdle(start: () => void): () => void {
  const waiting = new AbortController();
  const { signal } = waiting;
  const begin = () => {
    if (signal.aborted) return;
    waiting.abort();
    start();
  };
  const rest = () => {
    if (typeof requestIdleCallback === "function") requestIdleCallback(begin);
    else setTimeout(begin, WAIT);
  };
  const onFocus = ({ target }: FocusEvent) => {
    if ((target as Element).matches("input, select, textarea")) begin();
  };
  addEventListener("focusin", onFocus, { signal });
  if (document.readyState === "complete") rest();
  else addEventListener("load", rest, { signal });
  return () => waiting.abort();
}
