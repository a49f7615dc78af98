/** Collects the results of an inspection session in the form that the page uses. */
import type {
  InspectedChain,
  InspectedSet,
  Leftover,
  Link,
  ObjectRow,
} from "../../../../core/inspect/contract.ts";
import type {
  Fault,
  Json,
  JudgedRow,
  ResultPart,
} from "../../../../core/inspect/session-contract.ts";

/** Adds the rows that the session sends while files are read. */
export function addRows(json: Json<ObjectRow[]>, rows: Map<number, ObjectRow>): void {
  for (const row of JSON.parse(json) as ObjectRow[]) rows.set(row.id, row);
}

/** Collects the results that the session sends while it relates the objects. `known`: the rows sent before. */
export class SessionResults {
  readonly rows = new Map<number, ObjectRow>();
  readonly links: Link[] = [];
  readonly chains: InspectedChain[] = [];
  readonly sets: InspectedSet[] = [];
  readonly leftovers: Leftover[] = [];
  readonly #faults: Fault[] = [];

  constructor(private readonly known: ReadonlyMap<number, ObjectRow>) {}

  add(json: Json<ResultPart>): void {
    const part = JSON.parse(json) as ResultPart;
    switch (part.type) {
      case "rows":
        this.#faults.push(...part.faults);
        for (const judged of part.rows) this.rows.set(judged.row.id, this.#rowOf(judged));
        break;
      case "links":
        this.links.push(...part.links);
        break;
      case "chains":
        this.chains.push(...part.chains);
        break;
      case "sets":
        this.sets.push(...part.sets);
        break;
      case "leftovers":
        this.leftovers.push(...part.leftovers);
    }
  }

  #rowOf({ row, findings }: JudgedRow): ObjectRow {
    return {
      ...this.known.get(row.id),
      ...row as ObjectRow,
      findings: findings.map(([number, message]) => ({ ...this.#faults[number], message })),
    };
  }
}
