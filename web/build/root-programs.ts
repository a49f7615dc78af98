/**
 * Joins the roots of the trust store with the statements of root programs (`roots/programs.tsv`) and
 * writes `core/assets/root-programs.ts`. It needs no network.
 */
import { createHash } from "node:crypto";
import { mozillaRoots } from "../../core/x509/path/trust-store.ts";

const SOURCE = new URL("roots/programs.tsv", import.meta.url);
const TARGET = new URL("../../core/assets/root-programs.ts", import.meta.url);

/** The sources of `roots/programs.tsv` (see `roots/README.md`). */
const LISTS = {
  mozilla: "NSS, 2026-05-01",
  chrome: { name: "Chrome Root Store, version 36", date: "2026-11-22" },
  ev: "CCADB, 2026-08-22",
} as const;

/** Returns the text of `core/assets/root-programs.ts`, with roots by their index in the trust store. */
export function programsFile(): string {
  const lines = Deno.readTextFileSync(SOURCE).trimEnd().split("\n").slice(1)
    .map((line) => line.split("\t"));
  const known = new Map(lines.map(([sha256, ...rest]) => [sha256, rest]));
  const mozillaUntil: string[] = [];
  const chromeUntil: string[] = [];
  const evPolicies: string[] = [];
  const absent: number[] = [];
  const unknown: number[] = [];
  const left = new Set(known.keys());
  for (const [place, { bytes }] of mozillaRoots().certificates.entries()) {
    const id = createHash("sha256").update(bytes).digest("hex");
    left.delete(id);
    const row = known.get(id);
    if (!row) {
      unknown.push(place);
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
  const table = (lines: readonly string[]) => lines.length === 0 ? "{}" : `{\n${lines.join("")}  }`;
  return `/**
 * How root programs trust the roots in mozilla-roots.ts, by their index there. Written by
 * \`deno task roots\` from web/build/roots/programs.tsv, whose README names the sources and their dates.
 */
export const MOZILLA = {
  list: "${LISTS.mozilla}",
  /** Trusted for certificates that begin no later. */
  until: ${table(mozillaUntil)} as Readonly<Record<number, string>>,
} as const;

export const CHROME = {
  name: "${LISTS.chrome.name}",
  /** The day on which the list was read; the list has none. */
  date: "${LISTS.chrome.date}",
  /** Trusted for certificates that a log had no later. */
  until: ${table(chromeUntil)} as Readonly<Record<number, string>>,
  /** Not trusted. */
  absent: [${absent.join(", ")}] as readonly number[],
  /** Younger than the list. */
  unknown: [${unknown.join(", ")}] as readonly number[],
  /** Trusted, but no longer by Mozilla: by SHA-256, with the time as in \`until\`, or "". */
  others: ${table(others)} as Readonly<Record<string, string>>,
} as const;

export const EXTENDED_VALIDATION = {
  /** OIDs of the policies that root programs accept for extended validation (${LISTS.ev}). */
  policies: ${table(evPolicies)} as Readonly<Record<number, readonly string[]>>,
} as const;
`;
}

if (import.meta.main) {
  Deno.writeTextFileSync(TARGET, programsFile());
}
