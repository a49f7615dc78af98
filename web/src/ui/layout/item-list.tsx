import type { ReactNode } from "react";
import * as styles from "./item-list.module.css";

export interface Item {
  /** Absent if the content needs no title. */
  title?: ReactNode;
  /** Beside the title: an OID or a code. */
  data?: string;
  /** Beside the title: a pill. */
  status?: ReactNode;
  children?: ReactNode;
}

/** Items one below the other, each with a title and what there is to say about it. */
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
