import { lazy, memo, Suspense, useState } from "react";
import type { ObjectRow } from "../../../../core/inspect/contract.ts";
import type { Picture } from "./inspection.ts";
import { ObjectPanel } from "./details.tsx";
import { Stack } from "../../ui/layout/layout.tsx";
import { Circumstances, Overview } from "./overview.tsx";
import type { Compared } from "./compare.tsx";

const Compare = lazy(async () => ({ default: (await import("./compare.tsx")).Compare }));

export interface ShownProps {
  picture: Picture;
  row: ObjectRow | null;
  onSelect: (id: number | null) => void;
  onBytes: (offset: number) => void;
  /** The byte of the shown object to lead to. */
  wanted: { offset: number } | null;
  setsWanted: number;
}

/** The selected object, a comparison that was opened from it, or the overview. */
function Shown({ picture, row, onSelect, onBytes, wanted, setsWanted }: ShownProps) {
  const isAlone = picture.rows.size === 1;
  const [compared, setCompared] = useState<{ pair: Compared; from: number | null } | null>(null);
  const from = row?.id ?? null;
  const onCompare = (pair: Compared) => setCompared({ pair, from });
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
          onClose={() => setCompared(null)}
        />
      </Suspense>
    );
  }
  if (!row) {
    if (picture.growing) return null;
    return (
      <Overview
        picture={picture}
        onSelect={onSelect}
        onCompare={onCompare}
        setsWanted={setsWanted}
      />
    );
  }
  return (
    <Stack>
      <ObjectPanel
        key={row.id}
        row={row}
        picture={picture}
        onSelect={onSelect}
        onBytes={onBytes}
        onCompare={onCompare}
        wanted={wanted}
        onClose={isAlone ? null : () => onSelect(null)}
      />
      {isAlone && <Circumstances picture={picture} />}
    </Stack>
  );
}

export default memo(Shown);
