import { classNames } from "../../lib/class-names.ts";
import * as styles from "./value.module.css";

/**
 * Invisible characters that change how the rest is read: controls, changes of direction, zero-width
 * characters. A name in a certificate may use them to look like another.
 */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

interface ValueProps {
  children: string | null;
  /** In the monospaced face: OIDs, addresses, names as data. */
  data?: boolean;
}

/**
 * Text from outside: it wraps anywhere, its direction changes nothing around it, and invisible
 * characters are shown.
 */
export function Value({ children, data }: ValueProps) {
  if (children === null) return <span className={styles.absent}>Not given</span>;
  const className = classNames(styles.value, data && styles.data);
  if (!UNSEEN.test(children)) return <bdi className={className}>{children}</bdi>;
  return (
    <bdi className={className}>
      {[...children].map((character, index) =>
        UNSEEN.test(character)
          ? <mark key={index} className={styles.mark}>{codePoint(character)}</mark>
          : character
      )}
    </bdi>
  );
}

function codePoint(character: string): string {
  return `U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, "0")}`;
}
