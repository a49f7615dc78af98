/** What a result shows, as Markdown: its headings, facts, lists, tables and code. */

/** Controls, pictures and what is for screen readers alone say nothing in a text. */
const SKIPPED =
  "button, svg, input, select, textarea, label, nav, form, [role=status], [role=meter]";

export function markdownOf(root: Element): string {
  const blocks: string[] = [];
  collect(root, blocks);
  return blocks.join("\n\n") + "\n";
}

function collect(element: Element, blocks: string[]): void {
  if (isSkipped(element)) return;
  const block = blockOf(element);
  if (block === null) {
    for (const child of element.children) collect(child, blocks);
  } else if (block.trim() !== "") blocks.push(block);
}

function isSkipped(element: Element): boolean {
  return element.matches(SKIPPED) || element.matches("details:not([open]) > :not(summary)") ||
    element instanceof HTMLElement && element.dataset.print === "none";
}

/** Null for what only holds others. */
function blockOf(element: Element): string | null {
  const heading = /^H([1-6])$/.exec(element.tagName);
  if (heading) return `${"#".repeat(Number(heading[1]))} ${textOf(element)}`;
  switch (element.tagName) {
    case "P":
    case "SUMMARY":
      return textOf(element);
    case "PRE":
      return "```\n" + element.textContent!.trimEnd() + "\n```";
    case "DL":
      return factsOf(element);
    case "UL":
    case "OL":
      return [...element.children].map((item) => `- ${textOf(item)}`).join("\n");
    case "TABLE":
      return tableOf(element as HTMLTableElement);
    default:
      return element.children.length === 0 ? textOf(element) : null;
  }
}

function factsOf(list: Element): string {
  return [...list.querySelectorAll("dt")].map((term) => {
    const value = term.nextElementSibling;
    return `- **${textOf(term)}**: ${value ? textOf(value) : ""}`;
  }).join("\n");
}

function tableOf(table: HTMLTableElement): string {
  const rows = [...table.rows].map((row) => [...row.cells].map(textOf));
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  const [head = [], ...body] = rows;
  return [line(head), line(head.map(() => "---")), ...body.map(line)].join("\n");
}

/** In one line; what would be taken for Markdown is marked as text. */
function textOf(element: Element): string {
  const words: string[] = [];
  const walk = (node: Node) => {
    if (node instanceof Element && isSkipped(node)) return;
    if (node.nodeType === Node.TEXT_NODE) words.push(node.textContent!);
    else {
      for (const child of node.childNodes) walk(child);
      if (node instanceof Element && getComputedStyle(node).display !== "inline") words.push(" ");
    }
  };
  walk(element);
  return words.join("").replace(/\s+/g, " ").trim().replace(/[\\`*_[\]<>|]/g, "\\$&");
}
