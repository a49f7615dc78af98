/** Text of another kind than its field takes: the page offers the tools that open it. */
import { type ComponentType, createContext } from "react";
import type { TAKEN } from "../../arrivals/misplaced.ts";

/** The kind of text that belongs into a field; "words" for names and addresses in a line. */
export type Takes = keyof typeof TAKEN;

export interface ElsewhereProps {
  text: string;
  takes: Takes;
  /** An error under the field names the kind of the text already. */
  hasError: boolean;
}

/** Links to the tools that open a text; null in the popup, which has no other tools. */
export const ElsewhereContext = createContext<ComponentType<ElsewhereProps> | null>(null);
