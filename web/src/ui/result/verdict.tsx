import { createContext, type ReactNode, useContext } from "react";
import { classNames } from "../../lib/text.ts";
import { Icon } from "../base/icon.tsx";
import { type Tone, TONE_ICON, toneClass } from "../base/tone.ts";
import * as styles from "./verdict.module.css";

interface VerdictProps {
  tone: Tone;
  title: string;
  /** 1 if the page has no other main heading. */
  level?: 1 | 2;
  /** The explanation: a sentence or two. */
  children?: ReactNode;
  /** The one thing to do now: a sentence, with a button or link if the page can do it. */
  next?: ReactNode;
}

/** True around a result whose input has changed, so that its verdict may be wrong. */
export const OutdatedContext = createContext(false);

/**
 * The answer in large type, in one sentence with its one cause, and the one thing to do. Nothing if the
 * result is out of date.
 */
export function Verdict({ tone, title, level = 2, children, next }: VerdictProps) {
  if (useContext(OutdatedContext)) return null;
  const Heading = `h${level}` as const;
  return (
    <section className={classNames(styles.verdict, toneClass(tone))}>
      <Icon name={TONE_ICON[tone]} size={36} />
      <div>
        <Heading className={styles.title}>{title}</Heading>
        {children && <div className={styles.text}>{children}</div>}
        {next && <div className={styles.next}>{next}</div>}
      </div>
    </section>
  );
}
