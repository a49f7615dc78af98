/** What the session tells, put together as the page has it. */
import type {
  InspectedChain,
  InspectedSet,
  Leftover,
  Link,
  ObjectRow,
} from "../../../../core/inspect/contract.ts";
import type { Fault, Json, JudgedRow, Told } from "../../../../core/inspect/session-contract.ts";

/** Rows while files are read. */
export function hearRows(json: Json<ObjectRow[]>, rows: Map<number, ObjectRow>): void {
  for (const row of JSON.parse(json) as ObjectRow[]) rows.set(row.id, row);
}

/** What comes while everything is put together; `known`: the rows that were told before. */
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
