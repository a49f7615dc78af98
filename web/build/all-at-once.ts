/**
 * Lets a worker ask at once for all files that an import on demand needs. A browser finds the imports of a module
 * only after it has arrived, so each level of them takes a round trip. For pages Vite does the same, with links,
 * which a worker has not.
 */
import type { Plugin } from "vite";

export function allAtOnce(): Plugin {
  return {
    name: "all-at-once",
    apply: "build",
    generateBundle(_, bundle) {
      /** A chunk and all that it imports statically. */
      const closure = (file: string, seen = new Set<string>()): Set<string> => {
        const chunk = bundle[file];
        if (chunk?.type !== "chunk" || seen.has(file)) return seen;
        seen.add(file);
        for (const next of chunk.imports) closure(next, seen);
        return seen;
      };
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== "chunk") continue;
        const loaded = closure(chunk.fileName);
        const folder = chunk.fileName.replace(/[^/]*$/, "");
        chunk.code = chunk.code.replace(
          /\bimport\(([`"])\.\/([^`"]+)\1\)/g,
          (call, _quote, name) => {
            const needed = [...closure(folder + name)].filter((file) => !loaded.has(file));
            const others = needed.filter((file) => file !== folder + name);
            if (others.length === 0) return call;
            const calls = others.map((file) => `import(\`./${file.slice(folder.length)}\`)`);
            return `Promise.all([${calls},${call}]).then(all=>all.at(-1))`;
          },
        );
      }
    },
  };
}
