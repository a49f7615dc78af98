import type { ReactNode } from "react";
import styles from "./disclosure.module.css";
import { Icon } from "./icon.tsx";

/** What is there for those who want it. */
export function Disclosure({ summary, children }: { summary: string; children: ReactNode }) {
  return (
    <details className={styles.disclosure}>
      <summary>
        <Icon name="chevron" size={16} />
        {summary}
      </summary>
      <div className={styles.content}>{children}</div>
    </details>
  );
}
