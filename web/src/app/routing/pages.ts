/**
 * Every page inside the shell, with what a search engine, a social card and the browser's tab say
 * of it. No DOM and no React: the build reads this list too.
 */
import * as TEXT from "../../../../core/texts.ts";
import { docEntries } from "../../docs/index.ts";
import type { Page } from "../../page/page.ts";
import { toolEntries } from "../../tools/index.ts";
import { tool as inspector } from "../../tools/inspect/tool.ts";

const home: Page = {
  path: "/",
  title: "Free Online SSL Certificate Tools",
  description:
    "Make, read, check and convert SSL/TLS certificates and keys in your own browser. Free, no account, works offline.",
  keywords: ["SSL tools", "certificate tools", "CSR", "PFX", "CAA", "certificate chain", "TLS"],
  load: () => import("../../home/page.tsx"),
};

/** Reached from the home page, and none of the tools in the dropdown. */
const inspect: Page = {
  path: inspector.path,
  title: inspector.title,
  description: inspector.description,
  keywords: inspector.keywords,
  load: () => import("../../tools/inspect/page.tsx"),
};

export const pages: readonly Page[] = [
  home,
  inspect,
  ...toolEntries.map(({ tool: { path, title, description, keywords }, load }) => (
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
