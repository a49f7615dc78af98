/**
 * How the project judges third-party material:
 *
 *     deno task conformance                        all material as a table; the linter compared with zlint
 *     deno task conformance --publish              the same, and writes the figures to docs/conformance.md
 *     deno task conformance --boringssl FOLDER     and a copy of BoringSSL's pki/testdata: all of PKITS
 *     deno task conformance --limbo FILE.json      and files in x509-limbo's format (may be repeated)
 *     deno task conformance IN.json OUT.json       one such file, each verdict written to OUT
 *     deno task conformance IN.json OUT.json --judge-as=private    the same by RFC 5280 only
 *
 * Chains are requests to chain/analyze. The exit code is 1 when a case differs from its suite and the
 * ledger has no line about it.
 */
import { parseArgs } from "node:util";
import { PROFILES } from "../../core/x509/rules/rule.ts";
import { CORPUS_LINE } from "../support/corpus.ts";
import { CHAIN_LEDGER, RULES_LEFT_OUT } from "./chain-ledger.ts";
import { judgeFile } from "./limbo.ts";
import { lintResults, type Share, shares } from "./lints.ts";
import { compareAll, comparisonTable } from "./read-again.ts";
import {
  boringsslSuites,
  corpusSuites,
  limboFile,
  type Result,
  runSuite,
  wycheproofSuite,
} from "./suites.ts";

const HEAD = ["suite", "cases", "agree", "ledger", "left out", "differ", "slowest case"];

const countsOf = ({ cases, agree, ledger, leftOut, differ }: Result) =>
  [cases, agree, ledger, leftOut, differ.length].map((count) => count.toLocaleString("en"));

export function tableOf(results: readonly Result[]): string {
  const rows = [HEAD];
  for (const result of results) {
    const { suite, slowest } = result;
    rows.push([
      suite,
      ...countsOf(result),
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

/** The document with the figures and the ledger. */
export const PUBLISHED = new URL("../../docs/conformance.md", import.meta.url);
const BEGIN = "<!-- made by deno task conformance --publish -->\n";

const row = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;

/** The figures of all suites of chains, as docs/claims.md has them. */
export function summary(results: readonly Result[]): string {
  const chains = results.filter(({ isChains }) => isChains);
  const sum = (count: (result: Result) => number) =>
    chains.reduce((total, result) => total + count(result), 0);
  return `${sum(({ cases }) => cases)} cases, ${sum(({ agree }) => agree)} as expected, ` +
    `${sum(({ ledger }) => ledger)} explained`;
}

const LINTS = {
  rfc: "RFC 5280 and other RFCs",
  cabf_br: "Baseline Requirements for TLS",
  cabf_smime_br: "Baseline Requirements for S/MIME",
  community: "community",
  mozilla: "Mozilla",
  apple: "Apple",
} as const;

/** The made part of the document. */
export function publishedPart(results: readonly Result[], lints: readonly Share[]): string {
  return [
    BEGIN,
    row(HEAD.slice(0, -1)),
    "|---|--:|--:|--:|--:|--:|",
    ...results.map((result) => row([result.suite, ...countsOf(result)])),
    "",
    "## zlint",
    "",
    row(["Source of the rules", "Lints", "Detected", "Not detected"]),
    "|---|--:|--:|---|",
    ...lints.map(({ source, told, lints, missing }) =>
      row([
        Object.hasOwn(LINTS, source) ? LINTS[source as keyof typeof LINTS] : source,
        ...[lints, told].map((count) => count.toLocaleString("en")),
        missing.map(({ lint }) => `\`${lint}\``).join(", ") || "-",
      ])
    ),
    "",
    "## The ledger",
    "",
    row(["Case", "Why", "Clause"]),
    "|---|---|---|",
    ...Object.entries({ ...CHAIN_LEDGER, ...RULES_LEFT_OUT })
      .map(([id, { why, clause }]) => row([`\`${id}\``, why, clause])),
    "",
  ].join("\n");
}

/** The document with its made part replaced. */
const withPart = (document: string, part: string): string =>
  document.slice(0, document.indexOf(BEGIN)) + part;

interface Options {
  limbo: readonly string[];
  boringssl?: string;
  publish: boolean;
}

async function printTable({ limbo, boringssl, publish }: Options): Promise<boolean> {
  const corpus = corpusSuites();
  const suites = [
    wycheproofSuite(),
    ...corpus,
    ...boringssl ? boringsslSuites(boringssl) : [],
    ...limbo.map(limboFile),
  ];
  console.log(CORPUS_LINE);
  if (!boringssl) console.log("Not given: BoringSSL's pki/testdata (--boringssl FOLDER)");
  if (limbo.length === 0) {
    console.log("Not given: further files in x509-limbo's format (--limbo FILE.json)");
  }
  const results: Result[] = [];
  for (const suite of suites) results.push(await runSuite(suite));
  if (results.length === 0) return true;
  console.log(`\n${tableOf(results)}\n`);
  for (const { suite, differ, idle } of results) {
    for (const line of differ) console.log(`differs  ${suite}: ${line}`);
    for (const name of idle) console.log(`the ledger has a line, and the case agrees  ${name}`);
  }
  const lints = shares(lintResults());
  printLints(lints);
  const comparison = await compareAll();
  console.log(`\n${comparisonTable(comparison)}`);
  for (const line of comparison.unexplained) console.log(`unexplained  ${line}`);
  if (publish) {
    const part = publishedPart(results.slice(0, results.length - limbo.length), lints);
    await Deno.writeTextFile(PUBLISHED, withPart(await Deno.readTextFile(PUBLISHED), part));
    // Columns of equal width, as the formatter wants them.
    new Deno.Command(Deno.execPath(), { args: ["fmt", "-q", PUBLISHED.pathname] }).outputSync();
  }
  return comparison.unexplained.length === 0 &&
    results.every(({ differ, idle }) => differ.length + idle.length === 0);
}

/** How many of zlint's lints our rules tell apart, and which they do not. */
function printLints(found: readonly Share[]): void {
  for (const { source, told, lints, missing } of found) {
    console.log(`${told} of ${lints} lints of zlint detected: ${source}`);
    for (const { lint, near } of missing) {
      console.log(`not detected  ${lint}: ${near.join(", ") || "nothing is found"}`);
    }
  }
}

if (import.meta.main) {
  const { values, positionals } = parseArgs({
    args: Deno.args,
    allowPositionals: true,
    options: {
      limbo: { type: "string", multiple: true, default: [] },
      boringssl: { type: "string" },
      publish: { type: "boolean", default: false },
      "judge-as": { type: "string", default: "public-tls" },
    },
  });
  if (positionals.length > 0) {
    const [input, output] = positionals;
    const judgeAs = PROFILES.find((profile) => profile === values["judge-as"]);
    if (!judgeAs) throw new Error(`--judge-as is one of ${PROFILES.join(", ")}`);
    await judgeFile(input, output, judgeAs);
  } else if (!await printTable(values)) Deno.exit(1);
}
