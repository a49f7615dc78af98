import type { ReactNode } from "react";
import styles from "./scroll-area.module.css";

/**
 * A long list that stays in view beside what is shown of one of its entries: scrolled within itself
 * where there is room for both, and with the page where there is not.
 */
export function ScrollArea({ label, children }: { label: string; children: ReactNode }) {
  return (
    // What scrolls must be reachable by keyboard.
    <div className={styles.area} role="group" aria-label={label} tabIndex={0}>
      {children}
    </div>
  );
}
