/** The rules that a readable object breaks. They are part of its answer. */
import { counted } from "../../kernel/formatting.ts";
import { READING_RULES, type ReadingRuleName, readingSentence } from "../reading-rules.ts";
import type { Finding } from "../shapes.ts";

/** Findings beyond this number are counted and not kept: no one reads so long a list. */
const MAX_FINDINGS = 100;

/** The findings of one object. */
export class Findings {
  readonly #list: Finding[] = [];
  #dropped = 0;

  /**
   * Adds a finding. `offset` counts bytes from the start of the DER and is null where no single byte is
   * at fault; `detail` is the part that the sentence of the rule names.
   */
  add(rule: ReadingRuleName, offset: number | null = null, detail?: string): void {
    if (this.#list.length === MAX_FINDINGS) this.#dropped++;
    else {
      const code = READING_RULES[rule].code ?? rule;
      this.#list.push({ code, message: readingSentence(rule, detail), offset });
    }
  }

  get length(): number {
    return this.#list.length + this.#dropped;
  }

  /** Returns the findings in the order in which they were added; a last one counts those left out. */
  list(): Finding[] {
    if (this.#dropped === 0) return [...this.#list];
    const left = this.#dropped;
    const message = `${counted(left, "more finding")} ${left === 1 ? "is" : "are"} not listed`;
    return [...this.#list, { code: "findings_left_out", message, offset: null }];
  }

  /**
   * Returns the findings by offset, those without one first. A certificate's names and extensions are
   * read on demand, so the order in which they were added depends on the caller.
   */
  sorted(): Finding[] {
    return this.list().sort((a, b) => (a.offset ?? -1) - (b.offset ?? -1));
  }
}
