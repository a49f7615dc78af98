/** Puts together what the session reports, in the form that the page uses. */
import type {
  InspectedChain,
  InspectedSet,
  Leftover,
  Link,
  ObjectRow,
} from "../../../../core/inspect/contract.ts";
import type { Fault, Json, JudgedRow, Told } from "../../../../core/inspect/session-contract.ts";

/** Adds the rows that are reported while files are read. */
export function hearRows(json: Json<ObjectRow[]>, rows: Map<number, ObjectRow>): void {
  for (const row of JSON.parse(json) as ObjectRow[]) rows.set(row.id, row);
}

/** Collects what is reported while the objects are related; `known`: the rows reported before. */
export class Heard {
  readonly rows = new Map<number, ObjectRow>();
  readonly links: Link[] = [];
  readonly chains: InspectedChain[] = [];
  readonly sets: InspectedSet[] = [];
  readonly leftovers: Leftover[] = [];
  readonly #faults: Fault[] = [];

  constructor(private readonly known: ReadonlyMap<number, ObjectRow>) {}

  hear(json: Json<Told>): void {
    const told = JSON.parse(json) as Told;
    switch (told.type) {
      case "rows":
        this.#faults.push(...told.faults);
        for (const judged of told.rows) this.rows.set(judged.row.id, this.#rowOf(judged));
        break;
      case "links":
        this.links.push(...told.links);
        break;
      case "chains":
        this.chains.push(...told.chains);
        break;
      case "sets":
        this.sets.push(...told.sets);
        break;
      case "leftovers":
        this.leftovers.push(...told.leftovers);
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
