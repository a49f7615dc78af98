import type { ReactNode } from "react";
import * as styles from "./steps.module.css";

interface Step {
  heading: string;
  children: ReactNode;
}

/** Numbered instructions. */
export function Steps({ steps }: { steps: readonly Step[] }) {
  return (
    <ol className={styles.steps}>
      {steps.map(({ heading, children }) => (
        <li key={heading}>
          <h3>{heading}</h3>
          {children}
        </li>
      ))}
    </ol>
  );
}
