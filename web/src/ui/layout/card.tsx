import { type ReactNode, useContext, useLayoutEffect } from "react";
import { classNames } from "../../lib/text.ts";
import * as styles from "./card.module.css";
import { IndexContext } from "./contexts.ts";
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

/**
 * A card with a heading. It is not a landmark, because a result has a dozen cards, and their names would
 * be found as the labels of fields.
 */
export function Section({ heading, count, aside, screenOnly, children }: SectionProps) {
  const listed = useListed(heading);
  return (
    <section
      className={classNames(styles.card, styles.section)}
      {...listed}
      data-print={screenOnly ? "none" : undefined}
    >
      <div className={styles.head}>
        <div className={styles.title}>
          <h2>{heading}</h2>
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

/**
 * The attributes of an element that the index of a long result lists under `heading`
 * (`ResultSections`).
 */
export function useListed(heading: string): { "data-listed"?: string; tabIndex?: number } {
  const changed = useContext(IndexContext);
  useLayoutEffect(() => {
    changed?.();
    return () => changed?.();
  }, [changed, heading]);
  return changed ? { "data-listed": heading, tabIndex: -1 } : {};
}
