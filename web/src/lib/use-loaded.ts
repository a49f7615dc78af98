import { type ComponentType, useEffect, useEffectEvent, useState } from "react";

/**
 * A chunk that a result is shown with: null until it has loaded, which begins once the page is drawn.
 * Not React.lazy: React holds back for up to 300 ms what was suspended, if only for a moment. A load
 * that fails is tried again when the chunk is needed; if that fails too, the error is thrown.
 */
export function useRequiredModule<T>(load: () => Promise<T>, isNeeded: boolean): T | null {
  const [failed, setFailed] = useState<{ error: unknown } | null>(null);
  const module = useModule(load, isNeeded, (error) => setFailed({ error }));
  if (module === null && failed && isNeeded) throw failed.error;
  return module;
}

/** The component that such a chunk exports. */
export function useComponent<Props>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  isNeeded: boolean,
): ComponentType<Props> | null {
  return useRequiredModule(load, isNeeded)?.default ?? null;
}

/**
 * A chunk that is loaded once the page is drawn; null until it is there. A load that fails is tried
 * again when the chunk is needed; `onMissing` is called if that fails too.
 */
export function useModule<T>(
  load: () => Promise<T>,
  isNeeded: boolean,
  onMissing?: (error: unknown) => void,
): T | null {
  const [loaded, setLoaded] = useState<{ module: T } | null>(null);
  const miss = useEffectEvent((error: unknown) => onMissing?.(error));
  useEffect(() => {
    load().then(
      (module) => setLoaded((before) => before ?? { module }),
      (error) => isNeeded && miss(error),
    );
  }, [load, isNeeded]);
  return loaded && loaded.module;
}
