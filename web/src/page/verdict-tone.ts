/** How a page draws the levels of verdicts. */
import type { Level } from "../../../core/verdict/levels.ts";
import type { Tone } from "../ui/base/tone.ts";

const TONES: Readonly<Record<Level, Tone>> = {
  bad: "bad",
  warning: "warn",
  note: "info",
  good: "good",
};

export const toneOf = (level: Level): Tone => TONES[level];
