/** The documentation pages, as the tools are listed: metadata at once, the page as a chunk. */
import type { Doc } from "../page/doc.ts";
import type { PageModule } from "../page/page.ts";
import { apiDocs } from "./api/doc.ts";
import { csrPopupDocs } from "./csr-popup/doc.ts";

interface DocEntry {
  readonly doc: Doc;
  readonly load: () => Promise<PageModule>;
}

export const docEntries: readonly DocEntry[] = [
  { doc: apiDocs, load: () => import("./api/page.tsx") },
  { doc: csrPopupDocs, load: () => import("./csr-popup/page.tsx") },
];
