/**
 * `deno task lighthouse [path ...]`: Lighthouse's scores of the app as deployed, on a simulated phone
 * with a slow network and processor. The median of three runs per page, of every page by default;
 * `--runs=1` for a quick look.
 *
 * npx fetches Lighthouse, which is not a dependency of the project, because it brings 150 packages.
 * Its performance score depends on the load of the machine.
 */
/// <reference lib="deno.ns" />
import { loadavg } from "node:os";
import { close, serve } from "../e2e/support.ts";
import { findBrowser } from "../support/browser.ts";
import { POPUP_PATH } from "../../web/src/page/documents.ts";
import { pages } from "../../web/src/app/routing/pages.ts";
import { freePort } from "../support/ports.ts";

const LIGHTHOUSE = "lighthouse@12.8.2";
const named = Deno.args.filter((argument) => argument.startsWith("/"));
const PATHS = named.length > 0 ? named : [...pages.map(({ path }) => path), POPUP_PATH];
const RUNS = Number(Deno.args.find((argument) => argument.startsWith("--runs="))?.slice(7) ?? 3);

const WANTED = { performance: 98, accessibility: 100, "best-practices": 100, seo: 100 } as const;
type Category = keyof typeof WANTED;
/** The parts of the performance score except layout shifts. */
const PARTS = [
  "first-contentful-paint",
  "speed-index",
  "largest-contentful-paint",
  "total-blocking-time",
];
const CATEGORIES = Object.keys(WANTED) as Category[];

interface Node {
  snippet: string;
  selector: string;
}

/** The used part of Lighthouse's report. */
interface Report {
  categories: Record<Category, { score: number; auditRefs: { id: string; weight: number }[] }>;
  audits: Record<string, {
    score: number | null;
    title: string;
    numericValue?: number;
    details?: { items?: { node?: Node; items?: { node?: Node }[] }[] };
  }>;
}

const browser = findBrowser();
if (!browser) {
  console.log("not run: needs chromium");
  Deno.exit(1);
}
// SITE_URL gives the pages an absolute canonical address; without it they have none.
const port = freePort();
const origin = await serve({ PORT: String(port), SITE_URL: `http://localhost:${port}` });
console.log(`Load of this machine before: ${loadavg()[0].toFixed(1)}`);

const faults: string[] = [];
console.log(
  "route            performance  accessibility  best practices  SEO    FCP ms   SI ms  LCP ms  TBT ms  CLS",
);
for (const path of PATHS) {
  const reports: Report[] = [];
  while (reports.length < RUNS) reports.push(await audited(origin + path));
  const score = (category: Category) =>
    median(reports.map(({ categories }) => Math.round(categories[category].score * 100)));
  const value = (audit: string) =>
    median(reports.map(({ audits }) => audits[audit].numericValue ?? NaN));
  const shift = Math.max(
    ...reports.map(({ audits }) => audits["cumulative-layout-shift"].numericValue ?? NaN),
  );
  console.log(
    [
      path.padEnd(15),
      ...CATEGORIES.map((category) => String(score(category)).padStart(9)),
      ...PARTS.map((audit, index) => value(audit).toFixed(0).padStart(index === 0 ? 9 : 6)),
      shift.toFixed(3).padStart(6),
    ].join("  "),
  );
  for (const category of CATEGORIES) {
    // Search engines are kept away from the popup.
    if (path === POPUP_PATH && category === "seo") continue;
    if (score(category) < WANTED[category]) {
      faults.push(`${path}: ${category} ${score(category)}, wanted ${WANTED[category]}`);
      faults.push(...lost(reports[0], category));
    }
  }
  if (shift !== 0) faults.push(`${path}: the layout shifts by ${shift}`, ...shifted(reports));
  const html = await (await fetch(origin + path)).text();
  for (const report of reports) {
    const largest = largestOf(report);
    if (!largest || !html.includes(largest)) {
      faults.push(`${path}: what is painted largest is not in the document: ${largest}`);
    }
  }
}
await close();
for (const fault of faults) console.log(fault);
console.log(faults.length === 0 ? "All as wanted." : "Not as wanted.");
Deno.exit(faults.length === 0 ? 0 : 1);

/** One report. Repeated if the trace lacks the page's start, as it may on a busy machine. */
async function audited(address: string): Promise<Report> {
  try {
    return await audit(address);
  } catch {
    return await audit(address);
  }
}

async function audit(address: string): Promise<Report> {
  const { success, stdout, stderr } = await new Deno.Command("npx", {
    args: [
      "--yes",
      LIGHTHOUSE,
      address,
      "--output=json",
      "--quiet",
      `--only-categories=${CATEGORIES.join(",")}`,
      "--chrome-flags=--headless=new --no-sandbox --disable-gpu --disable-background-networking " +
      "--disable-component-update --disable-sync",
    ],
    // Outside the project, so that npx ignores its packages.
    cwd: await Deno.makeTempDir(),
    env: { CHROME_PATH: browser! },
    stdin: "null",
  }).output();
  if (!success) throw new Error(new TextDecoder().decode(stderr));
  return JSON.parse(new TextDecoder().decode(stdout));
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
}

/** The start tag of the largest painted element. */
function largestOf({ audits }: Report): string | undefined {
  const rows = audits["largest-contentful-paint-element"]?.details?.items ?? [];
  return rows.flatMap(({ items = [] }) => items.map(({ node }) => node?.snippet))[0];
}

/** The elements that shift. */
function shifted(reports: readonly Report[]): string[] {
  const rows = reports.flatMap(({ audits }) => audits["layout-shifts"]?.details?.items ?? []);
  return [...new Set(rows.map(({ node }) => `  ${node?.selector}`))];
}

/** The audits of a category that reduce its score. */
function lost({ categories, audits }: Report, category: Category): string[] {
  return categories[category].auditRefs
    .filter(({ id, weight }) => weight > 0 && (audits[id].score ?? 1) < 0.9)
    .map(({ id }) => `  ${audits[id].title} (${id})`);
}
