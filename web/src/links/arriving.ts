/**
 * Takes the content of a link out of the address as soon as it is there, so that it is in no bookmark and no further entry
 * of the history, and keeps it in memory for the page that opens it.
 */

export const LINK_MARK = "#c=";

let waiting: { readonly path: string; readonly packed: string } | null = null;
let onArrived: (() => void) | null = null;

/** Listens for links, also for those that are opened while the page is shown. Call it before the router starts. */
export function listenForLinks(): void {
  const take = () => {
    const { hash, pathname, search } = location;
    if (!hash.startsWith(LINK_MARK)) return;
    waiting = { path: pathname, packed: hash.slice(LINK_MARK.length) };
    history.replaceState(history.state, "", pathname + search);
    onArrived?.();
  };
  take();
  addEventListener("popstate", take);
}

/** Calls `open` with the content of each link for the page at `path`. Returns a function that ends this. */
export function onLink(path: string, open: (packed: string) => void): () => void {
  const arrived = () => {
    if (waiting === null) return;
    const { packed } = waiting;
    const isHere = waiting.path.replace(/\/$/, "") === path;
    waiting = null;
    if (isHere) open(packed);
  };
  onArrived = arrived;
  arrived();
  return () => {
    if (onArrived === arrived) onArrived = null;
  };
}
