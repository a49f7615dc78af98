import type { ReactNode } from "react";
import { classNames } from "./class-names.ts";
import { Icon } from "./icon.tsx";
import styles from "./pill.module.css";
import { type Tone, TONE_ICON, toneClass } from "./tone.ts";

/** A status in a word, with its icon. */
export function StatusPill({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <span className={classNames(styles.pill, toneClass(tone))}>
      <Icon name={tone === "good" ? "check" : TONE_ICON[tone]} size={14} />
      {children}
    </span>
  );
}
