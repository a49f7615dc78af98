/** The verdict of a tool's page on an answer, as a pure function of the answer gives it. */
import type { Tone } from "../ui/base/tone.ts";

export interface Judgement {
  tone: Tone;
  /** The headline: the one fact that the user came for, with its object. */
  title: string;
  /** The cause or the scope, in a sentence or two; "" if the headline says it all. */
  text: string;
  /** The one thing to do now, as a sentence; null if there is nothing to do. */
  next: string | null;
}
