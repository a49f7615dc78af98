/**
 * The worker is started, and the operation's code loaded, before they are needed: when the page has
 * been drawn and rests, or when its first field gets the focus. Nothing is asked for before that, so
 * a page is there as soon as without it. Where data is to be saved, nothing is loaded in advance.
 */
import { useEffect } from "react";
import type { Contract } from "../../../core/kernel/contract.ts";
import type { Where } from "./run.ts";

/** Milliseconds after the load event, where `requestIdleCallback` is missing (WebKit). */
const WAIT = 200;

/** An input to run in advance: the first run of any code is the slowest. */
type Example = () => unknown;

/** Prepares for the operation once, as long as it would run on this device. */
export function usePrepared(
  contract: Contract,
  where: Where,
  isAlive: boolean,
  example?: Example,
): void {
  useEffect(() => {
    if (!isAlive || where !== "device" || savesData()) return;
    return whenCalm(async () => {
      try {
        const [{ prepareWorker }, input] = await Promise.all([
          import("./worker-client.ts"),
          example?.(),
          import("./shown-failure.ts"),
        ]);
        prepareWorker(contract, input);
      } catch {
        // Its chunk did not load: the run that needs it says so.
      }
    });
  }, [contract, where, isAlive, example]);
}

function savesData(): boolean {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } };
  return connection?.saveData === true;
}

/**
 * Calls `start` once, when the page rests or a field gets the focus. Returns a function that
 * cancels it.
 */
function whenCalm(start: () => void): () => void {
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
