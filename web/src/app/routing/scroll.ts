/** Scroll positions: a new page starts at its top, and Back returns to the earlier position. */
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
    // Let the browser restore the position after a reload of the document.
    const release = () => history.scrollRestoration = "auto";
    addEventListener("pagehide", release);
    return () => removeEventListener("pagehide", release);
  }, []);
}
