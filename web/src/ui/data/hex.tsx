import { Fragment } from "react";
import * as styles from "../base/code.module.css";
import { counted } from "../../../../core/kernel/formatting.ts";

interface HexProps {
  /** Hex pairs, joined by ":" or not at all; "-" may be before them. */
  value: string;
  /** Bytes shown at most; the rest is counted. */
  limit?: number;
}

/**
 * Bytes as pairs of hexadecimal digits. Lines break only between pairs. A negative serial number
 * has its sign before them.
 */
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
