/**
 * A small choice that the browser remembers: one word of a fixed set under one key. Never anything
 * that a user typed or pasted. Other tabs follow.
 */
import { useSyncExternalStore } from "react";

export interface Setting<T extends string> {
  get(): T;
  set(value: T): void;
  subscribe(listener: () => void): () => void;
  /** What holds until a choice is made, and while prerendering. */
  readonly fallback: T;
}

/**
 * The setting `name`, one of `values`. It never throws: where storage is not available, a choice
 * holds for this page.
 */
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
        // Storage is not available: the choice holds for as long as the page does.
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

/** The value, and what changes it. */
export function useSetting<T extends string>(setting: Setting<T>): [T, (value: T) => void] {
  const value = useSyncExternalStore(setting.subscribe, setting.get, () => setting.fallback);
  return [value, setting.set];
}
