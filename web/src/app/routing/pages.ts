/**
 * Every page inside the shell, with what a search engine, a social card and the browser's tab say
 * of it. No DOM and no React: the build reads this list too.
 */
import * as TEXT from "../../../../core/texts.ts";
import { docEntries } from "../../docs/index.ts";
import type { Page } from "../../page/page.ts";
import { moreEntries, toolEntries } from "../../tools/index.ts";

const home: Page = {
  path: "/",
  title: "Free Online SSL Certificate Tools",
  description:
    "Make, read, check and convert SSL/TLS certificates and keys in your own browser. Free, no account, works offline.",
  keywords: ["SSL tools", "certificate tools", "CSR", "PFX", "CAA", "certificate chain", "TLS"],
  load: () => import("../../home/page.tsx"),
};

export const pages: readonly Page[] = [
  home,
  ...[...toolEntries, ...moreEntries].map((
    { tool: { path, title, description, keywords }, load },
  ) => (
    { path, title, description, keywords, load }
  )),
  ...docEntries.map(({ doc: { path, title, description, keywords }, load }) => (
    { path, title, description, keywords, load }
  )),
];

/** What an address that is no page says of itself. */
export const unknownPage: Omit<Page, "load"> = {
  path: "",
  title: TEXT.applicationError,
  description: "There is no page at this address.",
  keywords: [],
};

export function pageAt(pathname: string): Page | undefined {
  const path = pathname.length > 1 && pathname.endsWith("/") ? pathname.slice(0, -1) : pathname;
  return pages.find((page) => page.path === path);
}
