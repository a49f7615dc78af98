/** Writes the modules of each chunk into .vite/modules.json (read by tests/web/budgets.test.ts). */
/// <reference lib="deno.ns" />
import type { Plugin } from "vite";

export function moduleList(): Plugin {
  return {
    name: "module-list",
    apply: "build",
    async writeBundle({ dir }, bundle) {
      const modules = Object.values(bundle).flatMap((output) =>
        output.type === "chunk" ? [[output.fileName, output.moduleIds]] : []
      );
      await Deno.writeTextFile(
        `${dir}/.vite/modules.json`,
        JSON.stringify(Object.fromEntries(modules), null, 2),
      );
    },
  };
}
