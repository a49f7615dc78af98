/**
 * Makes `core/assets/root-programs.ts`: joins the roots of the trust store with the statements of root programs
 * (`programs.tsv`, which this module also makes).
 */
import { createHash } from "node:crypto";
import { mozillaRoots } from "../../../core/x509/path/trust-store.ts";
import type { ChromeRoots } from "./chrome-root-store.ts";
import type { Lists } from "./lists.ts";
import { type Row, writeTable } from "./table.ts";

const COLUMNS = ["sha256", "mozilla_until", "chrome", "chrome_until", "ev_policies", "label"];

/**
 * The text of `programs.tsv`: one line for each root that Mozilla trusts for servers or Chrome has.
 *
 * @param nss rows of `readCertdata`
 * @param records rows of `readRecords`
 */
export function programsTable(
  nss: readonly Row[],
  { roots: chrome }: ChromeRoots,
  records: readonly Row[],
): string {
  const inNss = new Map(
    nss.filter(({ server_auth }) => server_auth === "yes").map((row) => [row.sha256, row]),
  );
  const inCcadb = new Map(records.map((row) => [row.sha256, row]));
  const ids = [...new Set([...inNss.keys(), ...chrome.keys()])].sort();
  const rows = ids.map((sha256): Row => ({
    sha256,
    mozilla_until: inNss.get(sha256)?.distrust_after ?? "",
    chrome: chrome.has(sha256) ? "yes" : "no",
    chrome_until: chrome.get(sha256) ?? "",
    ev_policies: (inCcadb.get(sha256)?.ev_oids ?? "").split(/[;\s]+/).filter((oid) => oid !== "")
      .join(" "),
    label: inNss.get(sha256)?.label ?? inCcadb.get(sha256)?.name ?? sha256,
  }));
  return writeTable(COLUMNS, rows);
}

/**
 * The text of the asset, with roots by their index in the trust store.
 *
 * @param table the text of `programs.tsv`
 */
export function programsFile(table: string, lists: Lists): string {
  const lines = table.trimEnd().split("\n").slice(1).map((line) => line.split("\t"));
  const chromeName = `Chrome Root Store, version ${lists.chrome.version}`;
  const known = new Map(lines.map(([sha256, ...rest]) => [sha256, rest]));
  const mozillaUntil: string[] = [];
  const chromeUntil: string[] = [];
  const evPolicies: string[] = [];
  const absent: number[] = [];
  const unknown: number[] = [];
  const left = new Set(known.keys());
  for (const [place, { bytes, notBefore }] of mozillaRoots().certificates.entries()) {
    const id = createHash("sha256").update(bytes).digest("hex");
    left.delete(id);
    const row = known.get(id);
    if (!row) {
      // Chrome's list has only roots of programs.tsv, so it lacks this one, unless the root is newer than the list.
      const isNewer = notBefore > Date.parse(lists.chrome.date);
      (isNewer ? unknown : absent).push(place);
      continue;
    }
    const [mozilla, chrome, until, ev, label] = row;
    if (mozilla) mozillaUntil.push(`    // ${label}\n    ${place}: "${mozilla}",\n`);
    if (ev) {
      const oids = ev.split(" ").map((oid) => `      "${oid}",\n`).join("");
      evPolicies.push(`    // ${label}\n    ${place}: [\n${oids}    ],\n`);
    }
    if (chrome === "no") absent.push(place);
    if (until) chromeUntil.push(`    // ${label}\n    ${place}: "${until}",\n`);
  }
  const others = [...left].flatMap((id) => {
    const [, chrome, until, , label] = known.get(id)!;
    return chrome === "yes" ? [`    // ${label}\n    "${id}": "${until}",\n`] : [];
  });
  const entries = (lines: readonly string[]) =>
    lines.length === 0 ? "{}" : `{\n${lines.join("")}  }`;
  const numbers = (list: readonly number[]) =>
    list.length === 0 ? "[]" : `[\n${list.map((one) => `    ${one},\n`).join("")}  ]`;
  return `/**
 * How root programs trust the roots in mozilla-roots.ts, by their index there. Written by
 * \`deno task data\` from web/build/data/programs.tsv, whose README names the sources.
 */
export const MOZILLA = {
  list: "NSS, ${lists.mozilla}",
  /** Trusted for certificates that begin no later. */
  until: ${entries(mozillaUntil)} as Readonly<Record<number, string>>,
} as const;

export const CHROME = {
  name: "${chromeName}",
  /** The day on which the list was read; the list has none. */
  date: "${lists.chrome.date}",
  /** Trusted for certificates that a log had no later. */
  until: ${entries(chromeUntil)} as Readonly<Record<number, string>>,
  /** Not trusted. */
  absent: ${numbers(absent)} as readonly number[],
  /** Younger than the list. */
  unknown: ${numbers(unknown)} as readonly number[],
  /** Trusted, but no longer by Mozilla: by SHA-256, with the time as in \`until\`, or "". */
  others: ${entries(others)} as Readonly<Record<string, string>>,
} as const;

export const EXTENDED_VALIDATION = {
  /** OIDs of the policies that root programs accept for extended validation (CCADB, ${lists.ccadb}). */
  policies: ${entries(evPolicies)} as Readonly<Record<number, readonly string[]>>,
} as const;
`;
}
