import type { ReactNode } from "react";
import * as styles from "./side-by-side.module.css";

export interface Pair {
  term: string;
  before: ReactNode;
  after: ReactNode;
  /** Whether the two differ, which is emphasized. */
  differs: boolean;
}

interface SideBySideProps {
  /** The names of both columns. */
  heads: readonly [before: string, after: string];
  pairs: readonly Pair[];
}

/** The fields of two objects: in two columns, or one below the other if there is no room. */
export function SideBySide({ heads, pairs }: SideBySideProps) {
  const [first, second] = heads;
  return (
    <dl className={styles.list}>
      <div className={styles.heads} aria-hidden="true">
        <dt></dt>
        <dd>{first}</dd>
        <dd>{second}</dd>
      </div>
      {pairs.map(({ term, before, after, differs }) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd className={differs ? styles.changed : undefined}>
            <span className={styles.side}>{first}:</span> {before}
          </dd>
          <dd className={differs ? styles.changed : undefined}>
            <span className={styles.side}>{second}:</span> {after}
          </dd>
        </div>
      ))}
    </dl>
  );
}
