import { classNames } from "../../lib/text.ts";
import { codePointOf, UNSEEN } from "../../../../core/kernel/formatting.ts";
import * as styles from "./value.module.css";

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
          ? <mark key={index} className={styles.mark}>{codePointOf(character)}</mark>
          : character
      )}
    </bdi>
  );
}
