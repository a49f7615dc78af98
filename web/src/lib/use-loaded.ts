import { type ComponentType, useEffect, useEffectEvent, useState } from "react";

/**
 * What a result is shown with: a chunk that is loaded once the page is drawn; null until then. It is
 * drawn with what it shows: React holds back what was suspended, if only for a moment, for up to
 * 300 ms. What fails to load is tried again when it is needed, and then thrown.
 */
export function useResult<T>(load: () => Promise<T>, isNeeded: boolean): T | null {
  const [loaded, setLoaded] = useState<{ module: T } | null>(null);
  const [failed, setFailed] = useState<{ error: unknown } | null>(null);
  useEffect(() => {
    load().then(
      (module) => setLoaded((before) => before ?? { module }),
      (error) => isNeeded && setFailed({ error }),
    );
  }, [load, isNeeded]);
  if (loaded) return loaded.module;
  if (failed && isNeeded) throw failed.error;
  return null;
}

/** The component that such a chunk is there for. */
export function useComponent<Props>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  isNeeded: boolean,
): ComponentType<Props> | null {
  return useResult(load, isNeeded)?.default ?? null;
}

/**
 * A chunk that is loaded once the page is drawn, or null until then; from then on what it draws is
 * there at once. What failed is tried again when it is needed; `onMissing` tells that it failed then.
 */
export function useModule<T>(
  load: () => Promise<T>,
  isNeeded: boolean,
  onMissing?: () => void,
): T | null {
  const [loaded, setLoaded] = useState<{ module: T } | null>(null);
  const miss = useEffectEvent(() => onMissing?.());
  useEffect(() => {
    load().then(
      (module) => setLoaded((before) => before ?? { module }),
      () => isNeeded && miss(),
    );
  }, [load, isNeeded]);
  return loaded && loaded.module;
}
