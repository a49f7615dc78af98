/** Light, dark, or as the system has it. public/early.js applies the choice before first paint. */
import { createSetting } from "../lib/store.ts";

export const THEMES = ["system", "light", "dark"] as const;
export type Theme = typeof THEMES[number];

export const themeSetting = createSetting<Theme>("theme", THEMES, "system");

/** Makes the document follow the setting, in this tab and in others. */
export function followTheme(root: HTMLElement): void {
  const apply = () => {
    const theme = themeSetting.get();
    if (theme === "system") delete root.dataset.theme;
    else root.dataset.theme = theme;
  };
  themeSetting.subscribe(apply);
  apply();
}
