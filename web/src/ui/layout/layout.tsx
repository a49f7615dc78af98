/** Layout components, so that pages need no CSS. */
import { type ReactNode, type Ref, useId, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { classNames } from "../../lib/text.ts";
import { Button } from "../base/button.tsx";
import { FoldingContext } from "./contexts.ts";
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

/** Form fields, two in a row if they fit. A single field takes the whole row. */
export function Pairs({ gap = 4, children }: BoxProps) {
  return <div className={classNames(styles.pairs, styles[`gap${gap}`])}>{children}</div>;
}

/** The page's content. The skip link leads to it. */
export function Main({ children, ref }: { children: ReactNode; ref?: Ref<HTMLElement> }) {
  return <main id="content" tabIndex={-1} ref={ref} className={styles.main}>{children}</main>;
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
  /**
   * One line that names the input, such as a file name or a host, and never a secret. If given, a
   * result folds the input into a strip with this line from 1200 px, and takes the full width.
   */
  summary?: string | null;
  /** Keeps a short input in view while a long result scrolls. */
  sticky?: boolean;
  /** On a narrow screen the result is above the input. */
  resultFirst?: boolean;
  /** The left side is a list of items. From 1200 px it is narrow, stays in view and scrolls by itself. */
  list?: boolean;
  /** The right side shows an item of the left side, and replaces it on a narrow screen. */
  detail?: boolean;
}

/** A field to type in; buttons that open a file contain inputs too. */
const FIELD = "textarea, select, input:not([type=file])";

/** Input on the left, result on the right. On a narrow screen the result is below the input. */
export function Columns(
  { input, result, summary, sticky, resultFirst, list, detail }: ColumnsProps,
) {
  const id = useId();
  const form = useRef<HTMLDivElement>(null);
  const [wantsFolded, setFolded] = useState(false);
  /** The attribute is on each element that it styles, so that browsers compute few styles again. */
  const folded = wantsFolded && Boolean(summary) || undefined;
  const unfold = () => {
    flushSync(() => setFolded(false));
    form.current!.querySelector<HTMLElement>(FIELD)?.focus();
  };
  return (
    <div
      className={classNames(styles.columns, list && styles.withList)}
      data-folded={folded}
    >
      <div
        className={classNames(styles.input, sticky && styles.sticky, list && styles.list)}
        data-away={detail || undefined}
        data-folded={folded}
      >
        {folded && (
          <div className={styles.strip} data-print="none">
            <p className={styles.summary}>
              <Hidden>Input:</Hidden> {summary}
            </p>
            <Button size="small" aria-expanded={false} aria-controls={id} onClick={unfold}>
              Change
            </Button>
          </div>
        )}
        <div ref={form} id={id} className={styles.form} data-folded={folded}>{input}</div>
      </div>
      <div className={classNames(styles.result, resultFirst && styles.first)}>
        <FoldingContext value={setFolded}>{result}</FoldingContext>
      </div>
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

/** Text that only screen readers read. */
export function Hidden({ children }: { children: ReactNode }) {
  return <span className={styles.hidden}>{children}</span>;
}
