/** The list of keyboard shortcuts, and the switch that turns them off; loaded when the user opens it. */
import { useSetting } from "../lib/store.ts";
import { InfoDialog } from "../ui/feedback/info-dialog.tsx";
import { CheckboxField } from "../ui/form/field.tsx";
import { Details } from "../ui/data/facts.tsx";
import { Stack } from "../ui/layout/layout.tsx";
import { shortcutsSetting } from "./keys.ts";

const KEYS: readonly (readonly [keys: string, effect: string])[] = [
  ["Ctrl K or ⌘ K", "Search"],
  ["/", "Search, outside of fields"],
  ["?", "This list, outside of fields"],
  ["Ctrl Enter or ⌘ Enter", "Runs the tool, in its fields"],
  ["Ctrl Z or ⌘ Z", "Undoes Reset and Clear, for ten seconds"],
  ["Arrow keys", "Move in menus, tabs, trees and suggestions"],
  ["Escape", "Closes menus and dialogs"],
];

export default function Shortcuts({ onClose }: { onClose: () => void }) {
  const [setting, set] = useSetting(shortcutsSetting);
  return (
    <InfoDialog heading="Keyboard shortcuts" onClose={onClose}>
      <Stack>
        <Details details={KEYS.map(([keys, effect]) => ({ term: keys, value: effect }))} />
        <CheckboxField
          label="Use Ctrl K, / and ?"
          checked={setting === "on"}
          onChange={(checked) => set(checked ? "on" : "off")}
        />
      </Stack>
    </InfoDialog>
  );
}
