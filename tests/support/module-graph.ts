/** The module graph of the project as Deno's compiler sees it: types and lazy imports included. */
import assert from "node:assert/strict";

const ROOT = new URL("../../", import.meta.url);

/** The folders of which the product is made. */
export const FOLDERS = ["core", "wasm", "workers", "api", "web"] as const;

interface Import {
  /** Path of the importing file from the root. */
  file: string;
  kind: "static" | "lazy" | "type";
  /** As it is written. */
  specifier: string;
  /** Path from the root for a file of the project, else null. */
  target: string | null;
}

/** Every source file of the product with its text, by its path from the root. */
export async function sources(): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  async function walk(folder: string): Promise<void> {
    for await (const entry of Deno.readDir(new URL(folder, ROOT))) {
      const path = `${folder}${entry.name}`;
      if (entry.isDirectory) {
        if (entry.name !== "node_modules") await walk(`${path}/`);
      } else if (/\.tsx?$/.test(path)) {
        found.set(path, await Deno.readTextFile(new URL(path, ROOT)));
      }
    }
  }
  for (const folder of FOLDERS) await walk(`${folder}/`);
  return found;
}

/** The part of `deno info --json` that is read here. */
interface Graph {
  modules: {
    specifier: string;
    error?: string;
    dependencies?: {
      specifier: string;
      code?: { specifier?: string };
      type?: { specifier?: string };
      isDynamic?: boolean;
    }[];
  }[];
}

/** Every import that the files and what they import contain. */
export async function importsOf(files: Iterable<string>): Promise<Import[]> {
  const entry = await Deno.makeTempFile({ suffix: ".ts" });
  try {
    const lines = [...files].filter((file) => !file.endsWith(".d.ts"))
      .map((file) => `import ${JSON.stringify(new URL(file, ROOT).href)};`);
    await Deno.writeTextFile(entry, lines.join("\n"));
    const { stdout, stderr, success } = await new Deno.Command(Deno.execPath(), {
      args: ["info", "--json", entry],
      cwd: ROOT,
    }).output();
    assert(success, new TextDecoder().decode(stderr));
    return readGraph(JSON.parse(new TextDecoder().decode(stdout)), ROOT.href);
  } finally {
    await Deno.remove(entry);
  }
}

/** The imports of a graph's own files; `root` is the address of the folder that they lie in. */
export function readGraph({ modules }: Graph, root: string): Import[] {
  return modules.filter(({ specifier }) => specifier.startsWith(root)).flatMap((module) => {
    const file = module.specifier.slice(root.length);
    // Deno reads no styles and no pictures; the bundler does.
    if (/\.(tsx?|json)$/.test(file)) assert.equal(module.error, undefined, file);
    return (module.dependencies ?? []).map(({ specifier, code, type, isDynamic }): Import => {
      const resolved = code?.specifier ?? type?.specifier ?? "";
      return {
        file,
        kind: isDynamic ? "lazy" : code ? "static" : "type",
        specifier,
        target: resolved.startsWith(root) ? resolved.slice(root.length) : null,
      };
    });
  });
}

/** Groups of nodes that can reach each other (Tarjan); a node alone is none. */
export function circles(edges: Iterable<readonly [string, string]>): string[][] {
  const next = new Map<string, string[]>();
  for (const [from, to] of edges) {
    if (from !== to) next.set(from, [...next.get(from) ?? [], to]);
  }
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const open: string[] = [];
  const found: string[][] = [];
  const visit = (node: string): void => {
    order.set(node, order.size);
    lowest.set(node, order.size - 1);
    open.push(node);
    for (const to of next.get(node) ?? []) {
      if (!order.has(to)) visit(to);
      else if (!open.includes(to)) continue;
      lowest.set(node, Math.min(lowest.get(node)!, lowest.get(to)!));
    }
    if (lowest.get(node) !== order.get(node)) return;
    const circle = open.splice(open.indexOf(node));
    if (circle.length > 1) found.push(circle.sort());
  };
  for (const node of next.keys()) if (!order.has(node)) visit(node);
  return found;
}
