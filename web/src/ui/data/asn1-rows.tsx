/** The lines of the ASN.1 tree and of the bytes, each rendered again only where it changes. */
import { memo } from "react";
import * as styles from "./asn1-view.module.css";
import { Value } from "./value.tsx";
import type { Asn1Element } from "./asn1-nodes.ts";

/** Elements below this depth are not indented further. */
const DEEPEST = 12;

interface TreeRowProps {
  id: string;
  index: number;
  node: Asn1Element;
  isChosen: boolean;
}

/** Rendered again only when it is chosen or no longer chosen. */
export const TreeRow = memo(({ id, index, node, isChosen }: TreeRowProps) => (
  <div
    id={`${id}-${index}`}
    role="treeitem"
    aria-level={node.depth + 1}
    aria-selected={isChosen}
    data-index={index}
    data-depth={Math.min(DEEPEST, node.depth)}
  >
    <span className={styles.offset}>{node.offset}</span>
    <span className={styles.tag}>{node.tag}</span>
    {node.value && (
      <span className={styles.value}>
        <Value>{node.value}</Value>
      </span>
    )}
  </div>
));

/** Octets of a line that are marked: the element's header and content, within the line. */
export function marksIn(
  { offset, headerLength, length }: Asn1Element,
  start: number,
  size: number,
) {
  const within = (at: number) => Math.max(0, Math.min(size, at - start));
  const body = offset + headerLength;
  return { header: within(offset), body: within(body), end: within(body + length) };
}

interface LineProps extends ReturnType<typeof marksIn> {
  bytes: Uint8Array;
  start: number;
  size: number;
}

const UNMARKED = { header: 0, body: 0, end: 0 };

/**
 * Rendered again only when its marks change. A line that is content from end to end is marked as a
 * whole: entering or leaving an element of many lines then costs one change a line.
 */
export const Line = memo(({ bytes, start, size, header, body, end }: LineProps) => {
  const length = Math.min(size, bytes.length - start);
  const whole = body === 0 && end === length ? "content" : undefined;
  const marks = whole || header >= end ? UNMARKED : { header, body, end };
  return (
    <div className={styles.line}>
      <span className={styles.address}>{start.toString(16).padStart(6, "0")}</span>
      <span className={styles.octets} data-mark={whole}>
        <Octets bytes={bytes} start={start} size={size} {...marks} />
      </span>
      <span className={styles.ascii} data-ascii={whole} aria-hidden="true">
        <Octets bytes={bytes} start={start} size={size} {...marks} ascii />
      </span>
    </div>
  );
});

const Octets = memo((
  { bytes, start, size, header, body, end, ascii }: LineProps & { ascii?: boolean },
) =>
  [...bytes.subarray(start, start + size)].map((octet, index) => {
    const isMarked = index >= header && index < end;
    const mark = isMarked ? index < body ? "header" : "content" : undefined;
    return (
      <span
        key={index}
        data-offset={start + index}
        data-mark={ascii ? undefined : mark}
        data-ascii={ascii ? mark : undefined}
      >
        {ascii ? asciiOf(octet) : octet.toString(16).padStart(2, "0")}
      </span>
    );
  })
);

const asciiOf = (octet: number) => octet >= 0x20 && octet < 0x7f ? String.fromCharCode(octet) : "·";
