import type { ReactNode } from "react";
import { classNames } from "../../lib/text.ts";
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

interface ItemListProps {
  items: readonly Item[];
  /** Begins with a line: the list goes on with the items of another one above it. */
  continues?: boolean;
}

/** Items one below the other, each with a title and what there is to say about it. */
export function ItemList({ items, continues }: ItemListProps) {
  return (
    <ul className={classNames(styles.items, continues && styles.continues)}>
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
