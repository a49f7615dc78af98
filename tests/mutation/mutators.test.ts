/** The faults that are seeded: each kind is made, and nothing in comments and texts is touched. */
import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import { faultsIn } from "./mutators.ts";

/** The lines that a fault of this kind changes, with what it makes of them. */
function changed(what: string, source: string): string[] {
  const before = source.split("\n");
  return faultsIn("a.ts", source).filter((fault) => fault.what.startsWith(what)).map(({ text }) =>
    text.split("\n").find((line, index) => line !== before[index])!.trim()
  );
}

describe("seeded faults", () => {
  it("negate a condition to its end", () => {
    assert.deepEqual(changed("condition negated", "if (isA(b) && c) return;"), [
      "if (!(isA(b) && c)) return;",
    ]);
  });

  it("leave out a check", () => {
    assert.deepEqual(changed("check left out", "  if (a) throw new Error();\n"), [";"]);
    assert.deepEqual(changed("check left out", "  budget.spend(1);\n"), [";"]);
  });

  it("are off by one, take another operator, and another constant", () => {
    assert.deepEqual(changed("off by one", "const a = b <= c;"), ["const a = b < c;"]);
    assert.deepEqual(changed("other operator", "const a = b === c;"), ["const a = b !== c;"]);
    assert.deepEqual(changed("other constant", "const a = [16, true];"), [
      "const a = [(16 + 1), true];",
      "const a = [16, false];",
    ]);
  });

  it("leave comments, texts and types alone", () => {
    const source = [
      "// if (a) is 1 and b < c",
      "/* 2 */",
      'const text = "if (a) 3 && 4";',
      "export interface A {",
      "  b: 5;",
      "}",
    ].join("\n");
    assert.deepEqual(faultsIn("a.ts", source), []);
  });
});
