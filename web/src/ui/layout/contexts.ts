/** How parts of a result tell the page around them what they show. */
import { createContext } from "react";

/** Folds the page's input into its strip, or shows it. The page decides whether it has a strip. */
export const FoldingContext = createContext<(folded: boolean) => void>(() => {});

/** True if the element is on a page whose input is folded, and the window is wide enough for that. */
export const isFolded = (element: Element): boolean =>
  element.closest("[data-folded]") !== null && matchMedia("(min-width: 75rem)").matches;

/** Called when a section below appears, disappears or has another heading; null without an index. */
export const IndexContext = createContext<(() => void) | null>(null);
