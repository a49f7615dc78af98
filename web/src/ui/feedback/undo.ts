/** Reset and Clear can be undone for ten seconds. Secrets are gone at once. */
import { useEffect } from "react";
import { useClearedOnLeave } from "../../lib/hooks.ts";
import { cornerToast } from "./corner-toast.ts";
import type { Cleared } from "./undo-toast.tsx";

let offers = 0;

/** Takes the offer back. */
function withdraw(): void {
  offers++;
  cornerToast.set(null);
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
      ({ undoToast }) => mine === offers && cornerToast.set(undoToast(cleared, gone, withdraw)),
      // If its code does not load, the page offers nothing.
      () => {},
    );
  };
}
