/**
 * THE list of tools, with all that is known of each beside its page. The app takes its part of it from
 * routing/listed.data.ts and routing/heads.data.ts, the pages themselves from routing/loaders.ts.
 */
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

export const tools: readonly Tool[] = [csr, csrDecoder, chain, match, pfx, caa, password]
  .toSorted((a, b) => a.order - b.order);

/** Below those in the dropdown, under "More". */
export const moreTools: readonly Tool[] = [inspector, certificate];
