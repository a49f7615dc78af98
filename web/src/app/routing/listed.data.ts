/** The entries of the menu and the titles of all pages, which the shell needs at once. */
import { apiDocs } from "../../docs/api/doc.ts";
import { csrPopupDocs } from "../../docs/csr-popup/doc.ts";
import { barTools, moreTools, tools } from "../../tools/index.ts";
import type { Tool } from "../../page/tool.ts";
import { pages } from "./pages.ts";

const listed = ({ path, label, icon }: Tool) => ({ path, label, icon });
const linked = ({ path, label }: { path: string; label: string }) => ({ path, label });

export default {
  tools: tools.map(listed),
  barTools: barTools.map(linked),
  moreTools: moreTools.map(listed),
  apiDocs: linked(apiDocs),
  csrPopupDocs: linked(csrPopupDocs),
  titles: Object.fromEntries(pages.map(({ path, title }) => [path, title])) as Readonly<
    Record<string, string>
  >,
};
