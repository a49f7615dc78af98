import { createContext } from "react";

/** True around a result whose input has changed, so that its verdict may be wrong. */
export const OutdatedContext = createContext(false);
