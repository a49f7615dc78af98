/**
 * Modules named `*.data.ts` run while the app is built; the app gets what they export by default, as
 * JSON. For what can be known beforehand and is costly, or heavy, to find out in a browser.
 */
import { pathToFileURL } from "node:url";
import type { Plugin } from "vite";

export function dataModules(): Plugin {
  return {
    name: "data-modules",
    enforce: "pre",
    async load(id) {
      if (!id.endsWith(".data.ts")) return null;
      const { default: data } = await import(pathToFileURL(id).href);
      return { code: `export default ${JSON.stringify(data)};`, moduleType: "js" };
    },
  };
}
