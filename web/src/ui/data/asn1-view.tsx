/**
 * The ASN.1 tree next to the bytes. Selecting in one marks the other. Both render only the lines in
 * view, so that a mebibyte costs no more than a certificate.
 */
import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import * as styles from "./asn1-view.module.css";
import { Button } from "../base/button.tsx";
import { CopyButton } from "../base/copy-button.tsx";
import { Line, marksIn, octetAt, TreeRow } from "./asn1-rows.tsx";
import { Value } from "./value.tsx";
import { withCommas, withoutEnd } from "../../../../core/kernel/formatting.ts";
import {
  type Asn1Element,
  childOf,
  fieldAt,
  type FieldPlace,
  hexOf,
  innermost,
  parentOf,
  pathOf,
  wholeValue,
} from "./asn1-nodes.ts";

interface Asn1ViewProps {
  bytes: Uint8Array;
  nodes: readonly Asn1Element[];
  /** The reason why the tree is incomplete; null if it is complete. */
  problem: string | null;
  /** The byte whose element is selected first. */
  at?: number;
  /** Returns a note next to the name of an object identifier. */
  about?: (oid: string) => ReactNode;
  /** Fields that the page shows elsewhere. `onField` leads to one of them. */
  fields?: readonly FieldPlace[];
  onField?: (field: string) => void;
  /** Returns the address of a byte; absent if no link may hold the object. */
  linkTo?: (offset: number) => string;
  onLinked?: () => void;
}

/** Bytes per line, on a wide and on a narrow screen. */
const WIDE = 16;
const NARROW = 8;
/** Lines rendered above and below the visible ones. */
const BEYOND = 12;
/** Elements that Page Up and Page Down skip. */
const PAGE = 12;

export function Asn1View(
  { bytes, nodes, problem, at = 0, about, fields = [], onField, linkTo, onLinked }: Asn1ViewProps,
) {
  const id = useId();
  const [chosen, setChosen] = useState(() => Math.max(0, innermost(nodes, at)));
  const tree = useRef<HTMLDivElement>(null);
  const hex = useRef<HTMLDivElement>(null);
  const [line, setLine] = useState(WIDE);
  const node = nodes[chosen];
  // All lines have the same height, so the position of a line follows from its number.
  useLayoutEffect(() => {
    if (!node) return;
    setLine(hex.current!.parentElement!.clientWidth < 60 * rem() ? NARROW : WIDE);
    reveal(tree.current!, chosen);
    reveal(hex.current!, Math.floor(node.offset / line));
  }, [chosen, line, node]);
  if (!node) return <p>{problem ?? ""}</p>;

  const field = onField ? fieldAt(nodes, fields, chosen) : null;
  const move = (to: number) => setChosen(Math.max(0, Math.min(nodes.length - 1, to)));
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Enter" && field !== null) {
      event.preventDefault();
      onField!(field);
    }
    const to = KEYS[event.key]?.(chosen, nodes);
    if (to === undefined) return;
    event.preventDefault();
    if (to !== -1) move(to);
  };
  const onBytesClick = (event: MouseEvent) => {
    const offset = octetAt(event.target as Element, event.clientX);
    if (offset === null) return;
    const index = innermost(nodes, offset);
    if (index !== -1) setChosen(index);
  };
  const end = node.offset + node.headerLength + node.length;
  const path = pathOf(nodes, chosen);
  return (
    <div className={styles.view}>
      <div className={styles.about}>
        <p role="status">
          Byte {withCommas(node.offset)}: {node.tag}, {node.headerLength} +{" "}
          {withCommas(node.length)} bytes, path {path}
        </p>
        {node.value && (
          <p className={styles.whole}>
            <Value data>{node.value}</Value> {node.tag === "OBJECT IDENTIFIER" &&
              about?.(withoutEnd(node.value.slice(node.value.lastIndexOf("(") + 1), ")"))}
          </p>
        )}
        <div className={styles.copies}>
          <CopyButton label="Copy value" text={() => wholeValue(bytes, node)} />
          <CopyButton label="Copy path" text={path} />
          <CopyButton label="Copy bytes" text={() => hexOf(bytes, node.offset, end)} />
          {linkTo && (
            <CopyButton
              label="Copy link to byte"
              text={() => linkTo(node.offset)}
              onCopied={onLinked}
            />
          )}
          {field !== null && (
            <Button
              size="small"
              kind="quiet"
              onClick={() => onField!(field)}
            >
              Show field {field}
            </Button>
          )}
        </div>
      </div>
      <Windowed
        pane={tree}
        count={nodes.length}
        className={styles.tree}
        attributes={{
          "role": "tree",
          "aria-label": "ASN.1 elements",
          "aria-activedescendant": `${id}-${chosen}`,
        }}
        onKeyDown={onKeyDown}
        onClick={(event) => {
          const row = (event.target as HTMLElement).closest<HTMLElement>("[data-index]");
          if (row) setChosen(Number(row.dataset.index));
        }}
        row={(index) => (
          <TreeRow
            key={index}
            id={id}
            index={index}
            node={nodes[index]}
            isChosen={index === chosen}
          />
        )}
        always={chosen}
      />
      <Windowed
        pane={hex}
        count={Math.ceil(bytes.length / line)}
        className={styles.bytes}
        attributes={{ "role": "group", "aria-label": "Bytes; arrow keys move between elements" }}
        onKeyDown={onKeyDown}
        onClick={onBytesClick}
        row={(index) => (
          <Line
            key={index}
            bytes={bytes}
            start={index * line}
            size={line}
            {...marksIn(node, index * line, line)}
          />
        )}
      />
      {problem && <p className={styles.problem}>{problem}</p>}
    </div>
  );
}

