/** The search and the list of shortcuts, above every page; loaded after the first page is drawn. */
import { lazy, Suspense, useEffect, useState, useSyncExternalStore } from "react";
import { listenForKeys } from "./keys.ts";
import { searchRequest } from "./request.ts";

/** Loaded when the user asks for them. */
const Search = lazy(() => import("./search.tsx"));
const Shortcuts = lazy(() => import("./shortcuts.tsx"));

const close = () => searchRequest.set(null);

export default function SearchLayer() {
  const [shortcuts, setShortcuts] = useState(false);
  const text = useSyncExternalStore(searchRequest.subscribe, searchRequest.get);
  useEffect(
    () => listenForKeys((what) => what === "search" ? searchRequest.set("") : setShortcuts(true)),
    [],
  );
  return (
    <Suspense>
      {text !== null && (
        <Search
          text={text}
          onClose={close}
          onShortcuts={() => {
            close();
            setShortcuts(true);
          }}
        />
      )}
      {shortcuts && <Shortcuts onClose={() => setShortcuts(false)} />}
    </Suspense>
  );
}
