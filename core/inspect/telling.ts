/** The messages of an inspection about its objects, as JSON that is fast to write and to read. */
import type { ObjectRow } from "./contract.ts";
import type { InspectedObject } from "./objects.ts";
import { rowOf } from "./rows.ts";
import type { Fault, Json, JudgedRow, Told } from "./session-contract.ts";

const json = <T>(value: T): Json<T> => JSON.stringify(value) as Json<T>;

/** A message of the session, with its content as JSON. */
export const toldMessage = (part: Told) => ({ type: "told" as const, json: json(part) });

/** Keeps the rows that were sent: later only what judging adds to them is sent. */
export class Telling {
  readonly #known = new Map<number, ObjectRow>();

  /** Rows of objects that are new or have a new place. */
  found(objects: readonly InspectedObject[]): Json<ObjectRow[]> {
    const rows = objects.map((object) => rowOf(object));
    for (const row of rows) this.#known.set(row.id, row);
    return json(rows);
  }

  /** The row of an object as it was sent; undefined if it was not. */
  known(id: number): ObjectRow | undefined {
    return this.#known.get(id);
  }

  /** Rows that were sent may be out of date. */
  forget(): void {
    this.#known.clear();
  }

  /** Writes judged rows a batch at a time; what thousands of findings have in common is sent once. */
  judging(): (rows: readonly ObjectRow[]) => ReturnType<typeof toldMessage> {
    const numbers = new Map<string, number>();
    return (rows) => {
      const faults: Fault[] = [];
      const judged = rows.map((row): JudgedRow => {
        const { id, role, judgedAs, revocation, findings } = row;
        const numbered = findings.map(({ message, ...fault }): [number, string] => {
          const key = `${fault.severity} ${fault.code}`;
          let number = numbers.get(key);
          if (number === undefined) {
            numbers.set(key, number = numbers.size);
            faults.push(fault);
          }
          return [number, message];
        });
        const isKnown = this.#known.has(id);
        return {
          row: isKnown ? { id, role, judgedAs, revocation } : { ...row, findings: [] },
          findings: numbered,
        };
      });
      return toldMessage({ type: "rows", rows: judged, faults });
    };
  }
}
