import type { InspectionState } from "../../run/inspection.ts";
import { Stack } from "../../ui/layout.tsx";
import { ObjectBrowser } from "./browser.tsx";
import { Locked } from "./locked.tsx";

export interface FoundProps {
  state: InspectionState;
  selected: number | null;
  onSelect: (id: number) => void;
}

/** Beside the drop zone: what a password opens, and all objects. */
export default function Found({ state, selected, onSelect }: FoundProps) {
  return (
    <Stack>
      <Locked state={state} />
      {state.picture && (
        <ObjectBrowser picture={state.picture} selected={selected} onSelect={onSelect} />
      )}
    </Stack>
  );
}
