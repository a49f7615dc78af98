/** Opens the search with a text; null while it is closed. The text is kept in memory until the search closes. */
import { createStore } from "../lib/store.ts";

export const searchRequest = createStore<string | null>(null);

/** Opens the list of shortcuts. */
export const shortcutsRequest = createStore(false);
