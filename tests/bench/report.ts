/** Writes the results of a whole run: text, JSON, charts, and the page with all figures. */
import { chart } from "./charts.ts";
import type { Environment } from "./environment.ts";
import { amount, format, formatRatio, type Result } from "./harness.ts";

export interface Report extends Environment {
  sections: { id: string; title: string; results: Result[]; remarks: string[] }[];
}

const ROOT = new URL("../../", import.meta.url);
const OUTPUT = new URL("tests/output/", ROOT);
const CHARTS = new URL("docs/bench/", ROOT);
const PAGE = new URL("README.md", CHARTS);

/** The block of the page that belongs to this file. */
const BEGIN = "<!-- bench:begin (written by `deno task bench`) -->";
const END = "<!-- bench:end -->";

export async function writeReport(report: Report): Promise<void> {
  for (const folder of [OUTPUT, CHARTS]) await Deno.mkdir(folder, { recursive: true });
  await Deno.writeTextFile(new URL("bench.json", OUTPUT), JSON.stringify(report, null, 2) + "\n");
  await Deno.writeTextFile(new URL("bench.txt", OUTPUT), textOf(report));
  for (const { id, title, results } of report.sections) {
    if (results.length === 0) continue;
    await Deno.writeTextFile(new URL(`${id}.svg`, CHARTS), chart(title, results));
  }
  const page = await Deno.readTextFile(PAGE);
  await Deno.writeTextFile(PAGE, withFigures(page, report));
  console.log(
    "Written: tests/output/bench.json, bench.txt, docs/bench/*.svg, docs/bench/README.md",
  );
}

function textOf(report: Report): string {
  const parts = [environmentLine(report)];
  for (const { title, results, remarks } of report.sections) {
    parts.push(`== ${title}`, ...results.map(format));
    if (remarks.length > 0) parts.push(remarks.join("\n"));
  }
  return parts.join("\n\n") + "\n";
}

function environmentLine({ machine, versions }: Environment): string {
  const { processor, cores, memoryGiB, system } = machine;
  const listed = Object.entries(versions).map(([name, version]) => `${name} ${version}`).join(", ");
  return `${cores} cores of ${processor}, ${memoryGiB} GiB, ${system}. ${listed}.`;
}

/** Throws if the page has lost the marks. */
export function withFigures(page: string, report: Report): string {
  const begin = page.indexOf(BEGIN);
  const end = page.indexOf(END, begin);
  if (begin === -1 || end === -1) throw new Error("README.md has lost the marks of its figures");
  return `${page.slice(0, begin + BEGIN.length)}\n\n${figures(report)}\n\n${page.slice(end)}`;
}

function figures(report: Report): string {
  const measured = report.sections.filter(({ results }) => results.length > 0);
  const charts = measured.map(({ id, title }) =>
    `<img src="${id}.svg" alt="${title}, compared with peers: the figures of the table above" width="720">`
  );
  const rows = measured.flatMap(({ results }) =>
    results.map((result) => `| ${result.name} | ${valueOf(result)} | ${besideOf(result)} |`)
  );
  const remarks = report.sections.flatMap(({ title, remarks }) =>
    remarks.map((remark) => `- ${title}: ${remark}`)
  );
  return [
    environmentLine(report),
    ...slower(report),
    ["| | Ours | Ratio to others |", "|---|---|---|", ...rows].join("\n"),
    remarks.join("\n"),
    ...charts,
  ].join("\n\n");
}

/** First what is slower, or larger, than a peer: by peer, the greatest difference first. */
function slower({ sections }: Report): string[] {
  const found = Map.groupBy(
    sections.flatMap(({ results }) => results).flatMap(({ name: task, peers }) =>
      peers.filter(({ name, ratio }) => ratio < 0.95 && !isOurs(name))
        .map(({ name: peer, ratio }) => ({ peer, task, ratio }))
    ),
    ({ peer }) => peer,
  );
  if (found.size === 0) return [];
  const lines = [...found.values()]
    .map((rows) => rows.toSorted((a, b) => a.ratio - b.ratio))
    .sort(([a], [b]) => a.ratio - b.ratio)
    .map((rows) => {
      const [least, most] = [rows[0], rows.at(-1)!].map(({ ratio }) => formatRatio(ratio));
      return rows.length > MOST_NAMED
        ? `- ${rows.length} rows of the table: ${least} to ${most} ${rows[0].peer}`
        : `- ${rows.map(({ task, ratio }) => `${task}: ${formatRatio(ratio)}`).join("; ")} ${
          rows[0].peer
        }`;
    });
  return [`**Slower or larger than a peer:**\n\n${lines.join("\n")}`];
}

/** The most rows that are named for one peer. */
const MOST_NAMED = 4;

/** Whether a contender is our own code, or the same code without other work. */
const isOurs = (name: string) => /^(?:ours|without)\b/.test(name);

function valueOf({ unit, ours }: Result): string {
  return amount(unit, ours.value);
}

function besideOf({ peers }: Result): string {
  return peers.map(({ name, ratio }) => `${formatRatio(ratio)} ${name}`).join(", ");
}
