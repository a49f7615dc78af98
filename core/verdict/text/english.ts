/** The English sentences for chains and hosts. */
import { chainSteps } from "./chain-steps.ts";
import { chainTexts } from "./chain.ts";
import { hostTexts } from "./host.ts";
import type { Language } from "./language.ts";

/** A title as a sentence: nearly all end without a full stop. */
const sentence = (title: string): string => /[.!?]$/.test(title) ? title : `${title}.`;

export const chainEnglish: Language = {
  texts: { ...chainTexts, ...hostTexts },
  steps: chainSteps,
  sentence,
};
