/**
 * The names of the icons. In a file of its own, because metadata has names of icons and must not load
 * the icons themselves.
 */
import type icons from "./icons.data.ts";

export type IconName = keyof typeof icons;
