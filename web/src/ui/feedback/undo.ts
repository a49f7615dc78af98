/** Reset and Clear can be undone for ten seconds. Secrets are gone at once. */
import { useEffect } from "react";
import { useClearedOnLeave } from "../../lib/hooks.ts";
import { cornerToast } from "./corner-toast.ts";
import type { Cleared } from "./undo-toast.tsx";

/** How often a page was cleared. */
let cleared = 0;
/** The last of these calls that was answered with an offer or withdrawn. */
let answered = 0;

/** Takes the offer back. */
function withdraw(): void {
  answered = cleared;
  cornerToast.set(null);
}

const timesCleared = () => cleared;

/**
 * Returns a function that offers to undo. Call it before the page is cleared. On an empty page it keeps the
 * previous offer, so a double click on Reset loses nothing.
 */
export function useUndo(): <Kept extends object>(
  cleared: Cleared<Kept> & {
    /** The secrets by their names, such as "passphrase". The notice names those that are not empty. */
    readonly secrets?: Readonly<Record<string, unknown>>;
  },
) => void {
  useClearedOnLeave(withdraw);
  useEffect(() => withdraw, []);
  return ({ secrets = {}, ...content }) => {
    const mine = ++cleared;
    const gone = Object.keys(secrets).filter((name) => secrets[name]);
    import("./undo-toast.tsx").then(({ undoToast }) => {
      if (mine <= answered) return;
      const toast = undoToast(content, gone, { withdraw, timesCleared });
      if (toast === null) return;
      answered = mine;
      cornerToast.set(toast);
    }, () => {
      // If its code does not load, the page offers nothing.
    });
  };
}
