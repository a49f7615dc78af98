/**
 * Leaves the schemas out of the contracts that pages carry. A page needs a contract's name, where it
 * runs and its example; input is checked where the operation runs, in the worker or on the server,
 * whose bundles are made without this. It saves each first visit valibot and every schema.
 */
import type { Plugin } from "vite";

const SCHEMAS = new Set(["input", "output"]);

/** The part of an ESTree node that is looked at. */
interface Node {
  type: string;
  start: number;
  end: number;
  [part: string]: unknown;
}

export function pageContracts(): Plugin {
  return {
    name: "page-contracts",
    apply: "build",
    transform(code, id) {
      if (!id.includes("/core/") || !code.includes('"valibot"')) return null;
      const edits: [start: number, end: number, text: string][] = [];
      visit(this.parse(code) as unknown as Node, (node) => {
        if (isSchema(node)) edits.push([(node.value as Node).start, node.end, "undefined"]);
        // What builds a schema does nothing else: without a use it goes.
        if (isCall(node)) edits.push([node.start, node.start, "/* @__PURE__ */ "]);
        // Parts of what goes, and what a function does when it is called, stay as they are.
        return !isSchema(node) && !isFunction(node);
      });
      edits.sort(([a], [b]) => b - a);
      for (const [start, end, text] of edits) code = code.slice(0, start) + text + code.slice(end);
      return { code, map: null };
    },
  };
}

/** `input: …` or `output: …`, which stand in contracts alone. */
function isSchema({ type, key }: Node): boolean {
  return type === "Property" && SCHEMAS.has((key as { name?: string }).name ?? "");
}

function isCall({ type }: Node): boolean {
  return type === "CallExpression" || type === "NewExpression";
}

function isFunction({ type }: Node): boolean {
  return type === "FunctionDeclaration" || type === "ArrowFunctionExpression";
}

/** Shows a node to `look`, and what is below it where `look` says so. */
function visit(node: Node, look: (node: Node) => boolean): void {
  if (!look(node)) return;
  for (const part of Object.values(node)) {
    for (const child of Array.isArray(part) ? part : [part]) {
      if (typeof child?.type === "string") visit(child, look);
    }
  }
}
