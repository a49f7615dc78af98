/** Each page as a chunk of its own, by its path. */
import type { PageModule } from "../../page/page.ts";

export const loaders: Readonly<Record<string, () => Promise<PageModule>>> = {
  "/": () => import("../../home/page.tsx"),
  "/csr": () => import("../../tools/csr/page.tsx"),
  "/csr-decoder": () => import("../../tools/csr-decoder/page.tsx"),
  "/chain": () => import("../../tools/chain/page.tsx"),
  "/match": () => import("../../tools/match/page.tsx"),
  "/pfx": () => import("../../tools/pfx/page.tsx"),
  "/caa": () => import("../../tools/caa/page.tsx"),
  "/password": () => import("../../tools/password/page.tsx"),
  "/inspect": () => import("../../tools/inspect/page.tsx"),
  "/certificate": () => import("../../tools/certificate/page.tsx"),
  "/api/docs": () => import("../../docs/api/page.tsx"),
  "/csr/popup/docs": () => import("../../docs/csr-popup/page.tsx"),
};

/** The path of the page at an address, as the list has it; undefined if there is no such page. */
export function pathOf(pathname: string): string | undefined {
  const path = pathname.length > 1 && pathname.endsWith("/") ? pathname.slice(0, -1) : pathname;
  return Object.hasOwn(loaders, path) ? path : undefined;
}
