import { memo, useRef } from "react";
import type { InspectionState, Picture } from "./inspection.ts";
import { usePageObjects } from "../../hand-over/page-objects.ts";
import { Stack } from "../../ui/layout/layout.tsx";
import { ObjectBrowser } from "./browser.tsx";
import { Locked } from "./locked.tsx";
import { counted, printable } from "../../../../core/kernel/formatting.ts";
import { problemGroups } from "./problem-groups.ts";

export { BelowHeadline, Headline as FoundHeadline } from "./headline.tsx";
export { InspectMap as FoundMap } from "./inspect-map.tsx";

export interface FoundProps {
  picture: Picture;
  unlocked: InspectionState["unlocked"];
  /** Whether a password waits for its turn. */
  waits: boolean;
  selected: number | null;
  onSelect: (id: number) => void;
  /** Opens an object with its findings. */
  onFindings: (id: number) => void;
}

/** Below the drop zone: the password field, if something is locked, and all objects. */
function Found({ picture, unlocked, waits, selected, onSelect, onFindings }: FoundProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  usePageObjects(() => [
    ...[...picture.rows.values()].map(({ id, name }) => ({
      label: name,
      hint: "On this page",
      show: () => onSelect(id),
    })),
    // The first object of each kind; the others are listed at "Problems".
    ...problemGroups(picture.rows.values()).map(({ title, found: [{ row }] }) => ({
      label: title,
      hint: `Finding in ${printable(row.name)}`,
      show: () => onFindings(row.id),
    })),
  ]);
  return (
    <Stack>
      {!picture.growing && <h2 ref={heading} tabIndex={-1}>{foundText(picture.rows.size)}</h2>}
      <Locked picture={picture} unlocked={unlocked} waits={waits} next={heading} />
      <ObjectBrowser picture={picture} selected={selected} onSelect={onSelect} />
    </Stack>
  );
}

const foundText = (count: number) => `${counted(count, "object")} found`;

// Memoized, because the page renders ten times a second while files are being read.
export const FoundObjects = memo(Found);
