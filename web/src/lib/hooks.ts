import { type RefObject, useEffect, useRef, useSyncExternalStore } from "react";
import { flushSync } from "react-dom";

const never = () => () => {};

/**
 * Returns what `read` finds in this browser, a primitive that never changes; while the page is prerendered and
 * hydrated, `assumed`. If both are the same, which is usual, nothing renders again.
 */
export function useHere<T>(read: () => T, assumed: T): T {
  return useSyncExternalStore(never, read, () => assumed);
}

/** False while the page is prerendered and hydrated, true from then on. */
export const useAlive = (): boolean => useHere(() => true, false);

/** A ref that holds the value of the last render, for callbacks that run after it. */
export function useLatest<T>(value: T): RefObject<T> {
  const latest = useRef(value);
  useEffect(() => {
    latest.current = value;
  });
  return latest;
}

/**
 * Calls `clear` when the user leaves the document, also if the browser keeps it for the Back button.
 * `clear` empties the fields that hold secrets, so that no secret outlives the page.
 */
export function useClearedOnLeave(clear: () => void): void {
  // Not an effect event: React refuses to call one while it renders, and a browser may hide the
  // page in the middle of a render.
  const latest = useLatest(clear);
  useEffect(() => {
    // Synchronously, because a page that the browser keeps for Back runs no code after this event.
    const listener = () => flushSync(() => latest.current());
    addEventListener("pagehide", listener);
    return () => removeEventListener("pagehide", listener);
  }, [latest]);
}
