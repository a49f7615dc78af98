/** The lines of the ASN.1 tree and of the bytes. Each renders again only when it changes. */
import { memo } from "react";
import * as styles from "./asn1-view.module.css";
import { Value } from "./value.tsx";
import type { Asn1Element } from "./asn1-nodes.ts";

/** The maximum depth of indentation. */
const DEEPEST = 12;

interface TreeRowProps {
  id: string;
  index: number;
  node: Asn1Element;
  isChosen: boolean;
}

/** Renders again only when its selection changes. */
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

/** Returns the marked octets of a line: the part of the element's header and content within it. */
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

/**
 * Renders again only when its marks change. Adjacent octets with the same mark share one HTML element:
 * with one element per octet, the browser would paint a thousand of them after each click.
 */
export const Line = memo(({ bytes, start, size, header, body, end }: LineProps) => {
  const runs = [
    { from: 0, to: header },
    { from: header, to: body, mark: "header" },
    { from: body, to: end, mark: "content" },
    { from: end, to: size },
  ].map(({ from, to, mark }) => ({
    offset: start + from,
    octets: [...bytes.subarray(start + from, start + to)],
    mark,
  })).filter(({ octets }) => octets.length > 0);
  return (
    <div className={styles.line}>
      <span className={styles.address}>{start.toString(16).padStart(6, "0")}</span>
      <span className={styles.octets}>
        {runs.map(({ offset, octets, mark }) => (
          <span key={offset} data-offset={offset} data-octets={octets.length} data-mark={mark}>
            {octets.map(hexPair).join(" ")}
          </span>
        ))}
      </span>
      <span className={styles.ascii} aria-hidden="true">
        {runs.map(({ offset, octets, mark }) => (
          <span key={offset} data-offset={offset} data-octets={octets.length} data-ascii={mark}>
            {octets.map(asciiOf).join("")}
          </span>
        ))}
      </span>
    </div>
  );
});

const hexPair = (octet: number) => octet.toString(16).padStart(2, "0");
const asciiOf = (octet: number) => octet >= 0x20 && octet < 0x7f ? String.fromCharCode(octet) : "·";

/** Returns the offset of the octet at a horizontal position; null outside the octets of a line. */
export function octetAt(target: Element, x: number): number | null {
  const run = target.closest<HTMLElement>("[data-octets]");
  if (!run) return null;
  const { left, width } = run.getBoundingClientRect();
  const count = Number(run.dataset.octets);
  // All octets have the same width.
  const index = Math.floor((x - left) / width * count);
  return Number(run.dataset.offset) + Math.max(0, Math.min(count - 1, index));
}
