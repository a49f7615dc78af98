import type { ReactNode } from "react";
import * as styles from "./hidden.module.css";

/** Text that only screen readers read. */
export function Hidden({ children }: { children: ReactNode }) {
  return <span className={styles.hidden}>{children}</span>;
}
