/** Limits of JSON that are the same in every engine, and members that an object has twice. */
import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import { MAX_JSON, MAX_JSON_DEPTH, readJson, repeatedMember } from "../../../core/kernel/json.ts";

const nested = (depth: number) => "[".repeat(depth) + "]".repeat(depth);

describe("JSON of others", () => {
  it("is read up to a depth and a size", () => {
    assert.equal(readJson(nested(MAX_JSON_DEPTH)).fault, null);
    assert.equal(readJson(nested(MAX_JSON_DEPTH + 1)).fault, "too_deep");
    assert.equal(readJson(`${'{"a":'.repeat(3_000)}1${"}".repeat(3_000)}`).fault, "too_deep");
    assert.equal(readJson(`"${"a".repeat(MAX_JSON - 2)}"`).fault, null);
    assert.equal(readJson(`"${"a".repeat(MAX_JSON - 1)}"`).fault, "too_large");
    for (const text of ["", "[", "{a:1}", "]", '"\\']) {
      assert.equal(readJson(text).fault, "malformed", text);
    }
  });

  it("may have any brackets in strings, and many in a row", () => {
    const text = JSON.stringify(["[".repeat(500), '\\"[[', Array(1_000).fill([])]);
    assert.equal(readJson(text).fault, null);
  });

  it("tells the name that an object has twice", () => {
    for (
      const [text, name] of [
        ['{"a":1,"b":2}', null],
        ['{"a":{"a":1},"b":[{"a":1},{"a":2}]}', null],
        ['{"a":"a","b":"a"}', null],
        ['["a","a"]', null],
        ['{"a":1,"a":1}', "a"],
        ['{"a" :1,"\\u0061"\n\t:2}', "a"],
        [`{"a"${" ".repeat(5_000)}:1,"a":2}`, "a"],
        ['{"b":[{"x":1,"y":{"x":1,"x":2}}]}', "x"],
        ['{"":1,"":2}', ""],
        ['{"a\\"b":1,"a\\"b":2}', 'a"b'],
        ['{"__proto__":1,"__proto__":2}', "__proto__"],
      ] as const
    ) {
      assert.equal(readJson(text).fault, null);
      assert.equal(repeatedMember(text), name, text);
    }
  });
});
