/**
 * Every certificate and CSR of the samples as `certificate/read-again` compares it: our reading with
 * @peculiar/x509's. A difference in a field is known if the answer gives its reason, and an object
 * that only one of the two reads if it is listed here.
 */
import type { certificateReadAgain } from "../../core/certificate/contract.ts";
import { readCertificateAgain, readRequestAgain } from "../../core/certificate/second-reader.ts";
import { createContext } from "../../core/kernel/context.ts";
import type { OutputOf } from "../../core/kernel/contract.ts";
import { execute } from "../../core/kernel/execute.ts";
import { operations } from "../../core/operations.ts";
import { kindOfBlock } from "../../core/x509/pem/identify.ts";
import { readPem } from "../../core/x509/pem/pem.ts";
import { latin1Sample, samples } from "../support/corpus.ts";

/** Samples that only our reader reads, with the reason. */
const ONLY_OURS: Readonly<Record<string, string>> = Object.fromEntries(
  ["extension_data_len2", "extension_type_oid", "extensions_sequence_tag"].map((what) => [
    `csr/mbedtls__framework_data_files_parse_input_test_csr_v3_all_malformed_${what}.csr.pem`,
    "Both are right: the list of extensions is malformed (RFC 5280, 4.1), so the library refuses the " +
    "CSR. We read the rest of it and report the list.",
  ]),
);

type Answer = OutputOf<typeof certificateReadAgain>;

interface Counts {
  agree: number;
  known: number;
  unread: number;
  differ: number;
}

export interface Comparison {
  fields: ReadonlyMap<string, Counts>;
  /** Objects that both read, and that neither reads. */
  both: number;
  neither: number;
  onlyOurs: number;
  /** Too large to be read again. */
  tooLarge: number;
  /** Differences without a reason, a line each: the run fails. */
  unexplained: readonly string[];
}

/** Whether the library reads an object that we refuse, however our texts call it. */
function isReadByLibrary(text: string, kind: "cert" | "csr"): boolean {
  const blocks = readPem(text).filter(({ bytes, label }) =>
    bytes !== null && !/KEY|PARAM/.test(label)
  );
  const wanted = kind === "cert" ? "certificate" : "request";
  const block = blocks.find((each) => kindOfBlock(each) === wanted) ?? blocks[0];
  if (!block?.bytes) return false;
  try {
    (kind === "cert" ? readCertificateAgain : readRequestAgain)(block.bytes);
    return true;
  } catch {
    return false;
  }
}

export async function compareAll(): Promise<Comparison> {
  const fields = new Map<string, Counts>();
  const unexplained: string[] = [];
  const idle = new Set(Object.keys(ONLY_OURS));
  const counts = { both: 0, neither: 0, onlyOurs: 0, tooLarge: 0 };
  for (const kind of ["cert", "csr"] as const) {
    for (const { file } of samples(kind)) {
      const text = latin1Sample(file);
      const outcome = await execute(
        operations,
        "certificate/read-again",
        { text },
        createContext(),
      );
      if (!outcome.ok) {
        const { code } = outcome.error;
        if (code === "internal") unexplained.push(`${file}: internal`);
        else if (code === "too_large") counts.tooLarge++;
        else if (isReadByLibrary(text, kind)) {
          unexplained.push(`${file}: only the library reads it`);
        } else counts.neither++;
        continue;
      }
      const { agrees, problem, fields: compared } = outcome.value as Answer;
      if (agrees === null) {
        counts.onlyOurs++;
        if (!idle.delete(file)) unexplained.push(`${file}: ${problem}`);
        continue;
      }
      counts.both++;
      for (const { field, agrees, ours, theirs, note } of compared) {
        const row = fields.get(field) ?? { agree: 0, known: 0, unread: 0, differ: 0 };
        fields.set(field, row);
        if (agrees) row.agree++;
        else if (note === null) {
          row.differ++;
          unexplained.push(`${file}: ${field}: ${ours} | ${theirs}`);
        } else if (agrees === null) row.unread++;
        else row.known++;
      }
    }
  }
  // Where the samples are missing, nothing is left to explain.
  if (counts.both > 0) {
    for (const file of idle) unexplained.push(`${file}: both read it, and the ledger has a line`);
  }
  return { fields, ...counts, unexplained };
}

/** The comparison as a table of fields. */
export function comparisonTable({ fields, both, neither, onlyOurs, tooLarge }: Comparison): string {
  const rows = [["field", "agree", "known", "not read", "differ"]];
  for (const [field, { agree, known, unread, differ }] of fields) {
    rows.push([field, ...[agree, known, unread, differ].map(String)]);
  }
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => row[column].length)));
  const lines = rows.map((row) =>
    row.map((cell, column) =>
      column === 0 ? cell.padEnd(widths[column]) : cell.padStart(widths[column])
    ).join("  ")
  );
  return [
    `Read by our reader and @peculiar/x509: ${both} objects by both, ${onlyOurs} only by ours, ` +
    `${neither} by neither, ${tooLarge} too large`,
    ...lines,
  ].join("\n");
}
