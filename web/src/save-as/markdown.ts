/** Converts a result to Markdown: its headings, facts, lists, tables and code. */
import { withoutEnd } from "../../../core/kernel/formatting.ts";

/** Elements without text to copy: controls, pictures, and closed <details>. */
const SKIPPED =
  "button, svg, input, select, textarea, label, nav, form, [role=meter], details:not([open])";

/** The separator between texts that the page shows on one line. */
const SEPARATOR = " · ";

interface Block {
  /** The level of a heading; 0 for other blocks. */
  level: number;
  text: string;
}

export function markdownOf(root: Element): string {
  const blocks: Block[] = [];
  collect(root, blocks);
  return withoutEmpty(blocks).map(({ text }) => text).join("\n\n") + "\n";
}

/** Drops headings without content, such as those of a section that has only controls. */
function withoutEmpty(blocks: readonly Block[]): Block[] {
  const kept: Block[] = [];
  for (const block of blocks.toReversed()) {
    const next = kept[0];
    const isEmpty = block.level > 0 && (!next || next.level > 0 && next.level <= block.level);
    if (!isEmpty) kept.unshift(block);
  }
  return kept;
}

function collect(element: Element, blocks: Block[]): void {
  if (isSkipped(element)) return;
  const level = Number(/^H([1-6])$/.exec(element.tagName)?.[1] ?? 0);
  if (level > 0) {
    const count = countOf(element);
    const text = `${"#".repeat(level)} ${textOf([element])}`;
    blocks.push({ level, text: count ? `${text} (${textOf([count])})` : text });
    return;
  }
  if (element.previousElementSibling && countOf(element.previousElementSibling)) return;
  const text = blockOf(element);
  if (text === null) {
    for (const child of element.children) collect(child, blocks);
  } else if (text.trim() !== "") blocks.push({ level: 0, text });
}

/** The element with the number of items, next to a heading. */
function countOf(heading: Element): Element | null {
  if (!/^H[1-6]$/.test(heading.tagName)) return null;
  const next = heading.nextElementSibling;
  return next?.tagName === "SPAN" ? next : null;
}

function isSkipped(element: Element): boolean {
  return element.matches(SKIPPED) ||
    element instanceof HTMLElement && element.dataset.print === "none";
}

/** Returns the Markdown of an element; null for an element that only contains others. */
function blockOf(element: Element): string | null {
  switch (element.tagName) {
    case "P":
    case "SUMMARY":
      return textOf([element]);
    case "PRE":
      return codeBlock(element.textContent!.trimEnd());
    case "DL":
      return factsOf(element).map(([term, value]) => `- **${term}**: ${value}`).join("\n");
    case "UL":
    case "OL":
      return listOf(element);
    case "TABLE":
      return tableOf(element as HTMLTableElement);
    default:
      return element.children.length === 0 ? textOf([element]) : null;
  }
}

/** A list with the title of each item on its first line, and its content below. */
function listOf(list: Element): string {
  return [...list.children].filter((item) => !isSkipped(item)).flatMap((item, index) => {
    const mark = list.tagName === "OL" ? `${index + 1}.` : "-";
    const indent = " ".repeat(mark.length + 1);
    const [first, ...more] = titleFirst(linesOf(item));
    if (first === undefined) return [];
    const begins = item.firstElementChild?.tagName;
    const title = more.length === 0 || begins === "P" || first.startsWith("**")
      ? first
      : first.replace(/^.*?(?= · |$)/, "**$&**");
    return [`${mark} ${title}`, ...more.map((line) => `${indent}- ${line}`)];
  }).join("\n");
}

function titleFirst(lines: readonly string[]): string[] {
  const title = lines.find((line) => line.startsWith("**"));
  return title ? [title, ...lines.filter((line) => line !== title)] : [...lines];
}

