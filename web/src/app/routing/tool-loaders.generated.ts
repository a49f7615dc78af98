// Written by `deno task generated` from core/tools.ts and the tools' folders.

/** The code of each tool's page, by the page's path. */
export const toolLoaders = {
  "/csr": () => import("../../tools/csr/page.tsx"),
  "/csr-decoder": () => import("../../tools/csr-decoder/page.tsx"),
  "/chain": () => import("../../tools/chain/page.tsx"),
  "/match": () => import("../../tools/match/page.tsx"),
  "/pfx": () => import("../../tools/pfx/page.tsx"),
  "/caa": () => import("../../tools/caa/page.tsx"),
  "/password": () => import("../../tools/password/page.tsx"),
  "/inspect": () => import("../../tools/inspect/page.tsx"),
  "/certificate": () => import("../../tools/certificate/page.tsx"),
} as const;
