import { type ReactNode, useId } from "react";
import { classNames } from "../../lib/text.ts";
import * as styles from "../base/code.module.css";
import { CopyButton } from "../base/copy-button.tsx";

interface CodeOutputProps {
  label: string;
  value: string;
  rows?: number;
}

/** A read-only text area with a result in it; its label is for screen readers alone. */
export function CodeOutput({ label, value, rows = 10 }: CodeOutputProps) {
  return (
    <textarea
      readOnly
      aria-label={label}
      className={classNames(styles.well, styles.area)}
      rows={rows}
      wrap="off"
      spellCheck={false}
      autoComplete="off"
      value={value}
    />
  );
}

interface CommandProps {
  /** What the command does, shown before it. */
  children: ReactNode;
  command: string;
  /** Name of the copy button. */
  copyName: string;
}

/** An option, as in "openssl x509 -noout": no line breaks after its hyphen. */
const OPTION = /(?<=\s)(-\w+)/;

/** A command line that can be copied. */
export function Command({ children, command, copyName }: CommandProps) {
  const id = useId();
  return (
    <div className={styles.command}>
      <p id={id}>{children}</p>
      <pre className={styles.well} aria-labelledby={id}>
        {command.split(OPTION).map((part, index) =>
          index % 2 === 1 ? <span key={index} className={styles.option}>{part}</span> : part
        )}
      </pre>
      <CopyButton text={command} name={copyName} />
    </div>
  );
}
