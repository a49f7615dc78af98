/** The cards of the home page: one for each tool, and one for the API. */
import { apiDocs } from "../docs/api/doc.ts";
import { moreTools, tools } from "../tools/index.ts";

const cardOf = ({ path, label, lead }: { path: string; label: string; lead: string }) => ({
  path,
  label,
  lead,
});

export default [
  ...[...tools, ...moreTools].map((tool) => ({ ...cardOf(tool), icon: tool.icon })),
  { ...cardOf(apiDocs), icon: "api" as const },
];
