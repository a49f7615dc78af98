/** The document's head follows the page. A built document begins with its own. */
import { useEffect } from "react";
import listed from "./listed.data.ts";
import { isListed, pathOf } from "./loaders.ts";
import { tabTitle } from "../../lib/site-name.ts";

/**
 * The title is set at once, because it is read out; the rest of the head is set when its code has
 * loaded. A page that is not in the list sets its own head.
 */
export function useHead(pathname: string): void {
  useEffect(() => {
    const path = pathOf(pathname);
    if (!isListed(path)) return;
    const title = tabTitle(listed.titles[path]);
    if (document.title === title) return;
    document.title = title;
    let isShown = true;
    import("./show-head.ts").then(({ showHead }) => isShown && showHead(path), () => {
      // The title is already set, and only search engines and social networks read the rest.
    });
    return () => {
      isShown = false;
    };
  }, [pathname]);
}
