/** Layout components, so that pages need no CSS. */
import type { ReactNode, Ref } from "react";
import { classNames } from "../../lib/text.ts";
import * as styles from "./layout.module.css";

type Gap = 1 | 2 | 3 | 4 | 5 | 6 | 7;

interface BoxProps {
  /** The distance between the children, in steps of the spacing scale. */
  gap?: Gap;
  children: ReactNode;
}

/** A column. `label` names the children as a group. */
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

/** A row that wraps. `spread` moves the first and the last child to the ends. */
export function Row({ gap = 3, spread, children }: BoxProps & { spread?: boolean }) {
  return (
    <div className={classNames(styles.row, styles[`gap${gap}`], spread && styles.spread)}>
      {children}
    </div>
  );
}

/** Cards of equal width, as many in a row as fit. */
export function Grid({ gap = 4, children }: BoxProps) {
  return <div className={classNames(styles.grid, styles[`gap${gap}`])}>{children}</div>;
}

/**
 * Form fields, two in a row if they fit. A single field takes the whole row. `short` values fit two in a
 * row of the narrow form next to a result.
 */
export function Pairs({ gap = 4, short, children }: BoxProps & { short?: boolean }) {
  return (
    <div className={classNames(styles.pairs, styles[`gap${gap}`], short && styles.short)}>
      {children}
    </div>
  );
}

/** Form fields below one another; in a form that has the page's width, in one row. */
export function FieldRow({ children }: { children: ReactNode }) {
  return <div className={classNames(styles.stack, styles.gap4, styles.fieldRow)}>{children}</div>;
}

/** The page's content, where the skip link leads. Without JavaScript a notice is at its top. */
export function Main({ children, ref }: { children: ReactNode; ref?: Ref<HTMLElement> }) {
  return (
    <main id="content" tabIndex={-1} ref={ref} className={styles.main}>
      {/* React leaves the prerendered text as it is. */}
      <noscript>
        {import.meta.env.SSR &&
          "The tools need JavaScript. Turn it on and reload the page."}
      </noscript>
      {children}
    </main>
  );
}

interface PageHeaderProps {
  heading: string;
  lead?: ReactNode;
  /** At the end of the line, such as the choice of where the tool runs. */
  aside?: ReactNode;
}

export function PageHeader({ heading, lead, aside }: PageHeaderProps) {
  return (
    <header className={styles.header}>
      <div>
        <h1 tabIndex={-1}>{heading}</h1>
        {lead && <p className={styles.lead}>{lead}</p>}
      </div>
      {aside}
    </header>
  );
}

interface ColumnsProps {
  input: ReactNode;
  result: ReactNode;
  /** Keeps a short input in view while a long result scrolls. */
  sticky?: boolean;
  /** The input has the page's width, and the result is below it. */
  wide?: boolean;
  /** On a narrow screen the result is above the input. */
  resultFirst?: boolean;
  /** The left side is a list of items. From 1200 px it stays in view and scrolls by itself. */
  list?: boolean;
  /** The right side shows an item of the left side, and replaces it on a narrow screen. */
  detail?: boolean;
}

/**
 * Input on the left, result on the right. On a narrow screen the result is below the input. The input
 * never folds: all of its controls can be used next to a result too.
 */
export function Columns(
  { input, result, sticky, wide, resultFirst, list, detail }: ColumnsProps,
) {
  return (
    <div className={classNames(styles.columns, wide && styles.wide)}>
      <div
        className={classNames(styles.input, sticky && styles.sticky, list && styles.list)}
        data-away={detail || undefined}
      >
        {input}
      </div>
      <div className={classNames(styles.result, resultFirst && styles.first)}>{result}</div>
    </div>
  );
}

/** Shown only on a narrow screen, where the result is below the input. */
export function NarrowOnly({ children }: { children: ReactNode }) {
  return <div className={styles.narrow}>{children}</div>;
}

/** Text with controls next to it, or below it on a narrow screen. */
export function Split({ children }: { children: ReactNode }) {
  return <div className={styles.split}>{children}</div>;
}
