import { Link } from "./link.tsx";
import * as styles from "./link-list.module.css";

interface LinkListProps {
  links: readonly {
    /** A path of this app. */
    to: string;
    text: string;
    /** Behind the link, such as a clause. */
    note?: string;
  }[];
}

/** A list of many links, in columns where they fit. */
export function LinkList({ links }: LinkListProps) {
  return (
    <ul className={styles.links}>
      {links.map(({ to, text, note }) => (
        <li key={to}>
          <Link to={to}>{text}</Link>
          {note && <span>{note}</span>}
        </li>
      ))}
    </ul>
  );
}
