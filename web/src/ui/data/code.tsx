import { type ReactNode, useId } from "react";
import * as blockStyles from "./code-block.module.css";
import { CopyButton } from "../base/copy-button.tsx";
import { classNames } from "../../lib/text.ts";
import * as styles from "../base/code.module.css";

interface CodeBlockProps {
  /** The title above it. */
  title: string;
  code: string;
  /** The accessible name of the copy button, if the title is not unique. */
  copyName?: string;
}

/** Code with a copy button. It scrolls, also by keyboard. */
export function CodeBlock({ title, code, copyName = `Copy ${title}` }: CodeBlockProps) {
  const id = useId();
  return (
    <div className={blockStyles.block}>
      <div className={blockStyles.head}>
        <span id={id} className={blockStyles.title}>{title}</span>
        <CopyButton text={code} name={copyName} />
      </div>
      <pre className={blockStyles.code} tabIndex={0} role="group" aria-labelledby={id}>{code}</pre>
    </div>
  );
}

interface CodeOutputProps {
  label: string;
  value: string;
  rows?: number;
}

/** A read-only text area with a result. Only screen readers read its label. */
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
  /** The purpose of the command, shown above it. */
  children: ReactNode;
  command: string;
  /** The accessible name of the copy button. */
  copyName: string;
}

/** An option, as in "openssl x509 -noout". Lines do not break after its hyphen. */
const OPTION = /(?<=\s)(-\w+)/;

/** A command line that can be copied. */
export function Command({ children, command, copyName }: CommandProps) {
  return (
    <div className={styles.command}>
      <p>{children}</p>
      <pre className={styles.well} role="group" aria-label="Command">
        {command.split(OPTION).map((part, index) =>
          index % 2 === 1 ? <span key={index} className={styles.option}>{part}</span> : part
        )}
      </pre>
      <CopyButton text={command} name={copyName} />
    </div>
  );
}
