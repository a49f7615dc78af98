import type { ReactNode } from "react";
import styles from "./disclosure.module.css";
import { Icon } from "./icon.tsx";

export interface DisclosureProps {
  summary: string;
  /** Opens it, where something in it needs to be seen. The user may close it again. */
  open?: boolean;
  children: ReactNode;
}

/** What is there for those who want it. */
export function Disclosure({ summary, open, children }: DisclosureProps) {
  return (
    <details className={styles.disclosure} open={open || undefined}>
      <summary>
        <Icon name="chevron" size={16} />
        {summary}
      </summary>
      <div className={styles.content}>{children}</div>
    </details>
  );
}
