import type { PageModule } from "../../page/page.ts";
import { toolLoaders } from "./tool-loaders.generated.ts";

/** The code of every page, by the page's path. The build makes a chunk of each. */
export const loaders: Readonly<Record<string, () => Promise<PageModule>>> = {
  "/": () => import("../../home/page.tsx"),
  ...toolLoaders,
  "/api/docs": () => import("../../docs/api/page.tsx"),
  "/csr/popup/docs": () => import("../../docs/csr-popup/page.tsx"),
};

/** Whether the page at a path is in the list. */
export const isListed = (path: string): boolean => Object.hasOwn(loaders, path);

/** Returns the code of the page at a path. The document of a page that is not in the list has its data. */
export const loaderOf = (path: string): () => Promise<PageModule> =>
  isListed(path) ? loaders[path] : async () => (await import("./from-document.tsx")).load(path);

/** Returns the path of an address: without the slash at its end. */
export const pathOf = (pathname: string): string =>
  pathname.length > 1 && pathname.endsWith("/") ? pathname.slice(0, -1) : pathname;
