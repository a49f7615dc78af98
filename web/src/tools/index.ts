/**
 * The tools that have a page, with the texts about each page. The app takes its part of them from
 * routing/listed.data.ts and routing/heads.data.ts, and loads the pages by routing/loaders.ts.
 */
import type { Tool } from "../page/tool.ts";
import { allTools } from "./tools.generated.ts";

/** The tools at the top of the menu, in order. */
export const tools: readonly Tool[] = allTools.filter(({ isUnderMore }) => !isUnderMore);

/** The tools below them in the menu, under "More". */
export const moreTools: readonly Tool[] = allTools.filter(({ isUnderMore }) => isUnderMore);
