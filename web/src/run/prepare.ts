/**
 * The worker is started, and the operation's code loaded, before they are needed: when the page has
 * been drawn and rests, or when its first field gets the focus. Nothing is asked for before that, so
 * a page is there as soon as without it. Where data is to be saved, nothing is loaded in advance.
 */
import { useEffect } from "react";
import type { Contract } from "../../../core/kernel/contract.ts";
import type { Where } from "./run.ts";

/** Where `requestIdleCallback` is missing, which is WebKit: the wait after the page was loaded. */
const WAIT = 200;

/** What an operation is run with in advance: of all code the first run is the slowest. */
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

/** Calls once, when the page rests or a field gets the focus. Gives what ends the waiting. */
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
