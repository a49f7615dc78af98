import type { ReactNode } from "react";
import * as styles from "./item-list.module.css";

export interface Item {
  /** Left out where the content speaks for itself. */
  title?: ReactNode;
  /** Beside the title: an OID or a code. */
  data?: string;
  /** Beside the title: a pill. */
  status?: ReactNode;
  children?: ReactNode;
}

/** Things one below the other, each with a title and what is to be said of it. */
export function ItemList({ items }: { items: readonly Item[] }) {
  return (
    <ul className={styles.items}>
      {items.map((item, index) => (
        <li key={index}>
          {item.title && (
            <div className={styles.head}>
              <span className={styles.title}>{item.title}</span>
              {item.data && <span className={styles.data}>{item.data}</span>}
              {item.status}
            </div>
          )}
          {item.children}
        </li>
      ))}
    </ul>
  );
}

/** A few words beside each other. */
export function Chips({ words }: { words: readonly string[] }) {
  return (
    <ul className={styles.chips}>
      {words.map((word) => <li key={word}>{word}</li>)}
    </ul>
  );
}
