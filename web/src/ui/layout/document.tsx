/** The parts of a documentation page: table of contents, linkable parts, tables. */
import type { ReactNode } from "react";
import * as styles from "./document.module.css";

interface DocumentPart {
  /** The fragment of the part's address. */
  id: string;
  title: string;
  /** In the monospaced font, for a path. */
  data?: boolean;
}

interface DocumentProps {
  parts: readonly DocumentPart[];
  children: ReactNode;
}

export function Document({ parts, children }: DocumentProps) {
  return (
    <div className={styles.document}>
      <nav className={styles.contents} aria-labelledby="contents">
        <h2 id="contents">On this page</h2>
        <ul>
          {parts.map(({ id, title, data }) => (
            <li key={id}>
              <a href={`#${id}`} className={data ? styles.data : undefined}>{title}</a>
            </li>
          ))}
        </ul>
      </nav>
      <div className={styles.body}>{children}</div>
    </div>
  );
}

/** A part of the page that the table of contents links to. */
export function Part({ id, children }: { id: string; children: ReactNode }) {
  return <div id={id} className={styles.part}>{children}</div>;
}

/** Paragraphs in the width of the page. */
export function Prose({ children }: { children: ReactNode }) {
  return <div className={styles.prose}>{children}</div>;
}

interface Column {
  title: string;
  /** In the monospaced font. */
  data?: boolean;
}

interface DataTableProps {
  caption: string;
  columns: readonly Column[];
  /** Cells in the order of the columns. */
  rows: readonly (readonly string[])[];
}

/** On a narrow screen each row is a block, and each cell names its column. */
export function DataTable({ caption, columns, rows }: DataTableProps) {
  return (
    <table className={styles.table}>
      <caption className={styles.caption}>{caption}</caption>
      <thead>
        <tr>
          {columns.map(({ title }) => <th key={title} scope="col">{title}</th>)}
        </tr>
      </thead>
      <tbody>
        {rows.map((cells, row) => (
          <tr key={row}>
            {cells.map((cell, index) => (
              <td
                key={index}
                className={columns[index].data ? styles.data : undefined}
                data-column={index > 0 ? columns[index].title : undefined}
              >
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
