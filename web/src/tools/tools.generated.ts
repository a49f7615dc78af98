// Written by `deno task generated` from core/tools.ts and the tools' folders.

import type { Tool } from "../page/tool.ts";
import { tool as csr } from "./csr/tool.ts";
import { tool as csrDecoder } from "./csr-decoder/tool.ts";
import { tool as chain } from "./chain/tool.ts";
import { tool as match } from "./match/tool.ts";
import { tool as pfx } from "./pfx/tool.ts";
import { tool as caa } from "./caa/tool.ts";
import { tool as password } from "./password/tool.ts";
import { tool as inspect } from "./inspect/tool.ts";
import { tool as certificate } from "./certificate/tool.ts";

/** Every tool with a page, in order. */
export const allTools: readonly Tool[] = [
  csr,
  csrDecoder,
  chain,
  match,
  pfx,
  caa,
  password,
  inspect,
  certificate,
];
