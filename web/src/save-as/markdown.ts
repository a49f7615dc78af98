/** What a result shows, as Markdown: its headings, facts, lists, tables and code. */

/** Elements without a text of their own: controls, pictures, and what is folded. */
const SKIPPED =
  "button, svg, input, select, textarea, label, nav, form, [role=meter], details:not([open])";

/** Between words that a page shows beside each other. */
const BESIDE = " · ";

interface Block {
  /** Of a heading; 0 for everything else. */
  level: number;
  text: string;
}

export function markdownOf(root: Element): string {
  const blocks: Block[] = [];
  collect(root, blocks);
  return withoutEmpty(blocks).map(({ text }) => text).join("\n\n") + "\n";
}

/** A heading alone, whose buttons or text areas are not part of the text, heads nothing. */
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
    const count = countBeside(element);
    const text = `${"#".repeat(level)} ${textOf([element])}`;
    blocks.push({ level, text: count ? `${text} (${textOf([count])})` : text });
    return;
  }
  if (element.previousElementSibling && countBeside(element.previousElementSibling)) return;
  const text = blockOf(element);
  if (text === null) {
    for (const child of element.children) collect(child, blocks);
  } else if (text.trim() !== "") blocks.push({ level: 0, text });
}

/** The count beside a heading: how many things are below it. */
function countBeside(heading: Element): Element | null {
  if (!/^H[1-6]$/.test(heading.tagName)) return null;
  const next = heading.nextElementSibling;
  return next?.tagName === "SPAN" ? next : null;
}

function isSkipped(element: Element): boolean {
  return element.matches(SKIPPED) ||
    element instanceof HTMLElement && element.dataset.print === "none";
}

/** Null for an element that only holds others. */
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

/** Each item's title in its first line, and what is said of it below. */
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

/** The lines of what is in an item; what the page shows beside each other is one line. */
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
  return isOneLine && isRow(element) ? [parts.flat().join(BESIDE)].filter(Boolean) : parts.flat();
}

/** What is for screen readers alone is taken out of the flow, and is still part of its sentence. */
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
      return [textOf([term]), value ? linesOf(value).join(BESIDE) : ""];
    });
}

function tableOf(table: HTMLTableElement): string {
  const rows = [...table.rows].map((row) => [...row.cells].map((cell) => textOf([cell])));
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  const [head = [], ...body] = rows;
  return [line(head), line(head.map(() => "---")), ...body.map(line)].join("\n");
}

/** The text in one line, escaped. */
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

/** Text in Markdown that means only itself (CommonMark 0.31, and GitHub's tables and ~~~). */

/** Punctuation that means something wherever it is. A "&" begins a character reference. */
const ANYWHERE = /[\\`*_[\]<>|~]|&(?=[#A-Za-z])/g;

/** Text in one line, with what means something in Markdown escaped, at the start of a line too. */
export function plainText(text: string): string {
  return text.replace(/\s+/g, " ").trim()
    .replace(ANYWHERE, "\\$&")
    // A heading, its underline, or an item of a list.
    .replace(/^(\d{1,9}(?=[.)])|(?=[-+=#]))/, "$1\\")
    // A heading drops these.
    .replace(/(?<!\\)#(?=#*$)/g, "\\#");
}

/** A block of code, whose fence is longer than any row of backticks in it. */
export function codeBlock(code: string): string {
  const fence = "`".repeat(Math.max(3, longestRow(code) + 1));
  return `${fence}\n${code}\n${fence}`;
}

/** Code in one line; a command that goes over several lines is joined. */
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
