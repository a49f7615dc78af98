import { type ReactNode, useState } from "react";
import styles from "./disclosure.module.css";
import { Icon } from "./icon.tsx";

export interface DisclosureProps {
  summary: string;
  /** Opens it, where something in it needs to be seen. The user may close it again. */
  open?: boolean;
  /** Draws the content when it is first opened: for what is heavy and rarely asked for. */
  late?: boolean;
  children: ReactNode;
}

/** What is there for those who want it. */
export function Disclosure({ summary, open, late = false, children }: DisclosureProps) {
  const [drawn, setDrawn] = useState(!late);
  return (
    <details
      className={styles.disclosure}
      open={open || undefined}
      onToggle={late
        ? (event) => setDrawn((before) => before || event.currentTarget.open)
        : undefined}
    >
      <summary>
        <Icon name="chevron" size={16} />
        {summary}
      </summary>
      <div className={styles.content}>{drawn && children}</div>
    </details>
  );
}
