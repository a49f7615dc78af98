import type { ReactNode } from "react";
import { classNames } from "../../lib/text.ts";
import * as styles from "./item-list.module.css";

export interface Item {
  /** Absent if the content needs no title. */
  title?: ReactNode;
  /** Next to the title, such as an OID or a code. */
  data?: string;
  /** Next to the title, such as a status pill. */
  status?: ReactNode;
  children?: ReactNode;
}

interface ItemListProps {
  items: readonly Item[];
  /** Continues the list above, so it begins with a separator. */
  continues?: boolean;
  /** The items are findings, which the search of the page lists by their titles. */
  findings?: boolean;
}

/** A list of items, each with a title and content. */
export function ItemList({ items, continues, findings }: ItemListProps) {
  return (
    <ul className={classNames(styles.items, continues && styles.continues)}>
      {items.map((item, index) => (
        <li key={index}>
          {item.title && (
            <div className={styles.head}>
              <span className={styles.title} data-finding={findings}>{item.title}</span>
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
