/**
 * Every page inside the shell, with its texts for search engines, social cards and the browser's
 * tab. Only the build reads this list: the app has the parts that it needs as data.
 */
import { docs } from "../../docs/index.ts";
import type { Page } from "../../page/page.ts";
import { allTools } from "../../tools/index.ts";

const home: Page = {
  path: "/",
  title: "Free Online SSL Certificate Tools",
  description:
    "Create, check, convert and repair SSL/TLS certificates and keys right in your browser. Free, no account, works offline.",
  keywords: ["SSL tools", "certificate tools", "CSR", "PFX", "CAA", "certificate chain", "TLS"],
};

export const pages: readonly Page[] = [
  home,
  ...[...allTools, ...docs].map(({ path, label, description, keywords }) => (
    { path, title: label, description, keywords }
  )),
];
