import { useSyncExternalStore } from "react";

/** State outside React that components follow with `useSyncExternalStore`. */
interface Store<T> {
  get(): T;
  set(value: T): void;
  subscribe(listener: () => void): () => void;
}

/** Calls its listeners after each `set`, even if the value is the same. */
export function createStore<T>(initial: T): Store<T> {
  let value = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set(next) {
      value = next;
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/**
 * A choice that localStorage keeps: one word of a fixed set, never text that the user typed or pasted.
 * A change reaches the other open tabs.
 */
export interface Setting<T extends string> {
  get(): T;
  set(value: T): void;
  subscribe(listener: () => void): () => void;
  /** The value before the user chooses, and in prerendered pages. */
  readonly fallback: T;
}

/** Creates the setting `name`. It never throws: without storage, a choice lasts as long as the page. */
export function createSetting<T extends string>(
  name: string,
  values: readonly T[],
  fallback: T,
): Setting<T> {
  const key = `ssl-tools:${name}`;
  const listeners = new Set<() => void>();
  let unstored: T | null = null;
  return {
    fallback,
    get() {
      if (unstored !== null) return unstored;
      try {
        const stored = localStorage.getItem(key);
        return values.find((value) => value === stored) ?? fallback;
      } catch {
        return fallback;
      }
    },
    set(value) {
      try {
        if (value === fallback) localStorage.removeItem(key);
        else localStorage.setItem(key, value);
        unstored = null;
      } catch {
        // No storage: keep the choice in memory.
        unstored = value;
      }
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      const onStorage = (event: StorageEvent) => {
        if (event.key === key || event.key === null) listener();
      };
      listeners.add(listener);
      addEventListener("storage", onStorage);
      return () => {
        listeners.delete(listener);
        removeEventListener("storage", onStorage);
      };
    },
  };
}

/** Returns the current value and its setter. */
export function useSetting<T extends string>(setting: Setting<T>): [T, (value: T) => void] {
  const value = useSyncExternalStore(setting.subscribe, setting.get, () => setting.fallback);
  return [value, setting.set];
}
