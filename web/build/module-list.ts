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

/** The folder of the package in node_modules that a module of the bundler belongs to; null for a module of ours. */
export function packageFolder(id: string): string | null {
  const folder = /.*\/node_modules\/(?:@[^/]+\/)?[^/]+\//.exec(id)?.[0];
  return folder?.replace(/^\0/, "") ?? null;
}
