import { type ComponentType, useEffect, useEffectEvent, useState } from "react";
import { atRest } from "./rest.ts";

/**
 * Loads a chunk that a result needs, starting after the page is drawn. Returns null until the chunk
 * has loaded. A failed load is repeated when the chunk is needed; if that fails too, the error is
 * thrown. React.lazy is not used, because React delays suspended content by up to 300 ms even if it
 * loads at once.
 */
export function useRequiredModule<T>(load: () => Promise<T>, isNeeded: boolean): T | null {
  const [failed, setFailed] = useState<{ error: unknown } | null>(null);
  const module = useModule(load, isNeeded, (error) => setFailed({ error }));
  if (module === null && failed && isNeeded) throw failed.error;
  return module;
}

/** Loads a chunk in the same way and returns its default export, a component. */
export function useComponent<Props>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  isNeeded: boolean,
): ComponentType<Props> | null {
  return useRequiredModule(load, isNeeded)?.default ?? null;
}

/**
 * Loads a chunk after the page is drawn. Returns null until it has loaded. A failed load is repeated
 * when the chunk is needed; `onMissing` is called if that fails too. `waits`: it does not delay what a first result
 * needs.
 */
export function useModule<T>(
  load: () => Promise<T>,
  isNeeded: boolean,
  onMissing?: (error: unknown) => void,
  waits = false,
): T | null {
  const [loaded, setLoaded] = useState<{ module: T } | null>(null);
  const miss = useEffectEvent((error: unknown) => onMissing?.(error));
  useEffect(() => {
    const loading = waits && !isNeeded ? atRest().then(load) : load();
    loading.then(
      (module) => setLoaded((before) => before ?? { module }),
      (error) => isNeeded && miss(error),
    );
  }, [load, isNeeded, waits]);
  return loaded && loaded.module;
}
