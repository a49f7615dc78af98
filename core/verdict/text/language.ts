/** The sentences of a language: one function for each code, which returns whole sentences. */
import type { Code, FactsOf, StepCode, StepFacts } from "../codes.ts";

export interface Words {
  /** The headline, without a full stop. */
  readonly title: string;
  /** Further sentences; "" if the title needs none. */
  readonly text: string;
}

export type TextsOf<C extends Code> = {
  readonly [K in C]: (facts: FactsOf<K>) => Words;
};

export type StepsOf<C extends StepCode> = {
  readonly [K in C]: (facts: StepFacts<K>) => string;
};

/** The sentences for the verdicts of one tool or several. */
export interface Language {
  readonly texts: Partial<TextsOf<Code>>;
  readonly steps: Partial<StepsOf<StepCode>>;
  /** A title as a sentence. */
  readonly sentence: (title: string) => string;
}
