/** The report: figures go between their marks and nowhere else, charts hold every contender. */
import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import { chart } from "./charts.ts";
import { format, type Result } from "./harness.ts";
import { type Report, withFigures } from "./report.ts";

const speed: Result = {
  name: "Read <a> thing & more",
  unit: "/s",
  ours: { name: "ours", value: 61_234 },
  peers: [
    { name: "slow", value: 12_000, ratio: 5.1 },
    { name: "fast", value: 122_468, ratio: 0.5 },
  ],
};
const size: Result = {
  name: "First load",
  unit: "bytes",
  ours: { name: "ours", value: 91_090 },
  peers: [{ name: "a library", value: 63_899, ratio: 0.7 }],
};
const report: Report = {
  machine: { processor: "A processor", cores: 2, memoryGiB: 8, system: "linux x86_64" },
  versions: { Deno: "2.9.6" },
  sections: [
    { id: "certificates", title: "Certificates", results: [speed], remarks: ["It is so."] },
    { id: "first-load", title: "First load", results: [size], remarks: [] },
    { id: "csr-generate", title: "In Chromium", results: [], remarks: ["It took long."] },
  ],
};

const BEGIN = "<!-- bench:begin (written by `deno task bench`) -->";
const END = "<!-- bench:end -->";

describe("bench", () => {
  it("the page's figures are replaced and nothing else of it", () => {
    const before = `# Title\n\n${BEGIN}\nold\n${END}\n\n## Next\n`;
    const after = withFigures(before, report);
    assert(after.startsWith(`# Title\n\n${BEGIN}\n`));
    assert(after.endsWith(`${END}\n\n## Next\n`));
    assert(!after.includes("old"));
    assert(after.includes("| Read <a> thing & more | 61,000 /s | 5.1 x slow, 0.50 x fast |"));
    assert(after.includes("| First load | 91 kB | 0.70 x a library |"));
    assert(after.includes("- In Chromium: It took long."));
    // Once more it changes nothing.
    assert.equal(withFigures(after, report), after);
    assert.throws(() => withFigures("# Without marks\n", report), /lost the marks/);
  });

  it("the page says first what is slower than a peer, and names no more than four rows", () => {
    const page = `${BEGIN}\n${END}`;
    const after = withFigures(page, report);
    const slower = "- Read <a> thing & more: 0.50 x fast\n- First load: 0.70 x a library\n";
    assert(after.includes(`**Slower or larger than a peer:**\n\n${slower}`), after);
    assert(after.indexOf("Slower or larger") < after.indexOf("| | Ours"));
    const echoed = [0.01, 0.02, 0.1, 0.2, 0.3].map((ratio) => ({
      ...speed,
      peers: [{ name: "echo", value: 1, ratio }, { name: "ours, whole", value: 1, ratio: 0.4 }],
    }));
    const sections = [{ id: "requests", title: "Requests", results: echoed, remarks: [] }];
    const many = withFigures(page, { ...report, sections });
    assert(many.includes("- 5 rows of the table: 0.01 x to 0.30 x echo\n\n"), many);
    assert(!many.split("| | Ours")[0].includes("ours, whole"));
  });

  it("the page has the marks", async () => {
    const page = await Deno.readTextFile(new URL("../../docs/bench/README.md", import.meta.url));
    assert(withFigures(page, report).includes("Certificates: It is so."));
  });

  it("a chart draws every contender, the best over the whole width, and no date", () => {
    const svg = chart("Certificates", [speed, size]);
    assert.equal([...svg.matchAll(/<rect /g)].length, 5);
    assert(svg.includes("Read &lt;a&gt; thing &amp; more"));
    assert(svg.includes("61,000 /s"));
    assert(svg.includes("12,000 /s, ours is 5.1 x"));
    assert(svg.includes("(less is better)"));
    const widths = [...svg.matchAll(/ width="([\d.]+)"/g)].map(([, width]) => Number(width));
    assert.equal(Math.max(...widths), widths[2]);
    assert.equal(widths[0], widths[2] / 2);
    assert(svg.includes("prefers-color-scheme: dark"));
    assert.doesNotMatch(svg, /\d{4}-\d\d/);
  });

  it("a chart's bars begin behind the longest name", () => {
    const name = "node:crypto, reading and digesting alone";
    const peers = [{ name, value: 12_000, ratio: 5.1 }];
    const starts = (svg: string) =>
      [...svg.matchAll(/ x="(\d+)" y="\d+" width/g)].map(([, x]) => +x);
    const [start] = starts(chart("Certificates", [{ ...speed, peers }]));
    assert(start > 7 * name.length, String(start));
    assert(start > starts(chart("Certificates", [speed]))[0]);
  });

  it("a line contains the ratio of ours to each peer", () => {
    assert.match(format(speed), /slow +12,000 \/s {2}ours is 5\.1 x/);
  });
});
