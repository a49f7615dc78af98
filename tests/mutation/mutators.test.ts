/** Seeded faults: every kind, in code but not in comments, messages and types. */
import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import { faultsIn, type Kind, withFault, withSwitches } from "./mutators.ts";

/** The lines that faults of this kind change, as they are afterwards. */
function changed(kind: Kind, source: string): string[] {
  const before = source.split("\n");
  return faultsIn("a.ts", source).filter((fault) => fault.kind === kind).map((fault) =>
    withFault(source, fault).split("\n").find((line, index) => line !== before[index])!.trim()
  );
}

describe("seeded faults", () => {
  it("negate a condition to its end", () => {
    assert.deepEqual(changed("condition negated", "if (isA(b) && c) d = e ? 1 : 2;"), [
      "if (!(isA(b) && c)) d = e ? 1 : 2;",
      "if (isA(b) && c) d = !(e) ? 1 : 2;",
    ]);
    assert.deepEqual(changed("condition negated", "if (a === b) c();"), []);
  });

  it("drop a statement", () => {
    assert.deepEqual(changed("statement dropped", "if (a) throw new Error();\n"), ["if (a) ;"]);
    assert.deepEqual(changed("statement dropped", "budget.spend(1);\n"), [";"]);
  });

  it("move a boundary, turn a comparison, swap operators", () => {
    assert.deepEqual(changed("boundary moved", "const a = b <= c;"), ["const a = b < c;"]);
    assert.deepEqual(changed("comparison turned", "const a = b === c;"), ["const a = b !== c;"]);
    assert.deepEqual(changed("operator swapped", 'const a = b && c.some(d) + 1 + e + "f";'), [
      'const a = b || c.some(d) + 1 + e + "f";',
      'const a = b && c.some(d) - 1 + e + "f";',
      'const a = b && c.every(d) + 1 + e + "f";',
    ]);
    assert.deepEqual(changed("always the default", "const a = b ?? c;"), ["const a = c;"]);
  });

  it("change numbers, flags, object identifiers, and texts that something is compared with", () => {
    assert.deepEqual(
      changed("constant changed", 'const a = [16, true, "1.2.3", "b", c === "d"];'),
      [
        'const a = [(16 + 1), true, "1.2.3", "b", c === "d"];',
        'const a = [16, false, "1.2.3", "b", c === "d"];',
        'const a = [16, true, "1.2.3.1", "b", c === "d"];',
        'const a = [16, true, "1.2.3", "b", c === "d?"];',
      ],
    );
  });

  it("return early what the type of a function allows", () => {
    assert.deepEqual(changed("early return", "function a(): boolean { b(); }"), [
      "function a(): boolean { return true; b(); }",
      "function a(): boolean { return false; b(); }",
    ]);
    assert.deepEqual(changed("early return", "const a = async (): Promise<string | null> => {};"), [
      "const a = async (): Promise<string | null> => { return null;};",
    ]);
  });

  it("do not change comments, messages and types", () => {
    const source = [
      'import { a } from "1.2.3";',
      "// if (a) is 1 and b < c",
      'const text = "if (a) 3 && 4" as const;',
      "export interface A {",
      "  b: 5;",
      "}",
      "let c: 1 | true;",
    ].join("\n");
    assert.deepEqual(faultsIn("a.ts", source), []);
  });

  it("share one source behind switches, one of them on at a time", () => {
    const source = [
      "function a(b: number[]): boolean {",
      "  if (b?.some((c) => c > 1 && c !== 4)) d.push(2);",
      "  return d.length === 1;",
      "}",
      "const d: number[] = [];",
      "out(a([1]), a([2, 4]), a([4]), d.length);",
    ].join("\n");
    const faults = faultsIn("a.ts", source);
    const run = (text: string, on: number): string => {
      const plain = text.replaceAll(/: (?:number\[\]|boolean)/g, "");
      let said = "";
      const out = (...values: unknown[]) => said = JSON.stringify(values);
      new Function("isAwake", "out", plain)((id: number) => id === on, out);
      return said;
    };
    const all = withSwitches(source, new Map(faults.map((fault, at) => [at + 1, fault])));
    assert.equal(run(all, 0), run(source, 0));
    // Both early returns, each operator, number and the statement are among them.
    assert(faults.length > 10);
    faults.forEach((fault, at) => {
      assert.equal(run(all, at + 1), run(withFault(source, fault), 0), fault.what);
    });
  });
});
