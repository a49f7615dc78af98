/** Text of another kind than its field takes: the page offers the tools that open it. */
import { type ComponentType, createContext } from "react";

/** The kind of text that belongs into a field; "words" for names and addresses in a line. */
export type Takes = "request" | "certificates" | "holder" | "key" | "pfx" | "records" | "words";

export interface ElsewhereProps {
  text: string;
  takes: Takes;
  /** An error under the field names the kind of the text already. */
  hasError: boolean;
}

/** Links to the tools that open a text; null in the popup, which has no other tools. */
export const ElsewhereContext = createContext<ComponentType<ElsewhereProps> | null>(null);
