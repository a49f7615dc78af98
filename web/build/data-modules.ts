/**
 * Modules named `*.data.ts` run while the app is built; the app gets what they export by default,
 * as JSON. They hold what is known at build time and would be slow, or need much code, to find out
 * in a browser.
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
