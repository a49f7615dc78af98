import type { IconName } from "./icon-name.ts";
import * as styles from "./tone.module.css";

/** good: it holds. bad: it does not. warn: look at this. info: it is not known. */
export type Tone = "good" | "warn" | "bad" | "info" | "neutral";

export const TONE_ICON: Readonly<Record<Tone, IconName>> = {
  good: "good",
  warn: "warn",
  bad: "bad",
  info: "unknown",
  neutral: "info",
};

/** The class that gives --tone and --tone-soft their colours. */
export const toneClass = (tone: Tone): string => styles[tone];
