/**
 * Runs modules named `*.data.ts` during the build. The app gets their default export as JSON, without
 * the code that computes it: the icons without their library, and the API's documentation without the
 * API.
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
