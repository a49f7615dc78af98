import { type ComponentType, createContext } from "react";

/** Offers the tools that open a text; null where there are none, as in the popup. */
export const ElsewhereContext = createContext<ComponentType<{ text: string }> | null>(null);
