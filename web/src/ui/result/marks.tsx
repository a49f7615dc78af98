/** A row of marks, each with a colour, a word and, on request, its reason. */
import { type ReactNode, useId, useState } from "react";
import { classNames } from "../../lib/text.ts";
import { Icon } from "../base/icon.tsx";
import type { IconName } from "../base/icon-name.ts";
import { Hidden } from "../base/hidden.tsx";
import { type Tone, TONE_ICON, toneClass } from "../base/tone.ts";
import * as styles from "./marks.module.css";

export interface ShownMark {
  name: string;
  tone: Tone;
  word: string;
  /** One sentence, which paper and Markdown show too. */
  reason: string;
  /** All that is shown on request; the reason if absent. */
  details?: ReactNode;
}

/** In a row of answers the plain signs for yes and no. */
const SIGNS: Partial<Record<Tone, IconName>> = { good: "check", bad: "close" };

interface MarkRowProps {
  /** Names the row. */
  label: string;
  marks: readonly ShownMark[];
}

/** The reason of one mark at a time is shown below the row, so that the marks keep their places. */
export function MarkRow({ label, marks }: MarkRowProps) {
  const id = useId();
  const [open, setOpen] = useState<string | null>(null);
  const shown = marks.find(({ name }) => name === open);
  return (
    <div>
      <ul className={styles.row} aria-label={label}>
        {marks.map(({ name, tone, word, reason }) => (
          <li key={name} className={classNames(styles.mark, toneClass(tone))}>
            <Icon name={SIGNS[tone] ?? TONE_ICON[tone]} size={18} />
            <strong className={styles.name}>{name}</strong>
            <span className={styles.word}>{word}</span>
            <span className={styles.reason}>{reason}</span>
            <button
              type="button"
              className={styles.why}
              aria-expanded={name === open}
              aria-controls={id}
              onClick={() =>
                setOpen(name === open ? null : name)}
            >
              <Hidden>{`${name}: ${word}. Why?`}</Hidden>
            </button>
          </li>
        ))}
      </ul>
      <div id={id} data-print="none" aria-live="polite">
        {shown && (
          <div className={classNames(styles.shown, toneClass(shown.tone))}>
            {shown.details ?? <p>{shown.reason}</p>}
          </div>
        )}
      </div>
    </div>
  );
}
