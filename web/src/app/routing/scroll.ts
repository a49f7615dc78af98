/** Where the reader was: a new page starts at its top, going back returns to the place. */
import { useEffect, useLayoutEffect, useRef } from "react";
import { useLocation, useNavigationType } from "react-router-dom";

/** Vertical position by history entry, for as long as the document lives. */
const positions = new Map<string, number>();

export function useScrollPosition(): void {
  const { key } = useLocation();
  const type = useNavigationType();
  const first = useRef(true);

  useLayoutEffect(() => {
    // The browser's own choice is right for the document's first page.
    if (!first.current) scrollTo(0, type === "POP" ? positions.get(key) ?? 0 : 0);
    first.current = false;
    const record = () => positions.set(key, scrollY);
    addEventListener("scroll", record, { passive: true });
    return () => removeEventListener("scroll", record);
  }, [key, type]);

  useEffect(() => {
    history.scrollRestoration = "manual";
    // Given back to the browser when the document is left, so that a reload keeps its place.
    const release = () => history.scrollRestoration = "auto";
    addEventListener("pagehide", release);
    return () => removeEventListener("pagehide", release);
  }, []);
}
