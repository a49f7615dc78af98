import { type ReactNode, useId } from "react";
import * as styles from "./card.module.css";
import { withCommas } from "../../../../core/kernel/formatting.ts";

export function Card({ children }: { children: ReactNode }) {
  return <div className={styles.card}>{children}</div>;
}

interface SectionProps {
  heading: string;
  /** The number of things below, next to the heading. Numbers are formatted with commas. */
  count?: ReactNode;
  /** At the end of the heading's line, such as buttons. */
  aside?: ReactNode;
  /** Contains only controls, so it is not printed. */
  screenOnly?: boolean;
  children: ReactNode;
}

/** A card with a heading, which is also the name of its region. */
export function Section({ heading, count, aside, screenOnly, children }: SectionProps) {
  const id = useId();
  return (
    <section
      className={styles.card}
      aria-labelledby={id}
      data-print={screenOnly ? "none" : undefined}
    >
      <div className={styles.head}>
        <div className={styles.title}>
          <h2 id={id}>{heading}</h2>
          {count !== undefined && (
            <span className={styles.count}>
              {typeof count === "number" ? withCommas(count) : count}
            </span>
          )}
        </div>
        {aside && <div className={styles.aside}>{aside}</div>}
      </div>
      {children}
    </section>
  );
}
