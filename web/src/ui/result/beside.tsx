/** The layout of a result: columns of cards, and the row of actions. */
import type { ReactNode } from "react";
import { Stack } from "../layout/layout.tsx";
import * as styles from "./beside.module.css";

/**
 * Two columns of cards in a wide result, and one column otherwise. The first column comes first in the
 * reading order.
 */
export function Beside({ first, second }: { first: ReactNode; second: ReactNode }) {
  return (
    <div className={styles.beside}>
      <Stack>{first}</Stack>
      <Stack>{second}</Stack>
    </div>
  );
}

/** The row of actions below a verdict. Menus open below it. */
export function Actions({ children }: { children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>;
}
