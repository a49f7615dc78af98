/**
 * What a readable object does against the rules: kept beside the answer, never instead of it.
 */
import { counted } from "../../kernel/formatting.ts";
import type { Finding } from "../shapes.ts";

/** More than this many are counted and not kept: the list is for people. */
const MAX_FINDINGS = 100;

/** The findings of one object. */
export class Findings {
  readonly #list: Finding[] = [];
  #dropped = 0;

  /** `offset` counts bytes from the start of the DER; null where no single byte is at fault. */
  add(code: string, message: string, offset: number | null = null): void {
    if (this.#list.length < MAX_FINDINGS) this.#list.push({ code, message, offset });
    else this.#dropped++;
  }

  get length(): number {
    return this.#list.length + this.#dropped;
  }

  /** The findings in the order in which they were met; a last one says how many were left out. */
  list(): Finding[] {
    if (this.#dropped === 0) return [...this.#list];
    const left = this.#dropped;
    const message = `${counted(left, "MORE FINDING")} ${left === 1 ? "IS" : "ARE"} NOT LISTED`;
    return [...this.#list, { code: "findings_left_out", message, offset: null }];
  }

  /**
   * The findings by offset, those without one first: for objects whose parts are read when they are
   * asked for.
   */
  sorted(): Finding[] {
    const list = this.list();
    if (list.length > 1) list.sort((a, b) => (a.offset ?? -1) - (b.offset ?? -1));
    return list;
  }
}
