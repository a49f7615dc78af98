import type { IconName } from "./icon-name.ts";
import * as styles from "./tone.module.css";

/** good: valid. bad: invalid. warn: needs attention. info: unknown. */
export type Tone = "good" | "warn" | "bad" | "info" | "neutral";

export const TONE_ICON: Readonly<Record<Tone, IconName>> = {
  good: "good",
  warn: "warn",
  bad: "bad",
  info: "unknown",
  neutral: "info",
};

/** The class that sets --tone and --tone-soft. */
export const toneClass = (tone: Tone): string => styles[tone];
