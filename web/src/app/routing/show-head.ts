import heads from "./heads.data.ts";
import { applyHead, headOf } from "./metadata.ts";
import { unknownPage } from "./unknown.ts";

/** Gives the document the head of the page at a path, or of the page for unknown addresses. */
export function showHead(path: string): void {
  const page = heads.find((page) => page.path === path) ?? unknownPage;
  applyHead(document, headOf(page, location.origin));
}
