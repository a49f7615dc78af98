import type { PageModule } from "../../page/page.ts";
import { toolLoaders } from "./tool-loaders.generated.ts";

/** The code of every page, by the page's path. The build makes a chunk of each. */
export const loaders: Readonly<Record<string, () => Promise<PageModule>>> = {
  "/": () => import("../../home/page.tsx"),
  ...toolLoaders,
  "/api/docs": () => import("../../docs/api/page.tsx"),
  "/csr/popup/docs": () => import("../../docs/csr-popup/page.tsx"),
};

/** Returns the path of the page at an address without a final slash; undefined if no page is there. */
export function pathOf(pathname: string): string | undefined {
  const path = pathname.length > 1 && pathname.endsWith("/") ? pathname.slice(0, -1) : pathname;
  return Object.hasOwn(loaders, path) ? path : undefined;
}