/** The element that a key moves to, or -1. */
const KEYS: Readonly<
  Record<string, (chosen: number, nodes: readonly Asn1Element[]) => number>
> = {
  ArrowDown: (chosen) => chosen + 1,
  ArrowUp: (chosen) => chosen - 1,
  ArrowRight: (chosen, nodes) => childOf(nodes, chosen),
  ArrowLeft: (chosen, nodes) => parentOf(nodes, chosen),
  PageDown: (chosen) => chosen + PAGE,
  PageUp: (chosen) => Math.max(0, chosen - PAGE),
  Home: () => 0,
  End: (_, nodes) => nodes.length - 1,
};

const rem = () => parseFloat(getComputedStyle(document.documentElement).fontSize);
/** The height of a line in rem, as in the style sheet. */
const ROW = 1.5;
const rowHeight = () => ROW * rem();

/** Scrolls the pane, but not the page, until the line is in view. */
function reveal(pane: HTMLElement, index: number): void {
  const top = index * rowHeight();
  const { scrollTop, clientHeight } = pane;
  if (top >= scrollTop && top + rowHeight() <= scrollTop + clientHeight) return;
  pane.scrollTop = Math.max(0, top - clientHeight / 3);
}

interface WindowedProps {
  pane: RefObject<HTMLDivElement | null>;
  /** The number of lines. All have the same height. */
  count: number;
  className: string;
  attributes: Readonly<Record<string, string>>;
  row: (index: number) => ReactNode;
  /** A line that is always rendered. */
  always?: number;
  onKeyDown: (event: KeyboardEvent) => void;
  onClick: (event: MouseEvent) => void;
}

/** A pane that renders only the lines in view. */
function Windowed(
  { pane, count, className, attributes, row, always, onKeyDown, onClick }: WindowedProps,
) {
  const [first, setFirst] = useState(0);
  const [shown, setShown] = useState(3 * BEYOND);
  const follow = () => {
    const { scrollTop, clientHeight } = pane.current!;
    const height = rowHeight();
    setShown(Math.ceil(clientHeight / height) + 2 * BEYOND);
    // Change in steps, so that the pane does not render for every pixel of scrolling.
    setFirst(Math.max(0, Math.floor(scrollTop / height / BEYOND) * BEYOND - BEYOND));
  };
  useEffect(follow, []);
  const all = useRef<HTMLDivElement>(null);
  const part = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    all.current!.style.blockSize = `${count * ROW}rem`;
    part.current!.style.translate = `0 ${first * ROW}rem`;
  }, [count, first]);
  const end = Math.min(count, first + shown);
  const isApart = always !== undefined && (always < first || always >= end);
  return (
    <div
      ref={pane}
      className={className}
      // A scrollable area must be reachable by keyboard.
      tabIndex={0}
      {...attributes}
      onScroll={follow}
      onKeyDown={onKeyDown}
      onClick={onClick}
    >
      <div ref={all} role="presentation">
        <div ref={part} role="presentation">
          {Array.from({ length: end - first }, (_, index) => row(first + index))}
        </div>
        {isApart && <div role="presentation" className={styles.apart}>{row(always)}</div>}
      </div>
    </div>
  );
}
