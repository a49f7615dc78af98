/**
 * Reads CCADB's reports of all certificates, which Apple, Google, Microsoft and Mozilla maintain together
 * (https://www.ccadb.org/resources).
 */
import { parse } from "csv-parse/sync";
import type { Row } from "./table.ts";

/** The names of a report's columns, and those of our table. */
const COLUMNS = {
  sha256: "SHA-256 Fingerprint",
  name: "Certificate Name",
  owner: "CA Owner",
  not_before: "Valid From (GMT)",
  not_after: "Valid To (GMT)",
  apple: "Apple Status",
  chrome: "Chrome Status",
  microsoft: "Microsoft Status",
  mozilla: "Mozilla Status",
  trust_bits: "Trust Bits for Root Cert",
  ev_oids: "EV OIDs for Root Cert",
} as const;
const KIND = "Certificate Record Type";
const PEM = "X.509 Certificate (PEM)";

const PROGRAMS = ["apple", "chrome", "microsoft", "mozilla"] as const;
/** States in which a program accepts certificates under a root, some of them only old ones. */
const ACCEPTED: ReadonlySet<string> = new Set(["Included", "NotBefore"]);

/** The fewest roots of a whole report, which has more than 200. */
const MIN_ROOTS = 100;

/**
 * The roots for websites that at least one program includes, by name.
 *
 * @throws Error if a column is missing or the report is not whole
 */
export function readRecords(csv: string): Row[] {
  const roots = readReport(csv, [...Object.values(COLUMNS), KIND])
    .filter((record) => record[KIND] === "Root Certificate")
    .map((record) =>
      Object.fromEntries(
        Object.entries(COLUMNS).map(([ours, theirs]) => [ours, record[theirs].trim()]),
      )
    )
    .map((row): Row => ({
      ...row,
      sha256: fingerprint(row.sha256),
      not_before: day(row.not_before),
      not_after: day(row.not_after),
    }))
    .filter((row) =>
      row.trust_bits.split(";").some((bit) => bit.trim() === "Server Authentication") &&
      PROGRAMS.some((program) => ACCEPTED.has(row[program]))
    );
  if (roots.length < MIN_ROOTS) throw new Error(`CCADB's report has only ${roots.length} roots`);
  return roots.sort((a, b) => a.name < b.name ? -1 : a.name > b.name ? 1 : 0);
}

/** The certificates of a report in PEM, by SHA-256 in hex. */
export function readCertificates(csv: string): Map<string, string> {
  const rows = readReport(csv, [COLUMNS.sha256, PEM]);
  // CCADB puts a quote before the text, so that spreadsheets do not read it as a formula.
  return new Map(
    rows.map((row) => [fingerprint(row[COLUMNS.sha256]), row[PEM].replace(/^'|'$/g, "")]),
  );
}

/** The years in which the roots begin: CCADB has a report of certificates for each. */
export const yearsOf = (rows: readonly Row[]): string[] =>
  [...new Set(rows.map(({ not_before }) => not_before.slice(0, 4)))].sort();

function readReport(csv: string, columns: readonly string[]): Record<string, string>[] {
  const rows: Record<string, string>[] = parse(csv, {
    bom: true,
    columns: true,
    relax_column_count: true,
  });
  const missing = columns.find((column) => rows.length === 0 || !(column in rows[0]));
  if (missing !== undefined) throw new Error(`CCADB's report has no column "${missing}"`);
  return rows;
}

function fingerprint(text: string): string {
  const hex = text.replaceAll(/[:\s]/g, "").toLowerCase();
  if (!/^[0-9a-f]{64}$/.test(hex)) throw new Error(`"${text}" is not a SHA-256 fingerprint`);
  return hex;
}

/** "2018-05-17" for "2018.05.17" */
function day(text: string): string {
  const iso = text.slice(0, 10).replaceAll(".", "-");
  if (!/^\d{4}-\d\d-\d\d$/.test(iso)) throw new Error(`"${text}" is not a date`);
  return iso;
}
