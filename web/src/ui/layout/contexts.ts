/** How parts of a result tell the page around them what they show. */
import { createContext } from "react";

/** Called when a section below appears, disappears or has another heading; null without an index. */
export const IndexContext = createContext<(() => void) | null>(null);
