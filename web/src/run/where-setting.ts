/** Where each tool runs, as the user chose and the browser remembers. */
import { createSetting, type Setting } from "../lib/store.ts";
import type { Where } from "./run.ts";

const settings = new Map<string, Setting<Where>>();

/** The setting of a tool by its id; always the same object for the same id. */
export function whereSetting(tool: string): Setting<Where> {
  let setting = settings.get(tool);
  if (!setting) {
    setting = createSetting<Where>(`where:${tool}`, ["device", "server"], "device");
    settings.set(tool, setting);
  }
  return setting;
}
