/** The document's head follows the page. A built document begins with its own. */
import { useEffect } from "react";
import * as TEXT from "../../../../core/texts.ts";
import listed from "./listed.data.ts";
import { pathOf } from "./loaders.ts";
import { tabTitle } from "./site-name.ts";

/**
 * The title is set at once, because it is read out; the rest of the head is set when its code has
 * loaded.
 */
export function useHead(pathname: string): void {
  useEffect(() => {
    const path = pathOf(pathname) ?? "";
    const title = tabTitle(listed.titles[path] ?? TEXT.applicationError);
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
