import { memo } from "react";
import type { ObjectRow } from "../../../../core/inspect/contract.ts";
import type { Picture } from "./inspection.ts";
import { ObjectPanel } from "./details.tsx";
import { Overview } from "./overview.tsx";

export interface ShownProps {
  picture: Picture;
  row: ObjectRow | null;
  onSelect: (id: number | null) => void;
  onBytes: (offset: number) => void;
}

/** The object that was chosen, or the whole at a glance. */
function Shown({ picture, row, onSelect, onBytes }: ShownProps) {
  return row
    ? (
      <ObjectPanel
        key={row.id}
        row={row}
        picture={picture}
        onSelect={onSelect}
        onBytes={onBytes}
        onClose={picture.rows.size === 1 ? null : () => onSelect(null)}
      />
    )
    : picture.growing
    ? null
    : <Overview picture={picture} onSelect={onSelect} />;
}

export default memo(Shown);
