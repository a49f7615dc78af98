import { memo } from "react";
import type { ObjectRow } from "../../../../core/inspect/contract.ts";
import type { Picture } from "./inspection.ts";
import { ObjectPanel } from "./details.tsx";
import { Stack } from "../../ui/layout/layout.tsx";
import { Circumstances, Overview } from "./overview.tsx";

export interface ShownProps {
  picture: Picture;
  row: ObjectRow | null;
  onSelect: (id: number | null) => void;
  onBytes: (offset: number) => void;
  setsWanted: number;
}

/** The selected object, or the overview. */
function Shown({ picture, row, onSelect, onBytes, setsWanted }: ShownProps) {
  if (!row) {
    if (picture.growing) return null;
    return <Overview picture={picture} onSelect={onSelect} setsWanted={setsWanted} />;
  }
  const isAlone = picture.rows.size === 1;
  return (
    <Stack>
      <ObjectPanel
        key={row.id}
        row={row}
        picture={picture}
        onSelect={onSelect}
        onBytes={onBytes}
        onClose={isAlone ? null : () => onSelect(null)}
      />
      {isAlone && <Circumstances picture={picture} />}
    </Stack>
  );
}

export default memo(Shown);
