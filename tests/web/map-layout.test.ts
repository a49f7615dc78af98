/** Where the tiles of a map are: facts about columns, rows, lines and groups. */
import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import {
  layOut,
  type LineState,
  type MapLayout,
  type MapLine,
  type MapObject,
  MAX_TILES,
} from "../../web/src/ui/map/layout.ts";

const certificate = (key: string, rank = 4): MapObject => ({ key, kind: "certificates", rank });
const line = (from: string, to: string, state: LineState = "proven"): MapLine => ({
  from,
  to,
  state,
});

/** "key column row" of each tile, and "from to" of each line as "column row". */
const placesOf = ({ tiles }: MapLayout) =>
  tiles.map(({ key, column, row }) => `${key} ${column} ${row}`);
const linesOf = ({ lines }: MapLayout) =>
  lines.map(({ column, from, to }) => `${column} ${from} to ${column + 1} ${to}`);

const count = ({ tiles, loose }: MapLayout) => tiles.length + loose.length;

/** Every tile and passage has a cell of its own, and every line ends in cells. */
function assertTidy(layout: MapLayout): void {
  const cells = [...layout.tiles, ...layout.passages].map(({ column, row }) => `${column} ${row}`);
  assert.equal(new Set(cells).size, cells.length, "no two are in one cell");
  for (const { column, from, to } of layout.lines) {
    assert(cells.includes(`${column} ${from}`), `a line begins at ${column} ${from}`);
    assert(cells.includes(`${column + 1} ${to}`), `a line ends at ${column + 1} ${to}`);
  }
  for (const { column, row } of layout.tiles) {
    assert(column < layout.columns && row < layout.rows);
  }
}

/** An authority with as many certificates, and a key for each of them. */
function folder(size: number) {
  const objects = [certificate("root"), certificate("ca")];
  const lines = [line("root", "ca")];
  for (let n = 0; n < size; n++) {
    objects.push(certificate(`leaf${n}`), { key: `key${n}`, kind: "keys", rank: 4 });
    lines.push(line("ca", `leaf${n}`), line(`leaf${n}`, `key${n}`));
  }
  return { objects, lines };
}

