import styles from "./secret-text.module.css";
import { Hidden } from "../layout/layout.tsx";

interface SecretTextProps {
  value: string;
  shown: boolean;
}

/** A secret in large letters that cannot be mistaken; one click selects it whole. */
export function SecretText({ value, shown }: SecretTextProps) {
  if (shown) return <code className={styles.secret} translate="no">{value}</code>;
  return (
    <>
      <code className={styles.secret} aria-hidden="true">{"•".repeat(value.length)}</code>
      <Hidden>hidden</Hidden>
    </>
  );
}
