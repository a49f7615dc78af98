/** Secrets do not outlive the page: not in a tab that was left, nor behind the Back button. */
import { useEffect } from "react";
import { flushSync } from "react-dom";
import { useLatest } from "./use-latest.ts";

/** `clear` empties what is secret; it runs when the page is hidden for good or kept for Back. */
export function useClearedOnLeave(clear: () => void): void {
  // No effect event: React refuses those while it draws, and an engine that ends a page in the middle
  // of that hides it all the same.
  const latest = useLatest(clear);
  useEffect(() => {
    // At once, for a page that is kept for Back runs no more code now.
    const listener = () => flushSync(() => latest.current());
    addEventListener("pagehide", listener);
    return () => removeEventListener("pagehide", listener);
  }, [latest]);
}
