/**
 * Speed compared with named peers, as ratios of one run:
 *
 *     deno task bench            everything; writes the report
 *     deno task bench csr crl    the named parts, and writes nothing
 *
 * Writes text and JSON to tests/output, the charts to docs/bench, and the figures between the marks
 * of docs/bench/README.md.
 */
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { ensureBuilt } from "../support/process.ts";
import { environment } from "./environment.ts";
import { format, race, type Result, type Section } from "./harness.ts";
import { type Report, writeReport } from "./report.ts";

/** In the order of the report. */
const SECTIONS: Readonly<Record<string, () => Promise<{ section: Section }>>> = {
  csr: () => import("./csr.ts"),
  certificates: () => import("./certificates.ts"),
  linter: () => import("./linter.ts"),
  chain: () => import("./chain.ts"),
  crl: () => import("./crl.ts"),
  "cold-phone": () => import("./cold-phone.ts"),
  "first-result": () => import("./first-result.ts"),
  "inspect-folder": () => import("./inspect-folder.ts"),
  interactions: () => import("./interactions.ts"),
  requests: () => import("./requests.ts"),
  others: () => import("./others.ts"),
  "first-load": () => import("./first-load.ts"),
};

type Measured = Report["sections"][number];

async function main(): Promise<void> {
  const { values: { json }, positionals: names } = parseArgs({
    allowPositionals: true,
    // A part that runs in a child process writes its figures to this file.
    options: { json: { type: "string" } },
  });
  const unknown = names.filter((name) => !Object.hasOwn(SECTIONS, name));
  if (unknown.length > 0) {
    console.error(
      `No such part: ${unknown.join(", ")}. There are ${Object.keys(SECTIONS).join(", ")}`,
    );
    Deno.exit(1);
  }
  await ensureBuilt();
  const started = performance.now();
  if (names.length === 0) {
    const report: Report = { ...await environment(), sections: [] };
    for (const name of Object.keys(SECTIONS)) report.sections.push(await measureApart(name));
    await writeReport(report);
  }
  const sections: Measured[] = [];
  for (const name of names) sections.push(await measure(name));
  if (json !== undefined) await Deno.writeTextFile(json, JSON.stringify(sections[0]));
  else console.log(`${Math.round((performance.now() - started) / 1000)} s`);
}

/** Runs in a child process, so that compiled code and garbage of earlier parts do not slow it. */
async function measureApart(name: string): Promise<Measured> {
  const file = await Deno.makeTempFile({ suffix: ".json" });
  try {
    const { success } = await new Deno.Command(Deno.execPath(), {
      args: ["run", "-A", fileURLToPath(import.meta.url), name, `--json=${file}`],
      stdin: "null",
      stdout: "inherit",
      stderr: "inherit",
    }).spawn().status;
    if (!success) throw new Error(`${name} could not be measured`);
    return JSON.parse(await Deno.readTextFile(file));
  } finally {
    await Deno.remove(file);
  }
}

async function measure(name: string): Promise<Measured> {
  const { section } = await SECTIONS[name]();
  console.log(`== ${section.title}\n`);
  const results: Result[] = [];
  const show = (result: Result) => {
    results.push(result);
    console.log(format(result) + "\n");
  };
  for (const bench of section.benches ?? []) show(await race(bench));
  for (const result of await section.measure?.() ?? []) show(result);
  const remarks = await section.remarks?.() ?? [];
  if (remarks.length > 0) console.log(remarks.join("\n") + "\n");
  return { id: name, title: section.title, results, remarks };
}

await main();
// A server of a bench would keep this process alive. It exits with the process.
Deno.exit();
