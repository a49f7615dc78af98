import { type ReactNode, useId } from "react";
import { classNames } from "./class-names.ts";
import { Icon } from "./icon.tsx";
import { type Tone, TONE_ICON, toneClass } from "./tone.ts";
import styles from "./verdict.module.css";

export interface VerdictProps {
  tone: Tone;
  title: string;
  children?: ReactNode;
}

/** The answer, first and large. Focus may be put on its heading. */
export function Verdict({ tone, title, children }: VerdictProps) {
  const id = useId();
  return (
    <section className={classNames(styles.verdict, toneClass(tone))} aria-labelledby={id}>
      <Icon name={TONE_ICON[tone]} size={36} />
      <div>
        <h2 id={id} className={styles.title}>{title}</h2>
        {children && <div className={styles.text}>{children}</div>}
      </div>
    </section>
  );
}
