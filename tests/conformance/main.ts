/**
 * How the project judges third-party material:
 *
 *     deno task conformance                        everything that is there, as a table; the linter beside zlint
 *     deno task conformance --limbo FILE.json      and files in x509-limbo's format (may be repeated)
 *     deno task conformance IN.json OUT.json       one such file, each verdict written to OUT
 *     deno task conformance IN.json OUT.json --judge-as=private    the same by RFC 5280 alone
 *
 * The exit code is 1 when the table has a false accept or a false reject where verdicts are shared.
 */
import { parseArgs } from "node:util";
import { PROFILES } from "../../core/x509/rules/rule.ts";
import { CORPUS_LINE } from "../support/corpus.ts";
import { judgeFile } from "./limbo.ts";
import { lintResults, shares } from "./lints.ts";
import { corpusSuites, limboFile, type Result, runSuite } from "./suites.ts";

const HEAD = [
  "suite",
  "cases",
  "right",
  "false accepts",
  "false rejects",
  "skipped",
  "slowest case",
];
/** Nobody agrees on these, so that no verdict of ours is wrong. */
const DISPUTED = "x509-limbo, disputed";

export function tableOf(results: readonly Result[]): string {
  const rows = [HEAD];
  for (const { suite, cases, right, falseAccepts, falseRejects, skipped, slowest } of results) {
    rows.push([
      suite,
      ...[cases, right, falseAccepts.length, falseRejects.length, skipped].map(String),
      slowest ? `${slowest.milliseconds.toFixed(0)} ms ${slowest.name}` : "-",
    ]);
  }
  const last = HEAD.length - 1;
  const widths = HEAD.map((_, column) => Math.max(...rows.map((row) => row[column].length)));
  return rows.map((row) =>
    row.map((cell, column) =>
      column === 0 || column === last ? cell.padEnd(widths[column]) : cell.padStart(widths[column])
    ).join("  ").trimEnd()
  ).join("\n");
}

async function printTable(limbo: readonly string[]): Promise<boolean> {
  const corpus = corpusSuites();
  const suites = [...corpus, ...limbo.map(limboFile)];
  console.log(CORPUS_LINE);
  if (limbo.length === 0) {
    console.log("Not given: further files in x509-limbo's format (--limbo FILE.json)");
  }
  const results: Result[] = [];
  for (const suite of suites) results.push(await runSuite(suite));
  if (results.length === 0) return true;
  console.log(`\n${tableOf(results)}\n`);
  for (const { suite, falseAccepts, falseRejects } of results) {
    for (const name of falseAccepts) console.log(`false accept  ${suite}: ${name}`);
    for (const name of falseRejects) console.log(`false reject  ${suite}: ${name}`);
  }
  printLints();
  return results.every(({ suite, falseAccepts, falseRejects }) =>
    suite === DISPUTED || falseAccepts.length + falseRejects.length === 0
  );
}

/** How many of zlint's lints our rules tell apart, and which they do not. */
function printLints(): void {
  for (const { source, told, lints, missing } of shares(lintResults())) {
    console.log(`${told} of ${lints} lints of zlint told apart: ${source}`);
    for (const { lint, near } of missing) {
      console.log(`not told apart  ${lint}: ${near.join(", ") || "nothing is found"}`);
    }
  }
}

if (import.meta.main) {
  const { values, positionals } = parseArgs({
    args: Deno.args,
    allowPositionals: true,
    options: {
      limbo: { type: "string", multiple: true, default: [] },
      "judge-as": { type: "string", default: "public-tls" },
    },
  });
  if (positionals.length > 0) {
    const [input, output] = positionals;
    const judgeAs = PROFILES.find((profile) => profile === values["judge-as"]);
    if (!judgeAs) throw new Error(`--judge-as is one of ${PROFILES.join(", ")}`);
    await judgeFile(input, output, judgeAs);
  } else if (!await printTable(values.limbo)) Deno.exit(1);
}
