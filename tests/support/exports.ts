/** What each file of the project exports, and which of these names other files use. */

export interface Export {
  file: string;
  name: string;
}

/** A name that a file imports from another one; "*" for all names. */
interface Use {
  file: string;
  /** Path from the root. */
  target: string;
  name: string;
}

const DECLARED =
  /^export\s+(?:declare\s+)?(?:async\s+)?(?:abstract\s+)?(?:const|let|function\*?|class|interface|type|enum)\s+([\w$]+)/gm;
const LISTED = /^export\s+(?:type\s+)?\{([^}]*)\}/gm;
const TAKEN = /^\s*(?:import|export)\s+(?:type\s+)?([^"';]*?)\s*from\s+"(\.[^"]+)"/gm;
const LAZY =
  /(?:const\s+\{([^}]*)\}\s*=\s*await\s+)?\bimport\(\s*"(\.[^"]+)"\s*,?\s*\)(?:\s*\.then\(\s*\(\{([^}]*)\}\))?(?:\.([\w$]+))?/g;

/** Names of `a, type b, c as d`; of a renamed one, the side that the other file knows. */
function namesOf(list: string, side: "before" | "after"): string[] {
  return list.replace(/\/\/.*$/gm, "").split(",").map((part) => part.trim()).filter(Boolean)
    .map((part) => {
      const [before, after] = part.replace(/^type\s+/, "").split(/\s+as\s+|\s*:\s*/);
      return side === "before" ? before : after ?? before;
    });
}

export function exportsOf(file: string, text: string): Export[] {
  const names = [...text.matchAll(DECLARED)].map(([, name]) => name);
  for (const [, list] of text.matchAll(LISTED)) names.push(...namesOf(list, "after"));
  if (/^export\s+default\b/m.test(text)) names.push("default");
  return [...new Set(names)].map((name) => ({ file, name }));
}

export function usesOf(file: string, text: string): Use[] {
  const uses: Use[] = [];
  const add = (specifier: string, names: readonly string[]) => {
    const target = decodeURI(new URL(specifier, `file:///${file}`).pathname.slice(1));
    for (const name of names) uses.push({ file, target, name });
  };
  for (const [, clause, specifier] of text.matchAll(TAKEN)) {
    if (clause.includes("*")) add(specifier, ["*"]);
    const list = /\{([^}]*)\}/.exec(clause);
    if (list) add(specifier, namesOf(list[1], "before"));
    const first = clause.replace(/\{[^}]*\}/, "").replace(/\*.*$/, "").replace(",", "").trim();
    if (first) add(specifier, ["default"]);
  }
  for (const [, list, specifier, taken, member] of text.matchAll(LAZY)) {
    const names = list ?? taken;
    if (names !== undefined) add(specifier, namesOf(names, "before"));
    else add(specifier, member && member !== "then" ? [member] : ["*"]);
  }
  return uses;
}

/** Whether the name, or everything of its file, is used. */
export function isUsed({ file, name }: Export, uses: ReadonlySet<string>): boolean {
  return uses.has(`${file} ${name}`) || uses.has(`${file} *`);
}
