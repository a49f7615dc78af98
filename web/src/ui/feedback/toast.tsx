import type { ReactNode } from "react";
import * as styles from "./toast.module.css";

/** The corner in which offers are shown, the last on top. */
export function Corner({ children }: { children: ReactNode }) {
  return <div className={styles.corner}>{children}</div>;
}

/** An offer in the corner that interrupts nothing. */
export function Toast({ children, actions }: { children: ReactNode; actions: ReactNode }) {
  return (
    <div role="status" className={styles.toast}>
      <p>{children}</p>
      <div className={styles.actions}>{actions}</div>
    </div>
  );
}
