/**
 * The tools that have a page, with the texts about each page. The app takes its part of them from
 * routing/listed.data.ts and routing/heads.data.ts, and loads the pages by routing/loaders.ts.
 */
import type { Tool } from "../page/tool.ts";
import { allTools } from "./tools.generated.ts";

export { allTools };

/** The tools in the dropdown "SSL Certificate Tools", in order. */
export const tools: readonly Tool[] = allTools.filter(({ menu }) => menu === undefined);

/** The tools with a link of their own in the menu. */
export const barTools: readonly Tool[] = allTools.filter(({ menu }) => menu === "bar");

/** The tools in the dropdown "More tools". */
export const moreTools: readonly Tool[] = allTools.filter(({ menu }) => menu === "more");
