/** The keys that open the search and the list of shortcuts on every page. */
import { isDialogOpen, isInField } from "../lib/screen.ts";
import { createSetting } from "../lib/store.ts";

export const shortcutsSetting = createSetting("shortcuts", ["on", "off"], "on");

/** Calls `open` for each key. Returns a function that stops listening. */
export function listenForKeys(open: (what: "search" | "shortcuts") => void): () => void {
  const onKeyDown = (event: KeyboardEvent) => {
    const { key } = event;
    if (event.defaultPrevented || event.isComposing || event.altKey) return;
    if (shortcutsSetting.get() === "off" || isDialogOpen()) return;
    const isCommand = event.ctrlKey || event.metaKey;
    const isSearch = isCommand ? key.toLowerCase() === "k" && !event.shiftKey : key === "/";
    const isPlain = !isCommand && !isInField(event);
    if (isSearch && (isCommand || isPlain)) open("search");
    else if (isPlain && key === "?") open("shortcuts");
    else return;
    event.preventDefault();
  };
  document.addEventListener("keydown", onKeyDown);
  return () => document.removeEventListener("keydown", onKeyDown);
}
