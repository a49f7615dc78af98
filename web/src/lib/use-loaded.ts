import { useEffect, useState } from "react";

/**
 * Loads a chunk once the page is drawn, so that it is there by the time that it is needed. What
 * fails now is tried again then.
 */
export function useLoaded(load: () => Promise<unknown>): void {
  useEffect(() => {
    load().catch(() => {});
  }, [load]);
}

/**
 * A chunk that is loaded once the page is drawn, or null until then; from then on what it draws is
 * there at once. What failed is tried again when it is needed.
 */
export function useModule<T>(load: () => Promise<T>, isNeeded: boolean): T | null {
  const [loaded, setLoaded] = useState<{ module: T } | null>(null);
  useEffect(() => {
    load().then((module) => setLoaded((before) => before ?? { module }), () => {});
  }, [load, isNeeded]);
  return loaded && loaded.module;
}
