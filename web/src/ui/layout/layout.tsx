/** How things are arranged, so that pages have no CSS of their own. */
import type { ReactNode, Ref } from "react";
import { classNames } from "../../lib/text.ts";
import * as styles from "./layout.module.css";

type Gap = 1 | 2 | 3 | 4 | 5 | 6 | 7;

interface BoxProps {
  /** Distance between the children, in steps of the space scale. */
  gap?: Gap;
  children: ReactNode;
}

/** One below the other. `label` names them as a group. */
export function Stack({ gap = 4, label, children }: BoxProps & { label?: string }) {
  return (
    <div
      className={classNames(styles.stack, styles[`gap${gap}`])}
      role={label && "group"}
      aria-label={label}
    >
      {children}
    </div>
  );
}

/** Beside each other, wrapping; `spread` pushes the first and last to the ends. */
export function Row({ gap = 3, spread, children }: BoxProps & { spread?: boolean }) {
  return (
    <div className={classNames(styles.row, styles[`gap${gap}`], spread && styles.spread)}>
      {children}
    </div>
  );
}

/** Cards of one width, as many in a row as fit. */
export function Grid({ gap = 4, children }: BoxProps) {
  return <div className={classNames(styles.grid, styles[`gap${gap}`])}>{children}</div>;
}

/** Fields of a form: two in a row if they fit; one that is alone takes the whole row. */
export function Pairs({ gap = 4, children }: BoxProps) {
  return <div className={classNames(styles.pairs, styles[`gap${gap}`])}>{children}</div>;
}

/** The page's content; the skip link leads here, and focus comes here when the page changes. */
export function Main({ children, ref }: { children: ReactNode; ref?: Ref<HTMLElement> }) {
  return <main id="content" tabIndex={-1} ref={ref} className={styles.main}>{children}</main>;
}

interface PageHeaderProps {
  heading: string;
  lead?: ReactNode;
  /** At the end of the line: the control that says where the tool runs. */
  aside?: ReactNode;
}

export function PageHeader({ heading, lead, aside }: PageHeaderProps) {
  return (
    <header className={styles.header}>
      <div>
        <h1>{heading}</h1>
        {lead && <p className={styles.lead}>{lead}</p>}
      </div>
      {aside}
    </header>
  );
}

interface ColumnsProps {
  input: ReactNode;
  result: ReactNode;
  /** Keeps a short input in view while a long result scrolls by. */
  sticky?: boolean;
  /**
   * The right side shows one of the things on the left; a narrow screen shows it in their place.
   */
  detail?: boolean;
}

/** Input left, result right; on a narrow screen one below the other in the same order. */
export function Columns({ input, result, sticky, detail }: ColumnsProps) {
  return (
    <div className={styles.columns}>
      <div
        className={classNames(styles.input, sticky && styles.sticky)}
        data-away={detail || undefined}
      >
        {input}
      </div>
      <div>{result}</div>
    </div>
  );
}

/** Shown only where input and result are one below the other. */
export function NarrowOnly({ children }: { children: ReactNode }) {
  return <div className={styles.narrow}>{children}</div>;
}

/** Text with controls beside it; on a narrow screen one below the other. */
export function Split({ children }: { children: ReactNode }) {
  return <div className={styles.split}>{children}</div>;
}

/** For screen readers alone. */
export function Hidden({ children }: { children: ReactNode }) {
  return <span className={styles.hidden}>{children}</span>;
}
