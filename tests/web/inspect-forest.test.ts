/** The tree of thousands of objects: only rendered cards compute their texts. */
import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import type { ObjectRow } from "../../core/inspect/contract.ts";
import { forestOf, objectsIn, pruned, sizeOf } from "../../web/src/tools/inspect/forest.ts";
import type { Picture } from "../../web/src/tools/inspect/inspection.ts";

/** Unrelated certificates. `looks` counts how often their dates are read. */
function pictureOf(count: number) {
  const seen = { looks: 0 };
  const rows = new Map<number, ObjectRow>();
  for (let id = 0; id < count; id++) {
    const row = {
      id,
      kind: "certificate",
      name: `${id}.example`,
      places: [{ file: `${id}`, position: 0, form: "PEM" }],
      publicKey: null,
      role: "leaf",
      locked: false,
      problem: null,
      findings: [],
      get notAfter() {
        seen.looks++;
        return "2027-03-01T00:00:00Z";
      },
    };
    rows.set(id, row as unknown as ObjectRow);
  }
  const leftovers = [{ id: 3, message: "The key of this certificate is not in these files." }];
  const picture = { rows, links: [], leftovers, skipped: [] } as unknown as Picture;
  return { seen, picture };
}

describe("the tree of related objects", () => {
  it("computes texts only for rendered objects, and reuses them", () => {
    const { seen, picture } = pictureOf(5_000);
    const { alone } = forestOf(picture);
    assert.deepEqual([sizeOf(alone), objectsIn(alone).size], [5_000, 5_000]);
    assert.equal(seen.looks, 0);
    const first = pruned(alone, 40);
    assert.equal(first.length, 40);
    assert.equal(first[3].facts[0], "The key of this certificate is not in these files.");
    const looks = seen.looks;
    assert(looks > 0 && looks <= 2 * 40, `${looks} looks`);
    const again = pruned(alone, 80);
    assert.equal(again[0].facts, first[0].facts);
    assert(seen.looks <= 2 * looks, `${seen.looks} looks`);
  });
});
