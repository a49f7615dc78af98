import { useSyncExternalStore } from "react";

const never = () => () => {};

/** False while the page is prerendered and hydrated, true from then on. */
export function useAlive(): boolean {
  return useSyncExternalStore(never, () => true, () => false);
}
