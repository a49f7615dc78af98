/** The English sentences for chains and hosts. */
import { chainSteps } from "./chain-steps.ts";
import { chainTexts } from "./chain.ts";
import { hostTexts } from "./host.ts";
import type { Language } from "./language.ts";
import { sentence } from "./sentence.ts";

export const chainEnglish: Language = {
  texts: { ...chainTexts, ...hostTexts },
  steps: chainSteps,
  sentence,
};
