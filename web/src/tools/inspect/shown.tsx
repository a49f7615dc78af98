import { lazy, memo, Suspense } from "react";
import type { ObjectRow } from "../../../../core/inspect/contract.ts";
import { printable } from "../../../../core/kernel/formatting.ts";
import type { Picture } from "./inspection.ts";
import type { ObjectTab } from "../../page/object-tabs.tsx";
import { ObjectPanel } from "./object-panel.tsx";
import { Stack } from "../../ui/layout/layout.tsx";
import { Circumstances, Overview } from "./overview.tsx";
import type { Compared, Comparing } from "./pairs.ts";
import { isHeadlineOfOpened, openedRow } from "./main-set.ts";

const Compare = lazy(async () => ({ default: (await import("./compare.tsx")).Compare }));
import { titleOf } from "./words.ts";

export interface ShownProps {
  picture: Picture;
  row: ObjectRow | null;
  onSelect: (id: number | null) => void;
  /** The tab of an opened object. It stays when another is opened: a person who reads bytes goes on reading bytes. */
  tab: ObjectTab;
  onTab: (tab: ObjectTab) => void;
  onBytes: (id: number, offset: number) => void;
  /** The byte of an object to lead to; a new object for each request. */
  wanted: { id: number; offset: number } | null;
  setsWanted: number;
  /** The open comparison; null without one. */
  compared: Comparing | null;
  onCompared: (comparing: Comparing | null) => void;
}

type Closing = Pick<Parameters<typeof ObjectPanel>[0], "headed" | "onClose">;

/** The selected object, a comparison that was opened from it, or the overview. */
function Shown(
  { picture, row, onSelect, tab, onTab, onBytes, wanted, setsWanted, compared, onCompared }:
    ShownProps,
) {
  const isAlone = picture.rows.size === 1;
  const from = row?.id ?? null;
  const onCompare = (pair: Compared) => onCompared({ pair, from });
  // Another selection ends the comparison.
  if (compared !== null && compared.from === from && !picture.growing) {
    const { pair } = compared;
    return (
      <Suspense>
        <Compare
          key={`${pair.before} ${pair.after}`}
          pair={pair}
          picture={picture}
          onChange={onCompare}
          onClose={() => onCompared(null)}
        />
      </Suspense>
    );
  }
  const panelOf = (shown: ObjectRow, { headed, onClose }: Closing) => (
    <ObjectPanel
      key={`${shown.id} ${onClose === null}`}
      row={shown}
      picture={picture}
      onSelect={onSelect}
      tab={tab}
      onTab={onTab}
      onBytes={(offset) => onBytes(shown.id, offset)}
      onCompare={onCompare}
      wanted={wanted?.id === shown.id ? wanted : null}
      headed={headed}
      onClose={onClose}
    />
  );
  if (!row) {
    if (picture.growing) return null;
    const opened = openedRow(picture);
    const headed = isHeadlineOfOpened(picture);
    return (
      <Overview
        picture={picture}
        onSelect={onSelect}
        onCompare={onCompare}
        setsWanted={setsWanted}
        opened={opened && {
          id: opened.id,
          panel: (
            <Stack gap={3}>
              {/* The verdict of an object begins with its name. */}
              {headed && <h2>{printable(titleOf(opened))}</h2>}
              {panelOf(opened, { headed, onClose: null })}
            </Stack>
          ),
        }}
      />
    );
  }
  return (
    <Stack>
      {panelOf(row, { headed: isAlone, onClose: isAlone ? null : () => onSelect(null) })}
      {isAlone && <Circumstances picture={picture} />}
    </Stack>
  );
}

export default memo(Shown);
