/** The theme: light, dark, or that of the system. public/early.js applies it before the first paint. */
import { createSetting } from "../lib/store.ts";

export const THEMES = ["system", "light", "dark"] as const;
export type Theme = typeof THEMES[number];

export const themeSetting = createSetting<Theme>("theme", THEMES, "system");

/** Applies the setting to the document now and after each change, in this tab or in others. */
export function followTheme(root: HTMLElement): void {
  const apply = () => {
    const theme = themeSetting.get();
    if (theme === "system") delete root.dataset.theme;
    else root.dataset.theme = theme;
  };
  themeSetting.subscribe(apply);
  apply();
}
