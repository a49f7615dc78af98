import { Fragment } from "react";
import { codePointOf, counted, UNSEEN } from "../../../../core/kernel/formatting.ts";
import { classNames } from "../../lib/text.ts";
import * as styles from "./value.module.css";

interface ValueProps {
  children: string | null;
  /** In the monospaced font, for OIDs, addresses and names as data. */
  data?: boolean;
}

/**
 * Untrusted text. It may wrap anywhere, is isolated from the direction of the text around it, and shows
 * its invisible characters.
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

interface HexProps {
  /** Hex pairs, with or without ":" between them, and an optional "-" before them. */
  value: string;
  /** The maximum number of bytes shown. The rest is only counted. */
  limit?: number;
}

/** Bytes as pairs of hex digits. Lines break only between pairs. A negative serial number keeps its sign. */
export function Hex({ value, limit = 256 }: HexProps) {
  const isNegative = value.startsWith("-");
  const digits = isNegative ? value.slice(1) : value;
  const pairs = digits.includes(":") ? digits.split(":") : digits.match(/../g) ?? [];
  const rest = pairs.length - limit;
  return (
    <span className={styles.hex}>
      {isNegative && "−"}
      {pairs.slice(0, limit).map((pair, index) => (
        <Fragment key={index}>
          {index > 0 && (
            <>
              :<wbr />
            </>
          )}
          {pair}
        </Fragment>
      ))}
      {rest > 0 && ` … and ${counted(rest, "more byte")}`}
    </span>
  );
}

/** A row of short words, which may be untrusted. */
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