/** Returns the content of an item as lines. Texts that the page shows in one row are one line. */
function linesOf(element: Element): string[] {
  if (isSkipped(element)) return [];
  if (element.tagName === "DL") return factsOf(element).map(([term, value]) => `${term}: ${value}`);
  if (/^H[1-6]$/.test(element.tagName)) return [`**${textOf([element])}**`];
  if (element.tagName === "PRE") return [codeSpan(element.textContent!)];
  const parts: string[][] = [];
  let inline: Node[] = [];
  const endLine = () => {
    const text = textOf(inline);
    if (text !== "") parts.push([text]);
    inline = [];
  };
  for (const child of element.childNodes) {
    if (!(child instanceof Element) || isInline(child)) {
      inline.push(child);
      continue;
    }
    endLine();
    const lines = linesOf(child);
    if (lines.length > 0) parts.push(lines);
  }
  endLine();
  const isOneLine = parts.every(({ length }) => length === 1);
  return isOneLine && isRow(element)
    ? [parts.flat().join(SEPARATOR)].filter(Boolean)
    : parts.flat();
}

/** Text for screen readers is positioned outside of the flow, but it is part of its sentence. */
function isInline(element: Element): boolean {
  const { display, position } = getComputedStyle(element);
  return display.startsWith("inline") || position === "absolute";
}

function isRow(element: Element): boolean {
  if (element.querySelector("pre")) return false;
  const { display, flexDirection, gridTemplateColumns } = getComputedStyle(element);
  return display === "flex" && flexDirection === "row" ||
    display === "grid" && gridTemplateColumns.includes(" ");
}

function factsOf(list: Element): [term: string, value: string][] {
  return [...list.querySelectorAll("dt")].filter((term) => term.closest("dl") === list)
    .map((term) => {
      const value = term.nextElementSibling;
      return [textOf([term]), value ? linesOf(value).join(SEPARATOR) : ""];
    });
}

function tableOf(table: HTMLTableElement): string {
  const rows = [...table.rows].map((row) => [...row.cells].map((cell) => textOf([cell])));
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  const [head = [], ...body] = rows;
  return [line(head), line(head.map(() => "---")), ...body.map(line)].join("\n");
}

/** Returns the escaped text on one line. */
function textOf(nodes: readonly Node[]): string {
  const words: string[] = [];
  const walk = (node: Node) => {
    if (node instanceof Element && isSkipped(node)) return;
    if (node.nodeType === Node.TEXT_NODE) words.push(node.textContent!);
    else {
      for (const child of node.childNodes) walk(child);
      if (node instanceof Element && getComputedStyle(node).display !== "inline") words.push(" ");
    }
  };
  nodes.forEach(walk);
  return plainText(words.join(""));
}

/** Characters that are markup anywhere in a line. A "&" begins a character reference. */
const ANYWHERE = /[\\`*_[\]<>|~]|&(?=[#A-Za-z])/g;

/** Returns text on one line with all Markdown markup escaped (CommonMark 0.31, and GitHub's tables and ~~~). */
export function plainText(text: string): string {
  const escaped = text.replace(/\s+/g, " ").trim()
    .replace(ANYWHERE, "\\$&")
    // The beginning of a heading, an underline of a heading, or a list item.
    .replace(/^(\d{1,9}(?=[.)])|(?=[-+=#]))/, "$1\\");
  // Trailing "#", which a heading would drop.
  const kept = withoutEnd(escaped, "#");
  const trailing = escaped.slice(kept.length).replaceAll("#", "\\#");
  return kept + (kept.endsWith("\\") ? trailing.slice(1) : trailing);
}

/** Returns a code block with a fence that is longer than any row of backticks in the code. */
export function codeBlock(code: string): string {
  const fence = "`".repeat(Math.max(3, longestRow(code) + 1));
  return `${fence}\n${code}\n${fence}`;
}

/** Returns code on one line. The lines of a command are joined. */
export function codeSpan(code: string): string {
  const line = code.replace(/\\\n/g, " ").replace(/\s+/g, " ").trim();
  const longest = longestRow(line);
  if (longest === 0) return `\`${line}\``;
  const fence = "`".repeat(longest + 1);
  return `${fence} ${line} ${fence}`;
}

function longestRow(text: string): number {
  let longest = 0;
  for (const [row] of text.matchAll(/`+/g)) longest = Math.max(longest, row.length);
  return longest;
}
