/** The search and the list of shortcuts, above every page; loaded after the first page is drawn. */
import { lazy, Suspense, useSyncExternalStore } from "react";
import { searchRequest, shortcutsRequest } from "./request.ts";

/** Loaded when the user asks for them. */
const Search = lazy(() => import("./search.tsx"));
const Shortcuts = lazy(() => import("./shortcuts.tsx"));

const close = () => searchRequest.set(null);

export default function SearchLayer() {
  const shortcuts = useSyncExternalStore(shortcutsRequest.subscribe, shortcutsRequest.get);
  const text = useSyncExternalStore(searchRequest.subscribe, searchRequest.get);
  return (
    <Suspense>
      {text !== null && (
        <Search
          text={text}
          onClose={close}
          onShortcuts={() => {
            close();
            shortcutsRequest.set(true);
          }}
        />
      )}
      {shortcuts && <Shortcuts onClose={() => shortcutsRequest.set(false)} />}
    </Suspense>
  );
}
