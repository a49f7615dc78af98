/** Collects the differences that a run met and compares them with the table of explanations. */
import assert from "node:assert/strict";
import type { Finding } from "../../core/x509/shapes.ts";
import { EXPLANATIONS, type Met, type Reader } from "./differences.ts";
import type { Fields, Reading } from "./other-readers.ts";

export class Ledger {
  readonly #unexplained: Met[] = [];
  /** Explanations by number, and the readers that each was needed for. */
  readonly #used = new Map<number, Set<Reader>>();
  #explained = 0;
  #objects = 0;
  #fields = 0;

  constructor(readonly object: Met["object"], readonly readers: readonly Reader[]) {}

  /** Compares the fields that both have; an object that only one of the two reads is one difference. */
  compare(
    reader: Reader,
    file: string,
    ours: { fields: Fields; findings: readonly Finding[] } | { refused: string },
    theirs: Reading,
  ): void {
    const findings = "fields" in ours ? ours.findings : [];
    const pairs: [string, unknown, unknown][] = [];
    if ("refused" in ours || "refused" in theirs) {
      const said = (reading: Reading) => "refused" in reading ? reading.refused : undefined;
      const isOne = "refused" in ours !== "refused" in theirs;
      if (isOne) pairs.push(["reading", said(ours), said(theirs)]);
    } else {
      for (const [field, their] of Object.entries(theirs.fields)) {
        if (Object.hasOwn(ours.fields, field)) pairs.push([field, ours.fields[field], their]);
      }
    }
    this.add(reader, file, pairs, findings);
  }

  /** Adds a field of one object: our value and the other reader's. */
  add(
    reader: Reader,
    file: string,
    pairs: readonly (readonly [field: string, ours: unknown, theirs: unknown])[],
    findings: readonly Finding[],
  ): void {
    this.#objects++;
    for (const [field, ours, theirs] of pairs) {
      this.#fields++;
      if (Object.is(ours, theirs)) continue;
      this.#meet({ reader, object: this.object, file, field, ours, theirs, findings });
    }
  }

  #meet(met: Met): void {
    const line = EXPLANATIONS.findIndex(({ readers, object, fields, where }) =>
      readers.includes(met.reader) && object === met.object && fields.includes(met.field) &&
      where(met)
    );
    if (line === -1) {
      this.#unexplained.push(met);
      return;
    }
    this.#explained++;
    this.#used.set(line, (this.#used.get(line) ?? new Set()).add(met.reader));
  }

  /**
   * Prints what was compared. Fails for unexplained differences and, if all samples were read, for
   * explanations that nothing needed.
   */
  finish({ isWhole = true } = {}): void {
    console.log(
      `${this.object}: ${this.#objects} readings, ${this.#fields} fields compared with ` +
        `${this.readers.join(", ")}; ${this.#explained} differences explained, ` +
        `${this.#unexplained.length} not`,
    );
    for (const { reader, file, field, ours, theirs } of this.#unexplained) {
      console.log(
        `${reader} ${file} ${field}: ${JSON.stringify(ours)} | ${JSON.stringify(theirs)}`,
      );
    }
    assert(this.#fields > 0);
    assert.equal(this.#unexplained.length, 0, "a difference that no line explains");
    if (!isWhole) return;
    const idle = EXPLANATIONS.flatMap(({ object, readers, why }, line) =>
      object !== this.object
        ? []
        : readers.filter((reader) =>
          this.readers.includes(reader) && !this.#used.get(line)?.has(reader)
        ).map((reader) => `${reader}: ${why}`)
    );
    assert.deepEqual(idle, [], "explanations that no longer occur");
  }
}
