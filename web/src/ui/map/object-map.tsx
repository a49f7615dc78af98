/**
 * The map: objects as tiles with lines to what they belong to, and what is missing as a gap. It is a picture for the
 * eye, so screen readers skip it: each page with a map has the same as a list or a tree.
 */
import { Fragment, memo, type PointerEvent, useMemo, useRef, useState } from "react";
import { UNSEEN, withCommas } from "../../../../core/kernel/formatting.ts";
import { classNames } from "../../lib/text.ts";
import { Button } from "../base/button.tsx";
import { Icon } from "../base/icon.tsx";
import { toneClass } from "../base/tone.ts";
import { Value } from "../data/value.tsx";
import { StatusPill } from "../feedback/status.tsx";
import {
  layOut,
  type LineState,
  type MapLayout,
  type MapLine,
  type MapObject,
  type MapTile,
  type OpenedGroup,
  type PlacedLine,
} from "./layout.ts";
import * as styles from "./object-map.module.css";
import type { TileText } from "./tiles.ts";

interface ObjectMapProps {
  objects: readonly MapObject[];
  lines: readonly MapLine[];
  /** Called for drawn objects. */
  describe: (key: string) => TileText;
  selected?: string | null;
  onSelect?: (key: string) => void;
  /** Whether an object can be dragged onto others of this kind, to compare both. */
  canCompare?: (key: string) => boolean;
  onCompare?: (a: string, b: string) => void;
  /** On a narrow screen other content takes its place. */
  away?: boolean;
}

const NOT_COMPARED = () => false;

export const ObjectMap = memo((
  {
    objects,
    lines,
    describe,
    selected = null,
    onSelect,
    canCompare = NOT_COMPARED,
    onCompare,
    away,
  }: ObjectMapProps,
) => {
  const [opening, setOpening] = useState<{ group: OpenedGroup; of: unknown } | null>(null);
  // A group of other objects is closed.
  const opened = opening?.of === objects ? opening.group : null;
  const layout = useMemo(() => layOut(objects, lines, opened), [objects, lines, opened]);
  const dragging = useDragging(canCompare, onCompare);
  const tileProps = { describe, selected, opens: onSelect !== undefined };
  const isComparing = useMemo(
    () => tilesOf(layout).filter(({ key, group }) => !group && canCompare(key)).length > 1,
    [layout, canCompare],
  );
  const choose = (key: string) => {
    const group = tilesOf(layout).find((tile) => tile.key === key)?.group;
    if (group) setOpening({ group, of: objects });
    else if (!describe(key).isGap) onSelect?.(key);
  };
  return (
    <div className={classNames(styles.map, away && styles.away)}>
      {opened && (
        <Button size="small" kind="quiet" flush onClick={() => setOpening(null)}>
          Whole map
        </Button>
      )}
      <div
        aria-hidden="true"
        className={styles.picture}
        {...dragging.handlers}
        onClick={({ target }) => {
          const key = keyAt(target);
          if (key !== null && !dragging.wasDragged()) choose(key);
        }}
      >
        <Rows layout={layout} {...tileProps} />
        {layout.loose.length > 0 && (
          <div className={styles.loose}>
            {layout.loose.map((tile) => <DrawnTile key={tile.key} tile={tile} {...tileProps} />)}
          </div>
        )}
        {isComparing && (
          <p className={styles.hint}>Drag a certificate or CSR onto another to compare both.</p>
        )}
      </div>
    </div>
  );
});

const tilesOf = ({ tiles, loose }: MapLayout): readonly MapTile[] => [...tiles, ...loose];

interface TileProps {
  describe: ObjectMapProps["describe"];
  selected: string | null;
  /** Whether a click on an object opens it. */
  opens: boolean;
}

function Rows(
  { layout: { rows, columns, tiles, passages, lines }, ...tileProps }: TileProps & {
    layout: MapLayout;
  },
) {
  return Array.from({ length: rows }, (_, row) => (
    <div key={row} className={styles.row}>
      {Array.from({ length: columns }, (_, column) => {
        const isHere = (place: { row: number; column: number }) =>
          place.row === row && place.column === column;
        const tile = tiles.find(isHere);
        const passage = passages.find(isHere);
        return [
          column > 0 && (
            <Wires
              key={`before ${column}`}
              row={row}
              lines={lines.filter((line) => line.column === column - 1)}
            />
          ),
          <div key={column} className={styles.cell}>
            {tile && <DrawnTile tile={tile} {...tileProps} />}
            {passage && <Wire path="M0 1H2" width={2} state={passage.state} />}
          </div>,
        ];
      })}
    </div>
  ));
}

/** The parts of the lines between two columns that cross a row. A row is two units high. */
function Wires({ row, lines }: { row: number; lines: readonly PlacedLine[] }) {
  const width = 1 + Math.max(1, ...lines.map(({ lane }) => lane + 1));
  return (
    <div className={styles.wires}>
      {lines.map(({ from, to, lane, state }) => {
        const path = pathIn(row, { from, to, x: lane + 1, width });
        return path && <Wire key={`${from} ${to}`} path={path} width={width} state={state} />;
      })}
    </div>
  );
}

