import {
  type ComponentType,
  useEffect,
  useEffectEvent,
  useState,
  useSyncExternalStore,
} from "react";
import { atRest, whenIdle } from "./rest.ts";
import { createStore } from "./store.ts";

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

/** The chunks that have loaded, by the functions that load them. */
const chunks = createStore<ReadonlyMap<() => Promise<unknown>, unknown>>(new Map());

/**
 * Loads a chunk when it is needed, or before that in a task of its own when the page is idle: the page that starts on a
 * slow phone has enough to do. Until it is needed, it renders nothing again. Returns null until it has loaded. A failed
 * load is repeated when the chunk is needed; `onMissing` is called if that fails too. `waits`: it does not delay what
 * a first result needs.
 */
export function useModule<T>(
  load: () => Promise<T>,
  isNeeded: boolean,
  onMissing?: (error: unknown) => void,
  waits = false,
): T | null {
  const find = () => chunks.get().get(load) as T | undefined;
  useSyncExternalStore(chunks.subscribe, () => isNeeded ? find() : undefined, () => undefined);
  const miss = useEffectEvent((error: unknown) => onMissing?.(error));
  useEffect(() => {
    const loading = isNeeded ? load() : (waits ? atRest() : whenIdle()).then(load);
    loading.then(
      (module) => chunks.set(new Map(chunks.get()).set(load, module)),
      (error) => isNeeded && miss(error),
    );
  }, [load, isNeeded, waits]);
  return find() ?? null;
}
