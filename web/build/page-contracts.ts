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
        if (isSchema(node)) {
          edits.push([(node.value as Node).start, node.end, "undefined"]);
          return false;
        }
        if (isMade(node)) {
          // What makes a value does nothing else: without a use it goes.
          const { start, end } = node.init as Node;
          edits.push([start, start, "/* @__PURE__ */ (() => ("], [end, end, "))()"]);
        }
        // What a function does when it is called stays as it is.
        return !FUNCTIONS.has(node.type);
      });
      edits.sort(([a], [b]) => b - a);
      for (const [start, end, text] of edits) code = code.slice(0, start) + text + code.slice(end);
      return { code, map: null };
    },
  };
}

const FUNCTIONS = new Set(["FunctionDeclaration", "FunctionExpression", "ArrowFunctionExpression"]);

/** `input: …` or `output: …`, which stand in contracts alone. */
function isSchema({ type, key }: Node): boolean {
  return type === "Property" && SCHEMAS.has((key as { name?: string }).name ?? "");
}

/** A constant that is neither a literal nor a function. */
function isMade({ type, init }: Node): boolean {
  if (type !== "VariableDeclarator" || !init) return false;
  const { type: kind } = init as Node;
  return !FUNCTIONS.has(kind) && kind !== "Literal";
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