function pathIn(
  row: number,
  { from, to, x, width }: { from: number; to: number; x: number; width: number },
): string | null {
  if (row < Math.min(from, to) || row > Math.max(from, to)) return null;
  if (from === to) return `M0 1H${width}`;
  // A little beyond the row, so that no gap is between two rows.
  const [top, bottom] = [-0.1, 2.1];
  const [towards, away] = to > from ? [bottom, top] : [top, bottom];
  if (row === from) return `M0 1H${x}V${towards}`;
  return row === to ? `M${x} ${away}V1H${width}` : `M${x} ${top}V${bottom}`;
}

function Wire({ path, width, state }: { path: string; width: number; state: LineState }) {
  return (
    <svg
      className={styles.wire}
      data-state={state}
      viewBox={`0 0 ${width} 2`}
      preserveAspectRatio="none"
    >
      <path d={path} />
    </svg>
  );
}

function DrawnTile({ tile, describe, selected, opens }: TileProps & { tile: MapTile }) {
  return <Tile tile={tile} describe={describe} current={tile.key === selected} opens={opens} />;
}

interface DrawnProps extends Omit<TileProps, "selected"> {
  tile: MapTile;
  current: boolean;
}

/** Renders again only when its props change: a selection renders two tiles. */
const Tile = memo(({ tile: { key, group }, describe, current, opens }: DrawnProps) => {
  const text = group === null ? describe(key) : null;
  const status = text?.status;
  return (
    <div
      className={classNames(styles.tile, toneClass(status?.tone ?? "neutral"))}
      data-key={key}
      data-kind={group ? "group" : text!.isGap ? "gap" : "object"}
      data-current={current}
      data-opens={group !== null || opens && !text!.isGap}
    >
      <span className={styles.head}>
        <Icon name={text?.icon ?? "folder"} size={16} />
        <span className={styles.words}>
          <span className={styles.title}>
            <Name>
              {text?.title ?? `${withCommas(group!.count)} more ${group!.kind ?? "objects"}`}
            </Name>
          </span>
          {text && (
            <span className={styles.note}>
              <Name>{text.note}</Name>
            </span>
          )}
        </span>
      </span>
      {status && <StatusPill tone={status.tone}>{status.text}</StatusPill>}
    </div>
  );
});

/** In little space it wraps after dots and slashes first, as fits the names of hosts and files. */
function Name({ children }: { children: string }) {
  if (UNSEEN.test(children)) return <Value>{children}</Value>;
  return (
    <bdi>
      {children.split(/(?<=[./])/).map((part, index) => (
        <Fragment key={index}>
          {index > 0 && <wbr />}
          {part}
        </Fragment>
      ))}
    </bdi>
  );
}

const tileAt = (target: EventTarget | null): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>("[data-key]") : null;

const keyAt = (target: EventTarget | null): string | null => tileAt(target)?.dataset.key ?? null;

/** Pixels that the pointer moves before it drags instead of clicks. */
const THRESHOLD = 6;

interface Drag {
  tile: HTMLElement;
  x: number;
  y: number;
  moved: boolean;
  over: HTMLElement | null;
}

/** Dragging with the mouse or a pen; a finger scrolls. It renders nothing, so that it stays fast. */
function useDragging(
  canCompare: NonNullable<ObjectMapProps["canCompare"]>,
  onCompare: ObjectMapProps["onCompare"],
) {
  const drag = useRef<Drag | null>(null);
  const dragged = useRef(false);
  const mark = (over: HTMLElement | null) => {
    const { current } = drag;
    if (!current || current.over === over) return;
    current.over?.removeAttribute("data-over");
    over?.setAttribute("data-over", "true");
    current.over = over;
  };
  const end = () => {
    if (!drag.current) return;
    mark(null);
    const { tile } = drag.current;
    tile.removeAttribute("data-dragged");
    tile.style.translate = "";
    drag.current = null;
  };
  const handlers = {
    onPointerDown({ target, button, pointerType, clientX, clientY }: PointerEvent) {
      dragged.current = false;
      const tile = tileAt(target);
      if (!onCompare || button !== 0 || pointerType === "touch") return;
      if (!tile || !canCompare(tile.dataset.key!)) return;
      drag.current = { tile, x: clientX, y: clientY, moved: false, over: null };
    },
    onPointerMove({ clientX, clientY, pointerId, currentTarget, buttons }: PointerEvent) {
      const { current } = drag;
      if (!current) return;
      if (buttons === 0) return end();
      const [x, y] = [clientX - current.x, clientY - current.y];
      if (!current.moved) {
        if (Math.hypot(x, y) < THRESHOLD) return;
        current.moved = true;
        dragged.current = true;
        currentTarget.setPointerCapture(pointerId);
        current.tile.setAttribute("data-dragged", "true");
      }
      current.tile.style.translate = `${x}px ${y}px`;
      const over = tileAt(document.elementFromPoint(clientX, clientY));
      const isOther = over && over !== current.tile && canCompare(over.dataset.key!);
      mark(isOther ? over : null);
    },
    onPointerUp() {
      const { current } = drag;
      if (current?.over) onCompare!(current.tile.dataset.key!, current.over.dataset.key!);
      end();
    },
    onPointerCancel: end,
  };
  return { handlers, wasDragged: () => dragged.current };
}
