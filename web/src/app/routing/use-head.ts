/** The document's head follows the page. A built document begins with its own. */
import { useEffect } from "react";
import * as TEXT from "../../../../core/texts.ts";
import listed from "./listed.data.ts";
import { pathOf } from "./loaders.ts";
import { tabTitle } from "./site-name.ts";

/** The title at once, for it is read out; what else is said of the page comes with its own code. */
export function useHead(pathname: string): void {
  useEffect(() => {
    const path = pathOf(pathname) ?? "";
    const title = tabTitle(listed.titles[path] ?? TEXT.applicationError);
    if (document.title === title) return;
    document.title = title;
    let isShown = true;
    import("./show-head.ts").then(({ showHead }) => isShown && showHead(path), () => {
      // The title stands; nobody who is here reads the rest.
    });
    return () => {
      isShown = false;
    };
  }, [pathname]);
}
