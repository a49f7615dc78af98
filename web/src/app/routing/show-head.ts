import heads from "./heads.data.ts";
import { applyHead, headOf } from "./metadata.ts";
import { unknownPage } from "./unknown.ts";

/** Makes the document's head that of the page at a path; of none where there is none. */
export function showHead(path: string): void {
  const page = heads.find((page) => page.path === path) ?? unknownPage;
  applyHead(document, headOf(page, location.origin));
}
