import { useSyncExternalStore } from "react";

const never = () => () => {};

/** False while a page is prerendered and taken over, true from then on. */
export function useAlive(): boolean {
  return useSyncExternalStore(never, () => true, () => false);
}
