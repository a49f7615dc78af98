/**
 * Small faults for a source: a condition negated, a boundary moved, a statement dropped, a constant
 * changed, "and" and "or" swapped, an early return. They come from the syntax tree, which leaves
 * comments, types and messages unchanged.
 */
import { type ESTree, parseSync } from "vite";

export interface Fault {
  /** Path of the source from the project's root. */
  file: string;
  line: number;
  kind: Kind;
  /** The old and the new text, and the line. */
  what: string;
  /** The source between these offsets becomes `text`. */
  start: number;
  end: number;
  text: string;
  form: Form;
}

/** The syntax of the switch between the fault and the original code. */
type Form = "expression" | "statement" | "method" | "entry";

export type Kind =
  | "condition negated"
  | "boundary moved"
  | "comparison turned"
  | "operator swapped"
  | "always the default"
  | "statement dropped"
  | "constant changed"
  | "early return";

type Node = ESTree.Node;
interface Change {
  kind: Kind;
  node: { start: number; end: number };
  text: string;
  form?: Form;
}
type Add = (change: Change) => void;

const OTHER: ReadonlyMap<string, readonly [Kind, string]> = new Map([
  ["<", ["boundary moved", "<="]],
  ["<=", ["boundary moved", "<"]],
  [">", ["boundary moved", ">="]],
  [">=", ["boundary moved", ">"]],
  ["===", ["comparison turned", "!=="]],
  ["!==", ["comparison turned", "==="]],
  ["&&", ["operator swapped", "||"]],
  ["||", ["operator swapped", "&&"]],
  ["-", ["operator swapped", "+"]],
  ["*", ["operator swapped", "+"]],
]);

const MINUS: readonly [Kind, string] = ["operator swapped", "-"];

/** Methods that are easily confused, like "and" and "or". */
const OTHER_METHOD: ReadonlyMap<string, string> = new Map([
  ["every", "some"],
  ["some", "every"],
  ["min", "max"],
  ["max", "min"],
]);

/** Methods whose text argument changes the outcome. Other texts are messages. */
const COMPARED_BY: ReadonlySet<string> = new Set([
  "has",
  "get",
  "includes",
  "startsWith",
  "endsWith",
]);

/** At least three arcs below one of three roots; clause numbers of documents look different. */
const OBJECT_IDENTIFIER = /^[012](?:\.\d+){2,}$/;

