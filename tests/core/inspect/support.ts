/** An inspection of files with the whole result in one answer, and names in place of numbers. */
import { Budget, createContext } from "../../../core/kernel/context.ts";
import { Collection } from "../../../core/inspect/collection.ts";
import type {
  InspectedFinding,
  InspectedSet,
  InspectedVerdict,
  ObjectRow,
  Relations,
} from "../../../core/inspect/contract.ts";
import type { InspectedFile } from "../../../core/inspect/find.ts";
import type { PlaceOptions } from "../../../core/inspect/placing.ts";
import { resultsOf as resultsOfAll } from "../../../core/inspect/results.ts";
import type { Json, RelateMessage } from "../../../core/inspect/session-contract.ts";
import type { FilesFacts } from "../../../core/verdict/judge/inspect/facts.ts";
import { addRows, SessionResults } from "../../../web/src/tools/inspect/session-results.ts";
import { AT } from "../../fixtures/inspect/index.ts";

export interface Inspected {
  collection: Collection;
  related: Relations;
  rows: ObjectRow[];
  notes: string[];
  sets: InspectedSet[];
  verdict: InspectedVerdict;
  facts: FilesFacts;
  /** The object with a place in the file. */
  in(file: string, position?: number): ObjectRow;
  findings(file: string): InspectedFinding[];
  codes(file: string): string[];
}

export async function collect(files: readonly InspectedFile[]): Promise<Collection> {
  const collection = new Collection({
    context: () => createContext(),
    acceptPrivateKeys: true,
    tolerant: true,
  });
  for (const file of files) await collection.add(file);
  return collection;
}

type Options = Partial<Pick<PlaceOptions, "trustStore" | "budget" | "now">>;

export async function inspectFiles(
  files: readonly InspectedFile[],
  options?: Options,
): Promise<Inspected> {
  return await finish(await collect(files), options);
}

export async function finish(collection: Collection, options?: Options): Promise<Inspected> {
  const now = options?.now ?? Date.parse(AT);
  const budget = new Budget({ signatures: 40_000, nodes: 20_000_000 });
  const results = await resultsOfAll(collection, { now, budget, ...options });
  const rows = [...results.rows.values()];
  const at = (file: string, position = 0) => {
    const row = rows.find(({ places }) =>
      places.some((place) => place.file === file && place.position === position)
    );
    if (!row) throw new Error(`nothing was found in ${file}`);
    return row;
  };
  return {
    collection,
    related: results,
    rows,
    notes: results.notes,
    sets: results.sets,
    verdict: results.verdict,
    facts: results.facts,
    in: at,
    findings: (file) => at(file).findings,
    codes: (file) => at(file).findings.map(({ code }) => code),
  };
}

/** A text as a file. */
export function textFile(text: string, name = "text"): InspectedFile {
  return { name, bytes: new TextEncoder().encode(text) };
}

/** The messages of a session to a page: rows when they are found, then their findings. */
export function resultsOf(found: readonly Json<ObjectRow[]>[], judged: readonly RelateMessage[]) {
  const known = new Map<number, ObjectRow>();
  for (const rows of found) addRows(rows, known);
  const results = new SessionResults(known);
  for (const message of judged) if (message.type === "result") results.add(message.json);
  const { rows, links, chains, sets, leftovers } = results;
  return { known, rows, links, chains, sets, leftovers };
}
