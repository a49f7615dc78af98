import type { ReactNode } from "react";
import { classNames } from "../../lib/text.ts";
import { Icon } from "../base/icon.tsx";
import * as styles from "./pill.module.css";
import { type Tone, TONE_ICON, toneClass } from "../base/tone.ts";

/** A status in a word, with its icon. */
export function StatusPill({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <span className={classNames(styles.pill, toneClass(tone))}>
      <Icon name={tone === "good" ? "check" : TONE_ICON[tone]} size={14} />
      {children}
    </span>
  );
}
