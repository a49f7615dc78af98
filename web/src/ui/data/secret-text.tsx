import { Fragment } from "react";
import * as styles from "./secret-text.module.css";
import { Hidden } from "../base/hidden.tsx";

interface SecretTextProps {
  value: string;
  shown: boolean;
  /** The separator between words, within which lines do not break; null for a single word. */
  separator?: string | null;
}

/** A secret in large letters that are easy to tell apart. One click selects all of it. */
export function SecretText({ value, shown, separator = null }: SecretTextProps) {
  if (shown) {
    return (
      <code className={styles.secret} data-words={separator !== null} translate="no">
        {separator === null ? value : <Words value={value} separator={separator} />}
      </code>
    );
  }
  return (
    <>
      <code className={styles.secret} aria-hidden="true">{"•".repeat(value.length)}</code>
      <Hidden>hidden</Hidden>
    </>
  );
}

function Words({ value, separator }: { value: string; separator: string }) {
  return value.split(separator).map((word, index) => (
    <Fragment key={index}>
      {index > 0 && (
        <>
          {separator}
          <wbr />
        </>
      )}
      {word}
    </Fragment>
  ));
}
