/** Secrets do not outlive the page: not in a tab that was left, nor behind the Back button. */
import { useEffect, useEffectEvent } from "react";
import { flushSync } from "react-dom";

/** `clear` empties what is secret; it runs when the page is hidden for good or kept for Back. */
export function useClearedOnLeave(clear: () => void): void {
  const onHide = useEffectEvent(() => {
    // At once, for a page that is kept for Back runs no more code now.
    flushSync(clear);
  });
  useEffect(() => {
    const listener = () => onHide();
    addEventListener("pagehide", listener);
    return () => removeEventListener("pagehide", listener);
  }, []);
}
