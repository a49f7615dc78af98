/** Says what a new table of roots changes, in sentences. */

const PROGRAMS = ["Apple", "Chrome", "Microsoft", "Mozilla"] as const;
/** The states in which a program accepts at least older certificates (root-acceptance.ts). */
const INCLUDED: ReadonlySet<string> = new Set(["I", "D"]);

const VERBS: Readonly<Record<string, string>> = {
  I: "includes",
  D: "accepts only older certificates of",
  E: "no longer accepts for websites",
  N: "does not include",
  R: "no longer includes",
  B: "blocks",
  "-": "says nothing about",
};

interface RootRow {
  ids: readonly string[];
  name: string;
  states: string;
}

/** The rows of a table's text, as `root-acceptance.ts` has them between its backquotes. */
function rowsOf(text: string): RootRow[] {
  return text.trim().split("\n").map((line) => {
    const [ids, name, states] = line.split("\t");
    return { ids: ids.split(" "), name, states };
  });
}

/** The part of the asset's file that has the roots. */
export const rootsIn = (file: string): string => /\n {2}roots: `\n([^`]*)\n`/.exec(file)?.[1] ?? "";

/** "Apple no longer includes X.", for each program and root whose state differs. */
export function rootChanges(before: string, after: string): string[] {
  const old = new Map(rowsOf(before).flatMap((row) => row.ids.map((id) => [id, row] as const)));
  const fresh = rowsOf(after);
  const changes: string[] = [];
  for (const { ids, name, states } of fresh) {
    const known = ids.map((id) => old.get(id)).find((row) => row);
    for (const [place, program] of PROGRAMS.entries()) {
      const state = states[place];
      const earlier = known?.states[place];
      if (state === earlier || (!known && !INCLUDED.has(state))) continue;
      const verb = state === "I" ? "now includes" : VERBS[state];
      changes.push(`${program} ${verb} ${name}.`);
    }
  }
  const ids = new Set(fresh.flatMap((row) => row.ids));
  const gone = rowsOf(before).filter((row) => !row.ids.some((id) => ids.has(id)));
  changes.push(...gone.map(({ name }) => `No program has a record of ${name} any more.`));
  return changes.sort();
}

/** The changes of the trust store, by the names of certificates. */
export function storeChanges(before: readonly string[], after: readonly string[]): string[] {
  return [
    ...after.filter((name) => !before.includes(name)).map((name) =>
      `The trust store gained ${name}.`
    ),
    ...before.filter((name) => !after.includes(name)).map((name) =>
      `The trust store lost ${name}.`
    ),
  ];
}
