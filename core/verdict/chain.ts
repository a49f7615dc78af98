/** The verdicts on chains and hosts in English. */
import { judgeChain } from "./judge/chain.ts";
import type { ChainFacts, HostFacts } from "./judge/chain-facts.ts";
import { judgeHost } from "./judge/host.ts";
import type { Progress } from "./judge/parts.ts";
import { renderVerdict } from "./render.ts";
import type { RenderedVerdict } from "./schema.ts";
import { chainEnglish } from "./text/english.ts";
import type { Language } from "./text/language.ts";

/** The verdict on given certificates. `hostname`: the name that they were checked for. */
export const chainVerdict = (
  facts: ChainFacts,
  hostname: string | null = null,
  language: Language = chainEnglish,
): RenderedVerdict => renderVerdict(judgeChain(facts, hostname), language);

/** The verdict on a live host, of whose answer parts may be missing. */
export const hostVerdict = (
  facts: HostFacts,
  progress?: Progress,
  language: Language = chainEnglish,
): RenderedVerdict => renderVerdict(judgeHost(facts, progress), language);