describe("the layout of a map", () => {
  it("draws a chain from the root on, with the parts of its end below one another", () => {
    const objects = ["key", "leaf", "csr", "root", "ca"].map((key) => certificate(key));
    const layout = layOut(objects, [
      line("leaf", "key"),
      line("leaf", "csr"),
      line("ca", "leaf"),
      line("root", "ca"),
    ]);
    assert.deepEqual(placesOf(layout), [
      "root 0 0",
      "ca 1 0",
      "leaf 2 0",
      "key 3 0",
      "csr 3 1",
    ]);
    assert.deepEqual(linesOf(layout).sort(), [
      "0 0 to 1 0",
      "1 0 to 2 0",
      "2 0 to 3 0",
      "2 0 to 3 1",
    ]);
    assert.deepEqual([layout.columns, layout.rows, layout.loose], [4, 2, []]);
    assertTidy(layout);
  });

  it("draws an object once that belongs to two others", () => {
    const objects = ["ca", "old", "new", "key"].map((key) => certificate(key));
    const layout = layOut(objects, [
      line("ca", "old"),
      line("ca", "new"),
      line("old", "key"),
      line("new", "key", "unproven"),
    ]);
    assert.deepEqual(placesOf(layout), ["ca 0 0", "old 1 0", "key 2 0", "new 1 1"]);
    assert(linesOf(layout).includes("1 1 to 2 0"), "from the newer one up to the key");
    const states = layout.lines.filter(({ column }) => column === 1).map(({ state }) => state);
    assert.deepEqual(states, ["proven", "unproven"]);
    assertTidy(layout);
  });

  it("leads a line over several columns through a row of its own", () => {
    // The cross-signed copy of a root, and the root itself: both signed the intermediate.
    const objects = ["old", "root", "cross", "ca"].map((key) => certificate(key));
    const layout = layOut(objects, [
      line("old", "cross"),
      line("root", "ca"),
      line("cross", "ca"),
    ]);
    const [passage] = layout.passages;
    assert.equal(layout.passages.length, 1);
    assert.equal(passage.column, 1);
    assert(layout.tiles.every(({ row, column }) => row !== passage.row || column === 0));
    assertTidy(layout);
  });

  it("separates the vertical parts of lines from different objects", () => {
    const objects = ["a", "b", "x", "y"].map((key) => certificate(key));
    const layout = layOut(objects, [
      line("a", "x"),
      line("a", "y"),
      line("b", "x"),
    ]);
    const lanes = new Map(layout.lines.map(({ from, lane }) => [from, lane]));
    const [a, b] = [..."ab"].map((key) => layout.tiles.find((tile) => tile.key === key)!.row);
    assert.notEqual(lanes.get(a), lanes.get(b));
    assertTidy(layout);
  });

  it("ends for authorities that signed each other, and for a chain of thousands", () => {
    const both = layOut(
      ["a", "b", "leaf"].map((key) => certificate(key)),
      [line("a", "b"), line("b", "a"), line("b", "leaf")],
    );
    assert.equal(count(both), 3);
    assertTidy(both);
    const keys = Array.from({ length: 5_000 }, (_, n) => `${n}`);
    const long = layOut(
      keys.map((key) => certificate(key)),
      keys.slice(1).map((key, n) => line(`${n}`, key)),
    );
    assert(count(long) <= MAX_TILES);
    assertTidy(long);
  });

  it("keeps objects without a line apart", () => {
    const layout = layOut(["a", "b", "c"].map((key) => certificate(key)), [line("a", "b")]);
    assert.deepEqual(layout.loose, [{ key: "c", group: null }]);
    assert.deepEqual(placesOf(layout), ["a 0 0", "b 1 0"]);
  });

  it("draws all of 40 tiles, and groups with the number of their objects beyond", () => {
    const whole = folder((MAX_TILES - 2) / 2);
    assert.equal(count(layOut(whole.objects, whole.lines)), MAX_TILES);
    const { objects, lines } = folder(1_300);
    const layout = layOut(objects, lines);
    assert(count(layout) <= MAX_TILES && count(layout) > MAX_TILES - 4, `${count(layout)}`);
    assertTidy(layout);
    const { group } = layout.tiles.find((tile) => tile.group !== null)!;
    const shown = layout.tiles.filter(({ key }) => key.startsWith("leaf")).length;
    assert.deepEqual([group!.parent, group!.kind, group!.count], ["ca", null, 2 * (1_300 - shown)]);
    const keys = layout.tiles.map(({ key }) => key);
    assert(keys.includes("root") && keys.includes("ca"), "the chain above is drawn");
  });

  it("names the kind of a group whose objects are all alike, and opens it", () => {
    const objects = Array.from({ length: 100 }, (_, n) => certificate(`${n}`));
    const [group] = layOut(objects, []).loose.flatMap((tile) => tile.group ?? []);
    assert.deepEqual([group.parent, group.kind, group.count], [null, "certificates", 61]);
    const opened = layOut(objects, [], group);
    assert.equal(count(opened), MAX_TILES);
    assert.equal(opened.loose[0].key, "39");
    assert.equal(opened.loose.at(-1)!.group!.count, 22);
  });

  it("draws an opened group below the object that its members belong to", () => {
    const { objects, lines } = folder(1_300);
    const { group } = layOut(objects, lines).tiles.find((tile) => tile.group !== null)!;
    const opened = layOut(objects, lines, group);
    assert.equal(placesOf(opened)[0], "ca 0 0");
    assert(opened.tiles.some(({ key }) => key === group!.members[0]));
    assert(!opened.tiles.some(({ key }) => key === "leaf0" || key === "root"));
    assertTidy(opened);
  });

  it("draws broken objects before others if not all fit", () => {
    const objects = Array.from({ length: 100 }, (_, n) => certificate(`${n}`, n === 99 ? 0 : 4));
    assert.equal(layOut(objects, []).loose[0].key, "99");
  });
});
