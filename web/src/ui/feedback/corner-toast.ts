/** The toast in the corner of the window that parts of a page share; null without one. */
import type { ReactNode } from "react";
import { createStore } from "../../lib/store.ts";

export const cornerToast = createStore<ReactNode>(null);
