/** The modules of the project as their syntax trees show them: imports, exports and names in use. */
import { type ESTree, parseSync } from "vite";

const ROOT = new URL("../../", import.meta.url);

export interface Import {
  /** Path of the importing file from the root. */
  file: string;
  kind: "static" | "lazy" | "type";
  /** As it is written. */
  specifier: string;
  /** Path from the root for a file of the project, else null. */
  target: string | null;
  /** The imported names; "*" stands for all of them. A lazy import has none. */
  names: string[];
}

export interface Module {
  file: string;
  text: string;
  imports: Import[];
  exports: string[];
  /** How often each identifier occurs. */
  identifiers: ReadonlyMap<string, number>;
  /** Arguments that spread a list, with the called function, such as "Uint8Array.of(...octets". */
  spreads: string[];
}

/** The modules in these folders, by their paths from the root. */
export async function readModules(folders: readonly string[]): Promise<Map<string, Module>> {
  const modules = new Map<string, Module>();
  async function walk(folder: string): Promise<void> {
    for await (const { name, isDirectory } of Deno.readDir(new URL(folder, ROOT))) {
      const path = `${folder}${name}`;
      if (isDirectory) {
        if (name !== "node_modules" && name !== "output") await walk(`${path}/`);
      } else if (/\.tsx?$/.test(path)) {
        modules.set(path, readModule(path, await Deno.readTextFile(new URL(path, ROOT))));
      }
    }
  }
  for (const folder of folders) await walk(`${folder}/`);
  return modules;
}

export function readModule(file: string, text: string): Module {
  const { program, module, errors } = parseSync(file, text);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0].message}`);
  const imports: Import[] = [];
  const exports: string[] = [];
  const add = (kind: Import["kind"], specifier: string, names: string[]) => {
    const isOwn = specifier.startsWith(".");
    const target = isOwn ? new URL(specifier, `file:///${file}`).pathname.slice(1) : null;
    imports.push({ file, kind, specifier, target: target && decodeURI(target), names });
  };
  const kindOf = (entries: readonly { isType: boolean }[]) =>
    entries.length > 0 && entries.every(({ isType }) => isType) ? "type" : "static";
  for (const { moduleRequest, entries } of module.staticImports) {
    add(kindOf(entries), moduleRequest.value, entries.map(({ importName }) => nameOf(importName)));
  }
  for (const { entries } of module.staticExports) {
    for (const { exportName, importName, moduleRequest, isType } of entries) {
      if (exportName.kind !== "None") exports.push(nameOf(exportName));
      if (moduleRequest) add(kindOf([{ isType }]), moduleRequest.value, [nameOf(importName)]);
    }
  }
  for (const { moduleRequest: { start, end } } of module.dynamicImports) {
    const specifier = /^"(.*)"$/.exec(text.slice(start, end))?.[1];
    if (specifier !== undefined) add("lazy", specifier, []);
  }
  const spreads: string[] = [];
  walk(program, (node) => {
    if (node.type !== "CallExpression" && node.type !== "NewExpression") return;
    const called = text.slice(node.callee.start, node.callee.end);
    for (const { type, start, end } of node.arguments) {
      if (type === "SpreadElement") spreads.push(`${called}(${text.slice(start, end)}`);
    }
  });
  return { file, text, imports, exports, identifiers: identifiersIn(program), spreads };
}

function nameOf({ kind, name }: { kind: string; name: string | null }): string {
  return name ?? (kind === "Default" ? "default" : "*");
}

/** An identifier that is both the local and the exported name of an export counts once. */
function identifiersIn(program: ESTree.Program): Map<string, number> {
  const places = new Map<string, Set<number>>();
  walk(program, (node) => {
    if (node.type === "Identifier" || node.type === "JSXIdentifier") {
      places.set(node.name, (places.get(node.name) ?? new Set()).add(node.start));
    }
  });
  return new Map([...places].map(([name, { size }]) => [name, size]));
}

/** Calls `visit` for the node and for every node below it. */
function walk(node: ESTree.Node, visit: (node: ESTree.Node) => void): void {
  visit(node);
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) {
      if (typeof child?.type === "string") walk(child, visit);
    }
  }
}

/** Groups of nodes that can reach each other (Tarjan), without those of a single node. */
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
