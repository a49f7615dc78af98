import { useEffect } from "react";

/**
 * Loads a chunk once the page is drawn, so that it is there by the time that it is needed. What
 * fails now is tried again then.
 */
export function useLoaded(load: () => Promise<unknown>): void {
  useEffect(() => {
    load().catch(() => {});
  }, [load]);
}
