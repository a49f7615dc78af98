import type { ReactNode } from "react";
import * as styles from "./toast.module.css";

/** The corner of the window for toasts, the latest on top. */
export function Corner({ children }: { children: ReactNode }) {
  return <div className={styles.corner}>{children}</div>;
}

/** An offer in the corner that does not interrupt the user. */
export function Toast({ children, actions }: { children: ReactNode; actions: ReactNode }) {
  return (
    <div role="status" className={styles.toast}>
      <p>{children}</p>
      <div className={styles.actions}>{actions}</div>
    </div>
  );
}