/** All faults that can be seeded into a source. */
export function faultsIn(file: string, source: string): Fault[] {
  const { program, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0].message}`);
  const faults: Fault[] = [];
  const add: Add = ({ kind, node: { start, end }, text, form = "expression" }) => {
    const line = source.slice(0, start).split("\n").length;
    const [from, to] = [source.slice(start, end), text].map((part) => part.split("\n")[0]);
    const within = source.split("\n")[line - 1].trim();
    faults.push({
      ...{ file, line, kind, start, end, text, form },
      what: `"${from}" -> "${to}" in ${within}`,
    });
  };
  visit(program, null, source, add);
  return faults;
}

/** The source with one fault. */
export const withFault = (source: string, { start, end, text }: Fault): string =>
  source.slice(0, start) + text + source.slice(end);

/**
 * The source with all of these faults, each asleep until the global function `isAwake` answers true
 * for its number: one load of the engine serves thousands of faults.
 */
export function withSwitches(source: string, faults: ReadonlyMap<number, Fault>): string {
  // Outer faults come first; faults inside them are written within them.
  const ordered = [...faults].sort(([, a], [, b]) => a.start - b.start || b.end - a.end);
  let next = 0;
  const upTo = (start: number, end: number): string => {
    let text = "";
    let at = start;
    while (next < ordered.length && ordered[next][1].start < end) {
      const [id, fault] = ordered[next++];
      text += source.slice(at, fault.start);
      text += switched(`isAwake(${id})`, fault, upTo(fault.start, fault.end));
      at = fault.end;
    }
    return text + source.slice(at, end);
  };
  return upTo(0, source.length);
}

function switched(isOn: string, { form, text }: Fault, right: string): string {
  switch (form) {
    case "expression":
      return `(${isOn} ? (${text}) : (${right}))`;
    case "statement":
      return `{ if (!${isOn}) ${right} }`;
    case "entry":
      // After the brace, and after what another fault put there.
      return `${right} if (${isOn})${text.slice(1)}`;
    case "method": {
      const nameOf = (part: string) => JSON.stringify(/\w+$/.exec(part)![0]);
      const link = text.includes("?.") ? "?." : "";
      return `${link}[${isOn} ? ${nameOf(text)} : ${nameOf(right)}]`;
    }
  }
}

/** Walks through the tree, types left out. */
function visit(node: Node, parent: Node | null, source: string, add: Add): void {
  if (node.type.startsWith("TS") && !("expression" in node)) return;
  if (node.type === "ImportDeclaration" || node.type === "ExportAllDeclaration") return;
  seed(node, parent, source, add);
  for (const [name, value] of Object.entries(node)) {
    if (name === "typeAnnotation" || name === "returnType" || name.startsWith("typeP")) continue;
    for (const child of Array.isArray(value) ? value : [value]) {
      if (typeof child?.type === "string") visit(child, node, source, add);
    }
  }
}

/** The faults of one node. */
function seed(node: Node, parent: Node | null, source: string, add: Add): void {
  const textOf = ({ start, end }: { start: number; end: number }) => source.slice(start, end);
  switch (node.type) {
    case "IfStatement":
    case "WhileStatement":
    case "ConditionalExpression":
      // For a single comparison, negating the condition would be the same fault as turning the
      // comparison.
      if (isComparison(node.test)) break;
      add({ kind: "condition negated", node: node.test, text: `!(${textOf(node.test)})` });
      break;
    case "BinaryExpression":
    case "LogicalExpression": {
      const { left, right, operator } = node;
      if (operator === "??") {
        add({ kind: "always the default", node, text: textOf(right) });
        break;
      }
      // Texts can be added and not subtracted.
      const isSum = operator === "+" && [left, right].some(isNumber);
      const swap = OTHER.get(operator) ?? (isSum ? MINUS : null);
      if (swap === null) break;
      const [kind, other] = swap;
      const at = source.indexOf(operator, left.end);
      const behind = source.slice(at + operator.length, node.end);
      add({ kind, node, text: source.slice(node.start, at) + other + behind });
      break;
    }
    case "MemberExpression": {
      if (node.computed || parent?.type !== "CallExpression" || parent.callee !== node) break;
      const { object, property } = node;
      const other = OTHER_METHOD.get(textOf(property));
      if (other === undefined) break;
      const place = { start: object.end, end: property.end };
      const link = source.slice(object.end, property.start);
      add({ kind: "operator swapped", node: place, text: link + other, form: "method" });
      break;
    }
    case "ExpressionStatement":
      if (textOf(node).startsWith("super(") || node.directive) break;
      add({ kind: "statement dropped", node, text: ";", form: "statement" });
      break;
    case "ThrowStatement":
    case "ContinueStatement":
    case "BreakStatement":
      add({ kind: "statement dropped", node, text: ";", form: "statement" });
      break;
    case "Literal":
      seedLiteral(node, parent, add);
      break;
    case "FunctionDeclaration":
    case "FunctionExpression":
    case "ArrowFunctionExpression": {
      const { returnType, body } = node;
      if (body?.type !== "BlockStatement" || !returnType) break;
      for (const value of earlyReturns(textOf(returnType.typeAnnotation))) {
        const place = { start: body.start, end: body.start + 1 };
        add({ kind: "early return", node: place, text: `{ return${value};`, form: "entry" });
      }
    }
  }
}

function seedLiteral(node: Node, parent: Node | null, add: Add): void {
  if (node.type !== "Literal") return;
  if (parent?.type === "Property" && parent.key === node && !parent.computed) return;
  const { value, raw } = node;
  const change = (text: string) => add({ kind: "constant changed", node, text });
  if (typeof value === "number") change(`(${raw} + 1)`);
  else if (typeof value === "boolean") change(String(!value));
  else if (typeof value !== "string") return;
  else if (OBJECT_IDENTIFIER.test(value)) change(`"${value}.1"`);
  else if (isCompared(node, parent)) change(`"${value}?"`);
}

function isCompared(node: Node, parent: Node | null): boolean {
  switch (parent?.type) {
    case "BinaryExpression":
      return isComparison(parent);
    case "SwitchCase":
      return parent.test === node;
    case "CallExpression":
      return parent.callee.type === "MemberExpression" &&
        parent.callee.property.type === "Identifier" &&
        COMPARED_BY.has(parent.callee.property.name);
    default:
      return false;
  }
}

const isComparison = (node: Node) =>
  node.type === "BinaryExpression" && /^[!=]==$/.test(node.operator);

const isNumber = (node: Node) => node.type === "Literal" && typeof node.value === "number";

/** The values that a function of this type may return early. */
function earlyReturns(type: string): string[] {
  const inner = /^Promise<(.*)>$/s.exec(type)?.[1] ?? type;
  if (inner === "void") return [""];
  if (inner === "boolean") return [" true", " false"];
  if (/\| null$/.test(inner)) return [" null"];
  return /\[\]$/.test(inner) ? [" []"] : [];
}
