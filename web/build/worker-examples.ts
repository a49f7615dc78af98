/**
 * The contracts' examples are for pages and the documentation. A worker is built without them: it
 * reads input and shows nothing.
 */
import { readFile } from "node:fs/promises";
import type { Plugin } from "vite";

const EXAMPLES = /\/core\/(?:examples|pfx\/example)\.ts$/;

/** For the build of workers: modules of examples with the same names and nothing in them. */
export function withoutExamples(): Plugin {
  return {
    name: "without-examples",
    apply: "build",
    enforce: "pre",
    async load(id) {
      if (!EXAMPLES.test(id)) return null;
      const names = [...(await readFile(id, "utf8")).matchAll(/^export const (\w+)/gm)];
      return names.map(([, name]) => `export const ${name} = "";`).join("\n");
    },
  };
}
