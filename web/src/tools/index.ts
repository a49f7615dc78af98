/** THE list of tools: what is known of each at once, and its page as a chunk of its own. */
import type { PageModule } from "../page/page.ts";
import { tool as caa } from "./caa/tool.ts";
import { tool as chain } from "./chain/tool.ts";
import { tool as certificate } from "./certificate/tool.ts";
import { tool as csrDecoder } from "./csr-decoder/tool.ts";
import { tool as csr } from "./csr/tool.ts";
import { tool as inspector } from "./inspect/tool.ts";
import { tool as match } from "./match/tool.ts";
import { tool as password } from "./password/tool.ts";
import { tool as pfx } from "./pfx/tool.ts";
import type { Tool } from "../page/tool.ts";

interface ToolEntry {
  readonly tool: Tool;
  readonly load: () => Promise<PageModule>;
}

const entries: readonly ToolEntry[] = [
  { tool: csr, load: () => import("./csr/page.tsx") },
  { tool: csrDecoder, load: () => import("./csr-decoder/page.tsx") },
  { tool: chain, load: () => import("./chain/page.tsx") },
  { tool: match, load: () => import("./match/page.tsx") },
  { tool: pfx, load: () => import("./pfx/page.tsx") },
  { tool: caa, load: () => import("./caa/page.tsx") },
  { tool: password, load: () => import("./password/page.tsx") },
];

/** Below those in the dropdown, under "More". */
export const moreEntries: readonly ToolEntry[] = [
  { tool: inspector, load: () => import("./inspect/page.tsx") },
  { tool: certificate, load: () => import("./certificate/page.tsx") },
];

export const toolEntries = entries.toSorted((a, b) => a.tool.order - b.tool.order);
export const tools: readonly Tool[] = toolEntries.map((entry) => entry.tool);
export const moreTools: readonly Tool[] = moreEntries.map((entry) => entry.tool);
