/** The verdicts on chains and hosts in English. */
import { judgeChain } from "./judge/chain.ts";
import type { ChainFacts, HostFacts } from "./judge/chain-facts.ts";
import { judgeHost } from "./judge/host.ts";
import type { Progress } from "./judge/parts.ts";
import { renderVerdict } from "./render.ts";
import type { RenderedVerdict } from "./schema.ts";
import { chainEnglish } from "./text/english.ts";

/** The verdict on given certificates. `hostname`: the name that they were checked for. */
export const chainVerdict = (facts: ChainFacts, hostname?: string | null): RenderedVerdict =>
  renderVerdict(judgeChain(facts, hostname ?? null), chainEnglish);

/** The verdict on a live host, of whose answer parts may be missing. */
export const hostVerdict = (facts: HostFacts, progress?: Progress): RenderedVerdict =>
  renderVerdict(judgeHost(facts, progress), chainEnglish);
