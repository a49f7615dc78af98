import * as styles from "./chips.module.css";
import { Value } from "./value.tsx";

/** A few words next to each other; names from outside among them. */
export function Chips({ words }: { words: readonly string[] }) {
  return (
    <ul className={styles.chips}>
      {words.map((word) => (
        <li key={word}>
          <Value>{word}</Value>
        </li>
      ))}
    </ul>
  );
}
