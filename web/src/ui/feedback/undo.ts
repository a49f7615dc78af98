/** Reset and Clear can be undone for ten seconds. Secrets are gone at once. */
import { type ReactNode, useEffect } from "react";
import { useClearedOnLeave } from "../../lib/hooks.ts";
import { createStore } from "../../lib/store.ts";
import type { Cleared } from "./undo-toast.tsx";

/** The toast that offers to undo the last Reset or Clear; null without one. */
export const undoOffer = createStore<ReactNode>(null);

let offers = 0;

/** Takes the offer back. */
function withdraw(): void {
  offers++;
  undoOffer.set(null);
}

/** Returns a function that offers to undo. Call it before the page is cleared. */
export function useUndo(): <Kept extends object>(
  cleared: Cleared<Kept> & {
    /** The secrets by their names, such as "passphrase". The notice names those that are not empty. */
    readonly secrets?: Readonly<Record<string, unknown>>;
  },
) => void {
  useClearedOnLeave(withdraw);
  useEffect(() => withdraw, []);
  return ({ secrets = {}, ...cleared }) => {
    withdraw();
    const mine = offers;
    const gone = Object.keys(secrets).filter((name) => secrets[name]);
    import("./undo-toast.tsx").then(
      ({ undoToast }) => mine === offers && undoOffer.set(undoToast(cleared, gone, withdraw)),
      // If its code does not load, the page offers nothing.
      () => {},
    );
  };
}
