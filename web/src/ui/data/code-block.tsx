import { useId } from "react";
import * as styles from "./code-block.module.css";
import { CopyButton } from "../base/copy-button.tsx";

interface CodeBlockProps {
  /** The title above it. */
  title: string;
  code: string;
  /** The accessible name of the copy button, if the title alone is not unique. */
  copyName?: string;
}

/** Code to read and to take along. It scrolls within itself, by keyboard too. */
export function CodeBlock({ title, code, copyName = `Copy ${title}` }: CodeBlockProps) {
  const id = useId();
  return (
    <div className={styles.block}>
      <div className={styles.head}>
        <span id={id} className={styles.title}>{title}</span>
        <CopyButton text={code} name={copyName} />
      </div>
      <pre className={styles.code} tabIndex={0} role="group" aria-labelledby={id}>{code}</pre>
    </div>
  );
}
