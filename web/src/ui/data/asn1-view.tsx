import { type KeyboardEvent, type MouseEvent, useEffect, useRef, useState } from "react";
import styles from "./asn1-view.module.css";
import { Button } from "../base/button.tsx";
import { Value } from "./value.tsx";
import { pageText } from "../../lib/page-text.ts";

/** One element of the tree, in encoded order. */
interface Asn1Element {
  depth: number;
  offset: number;
  headerLength: number;
  length: number;
  tag: string;
  value: string;
}

interface Asn1ViewProps {
  bytes: Uint8Array;
  nodes: readonly Asn1Element[];
  /** Why the rest is not there. */
  problem: string | null;
}

/** Bytes of a line, and lines drawn around what is chosen. */
const LINE = 8;
const LINES = 48;
/** Elements drawn at once. */
const PART = 150;
/** Deeper than this they are not moved further in. */
const DEEPEST = 12;

/** The ASN.1 tree beside the bytes: choosing in one marks the other. */
export function Asn1View({ bytes, nodes, problem }: Asn1ViewProps) {
  const [chosen, setChosen] = useState(0);
  const [part, setPart] = useState(0);
  const tree = useRef<HTMLOListElement>(null);
  const node = nodes[chosen];
  /** The first line of bytes that is drawn. */
  const lines = Math.ceil(bytes.length / LINE);
  const [top, setTop] = useState(0);

  const showBytes = (offset: number) => {
    const line = Math.floor(offset / LINE);
    if (line < top || line >= top + LINES) setTop(Math.max(0, Math.min(line - 4, lines - LINES)));
  };
  const choose = (index: number) => {
    setChosen(index);
    setPart(Math.floor(index / PART));
    showBytes(nodes[index].offset);
  };
  const chooseByte = (offset: number) => {
    const index = innermost(nodes, offset);
    if (index !== -1) choose(index);
  };
  const fromBytes = useRef(false);
  useEffect(() => {
    if (!fromBytes.current) return;
    fromBytes.current = false;
    tree.current?.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });
  }, [chosen]);

  const onBytesClick = (event: MouseEvent) => {
    const { offset } = (event.target as HTMLElement).dataset;
    if (offset === undefined) return;
    fromBytes.current = true;
    chooseByte(Number(offset));
  };
  const onBytesKey = (event: KeyboardEvent) => {
    const steps: Readonly<Record<string, number>> = {
      ArrowRight: 1,
      ArrowDown: 1,
      ArrowLeft: -1,
      ArrowUp: -1,
    };
    if (!Object.hasOwn(steps, event.key)) return;
    event.preventDefault();
    fromBytes.current = true;
    choose(Math.max(0, Math.min(nodes.length - 1, chosen + steps[event.key])));
  };
  if (!node) return <p>{pageText(problem ?? "")}</p>;
  const parts = Math.ceil(nodes.length / PART);
  const first = part * PART;
  return (
    <div className={styles.view}>
      <div>
        <ol ref={tree} className={styles.tree} aria-label="ASN.1 elements" start={first + 1}>
          {nodes.slice(first, first + PART).map((element, index) => (
            <li key={first + index} data-depth={Math.min(DEEPEST, element.depth)}>
              <button
                type="button"
                aria-current={first + index === chosen || undefined}
                onClick={() =>
                  choose(first + index)}
              >
                <span className={styles.offset}>{element.offset}</span>
                <span className={styles.tag}>{element.tag}</span>
                {element.value && (
                  <span className={styles.value}>
                    <Value>{element.value}</Value>
                  </span>
                )}
              </button>
            </li>
          ))}
        </ol>
        {parts > 1 && (
          <Pages
            what="elements"
            text={`${first + 1} to ${Math.min(first + PART, nodes.length)} of ${nodes.length}`}
            onBack={part > 0 ? () => setPart(part - 1) : null}
            onOn={part < parts - 1 ? () => setPart(part + 1) : null}
          />
        )}
        {problem && <p className={styles.problem}>{pageText(problem)}</p>}
      </div>
      <div>
        <p className={styles.about} role="status">
          Byte {node.offset}: {node.tag}, {node.headerLength} + {node.length} bytes
        </p>
        <div
          className={styles.bytes}
          role="group"
          aria-label="Bytes; arrow keys move between elements"
          tabIndex={0}
          onClick={onBytesClick}
          onKeyDown={onBytesKey}
        >
          {Array.from(
            { length: Math.min(LINES, lines - top) },
            (_, line) => (
              <Line key={top + line} bytes={bytes} start={(top + line) * LINE} node={node} />
            ),
          )}
        </div>
        {lines > LINES && (
          <Pages
            what="bytes"
            text={`${top * LINE} to ${Math.min((top + LINES) * LINE, bytes.length) - 1} of ${
              bytes.length.toLocaleString("en")
            }`}
            onBack={top > 0 ? () => setTop(Math.max(0, top - LINES)) : null}
            onOn={top + LINES < lines ? () => setTop(Math.min(lines - LINES, top + LINES)) : null}
          />
        )}
      </div>
    </div>
  );
}

/** The last element that begins before the byte and does not end before it. */
function innermost(nodes: readonly Asn1Element[], offset: number): number {
  for (let index = nodes.length - 1; index >= 0; index--) {
    const { offset: start, headerLength, length } = nodes[index];
    if (start <= offset && offset < start + headerLength + length) return index;
  }
  return -1;
}

function Line({ bytes, start, node }: { bytes: Uint8Array; start: number; node: Asn1Element }) {
  const body = node.offset + node.headerLength;
  const end = body + node.length;
  return (
    <div className={styles.line}>
      <span className={styles.address}>{start.toString(16).padStart(6, "0")}</span>
      {[...bytes.subarray(start, start + LINE)].map((octet, index) => {
        const at = start + index;
        const mark = at < node.offset || at >= end ? undefined : at < body ? "header" : "content";
        return (
          <span key={at} data-offset={at} data-mark={mark}>
            {octet.toString(16).padStart(2, "0")}
          </span>
        );
      })}
    </div>
  );
}

interface PagesProps {
  what: string;
  text: string;
  onBack: (() => void) | null;
  onOn: (() => void) | null;
}

function Pages({ what, text, onBack, onOn }: PagesProps) {
  return (
    <div className={styles.pages}>
      <Button
        size="small"
        aria-label={`Earlier ${what}`}
        disabled={!onBack}
        onClick={() => onBack?.()}
      >
        Earlier
      </Button>
      <span>{text}</span>
      <Button size="small" aria-label={`Later ${what}`} disabled={!onOn} onClick={() => onOn?.()}>
        Later
      </Button>
    </div>
  );
}
