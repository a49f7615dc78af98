import heads from "./heads.data.ts";
import type { Page } from "../../page/page.ts";
import { applyHead, headOf } from "./metadata.ts";

/** Gives the document the head of a page. */
export function show(page: Page): void {
  applyHead(document, headOf(page, location.origin));
}

/** Gives the document the head of the page at a path of the list. */
export function showHead(path: string): void {
  show(heads.find((page) => page.path === path)!);
}
