/** Secrets do not outlive the page: not in a tab that was left, nor behind the Back button. */
import { useEffect } from "react";
import { flushSync } from "react-dom";
import { useLatest } from "./use-latest.ts";

/** `clear` empties what is secret; it runs when the page is hidden for good or kept for Back. */
export function useClearedOnLeave(clear: () => void): void {
  // Not an effect event: React refuses to call one while it renders, and a browser may hide the
  // page in the middle of a render.
  const latest = useLatest(clear);
  useEffect(() => {
    // Synchronously, because a page that is kept for Back runs no code after this.
    const listener = () => flushSync(() => latest.current());
    addEventListener("pagehide", listener);
    return () => removeEventListener("pagehide", listener);
  }, [latest]);
}
