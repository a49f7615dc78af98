/**
 * Third-party samples, which are not part of the repository. SSL_TOOLS_CORPUS names their folder; the
 * default is a folder next to the project.
 */
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import type { Needed } from "./programs.ts";

const SETTING = "SSL_TOOLS_CORPUS";
const BESIDE = fileURLToPath(new URL("../../../shared/corpus/", import.meta.url));

const folder = resolve(Deno.env.get(SETTING) || BESIDE);
const MANIFEST = "MANIFEST.dev.tsv";

/** Whether the samples are there. */
export function hasCorpus(): boolean {
  try {
    return Deno.statSync(`${folder}/${MANIFEST}`).isFile;
  } catch {
    return false;
  }
}

/** The line that a run prints about the samples. */
export const CORPUS_LINE = `Sample corpus: ${hasCorpus() ? folder : "none"} (${SETTING} names it)`;

/** The option of a test, or of a group of tests, that needs the samples. */
export function needsCorpus(): Needed {
  return { missing: hasCorpus() ? [] : ["corpus"] };
}

export interface Sample {
  file: string;
  /** valid, invalid, invalid-strict (OpenSSL reads it) or unknown. */
  expected: string;
  /** The expected result for a request: ok, bad or unsupported. */
  signature: string;
  reason: string;
  /** The password of an encrypted key or PKCS#12 file, if known. */
  password: string;
  /** The contents of a PKCS#12 file. */
  certificates: number;
  keys: number;
}

/** The samples of one kind; empty if the corpus is not there. */
export function samples(kind: string): Sample[] {
  return readTable(MANIFEST).filter((row) => row.kind === kind).map((row) => ({
    file: row.file,
    expected: row.expected,
    signature: row.expected_sig,
    reason: row.reason,
    password: row.password,
    certificates: Number(row.n_cert),
    keys: Number(row.n_key),
  }));
}

/** Private keys with a certificate or request, and whether the two belong together. */
export function pairs(): { key: string; other: string; matches: boolean }[] {
  return readTable("MATCH.dev.tsv").map(({ key, other, match }) => ({
    key,
    other,
    matches: match === "yes",
  }));
}

/** zlint's lints with the certificates and expected results of zlint's own tests. */
export function lintSamples(): { source: string; lint: string; file: string; status: string }[] {
  return readTable("ZLINT.dev.tsv").map(({ source, lint, file, status }) => ({
    source,
    lint,
    file: `cert/${file}`,
    status,
  }));
}

/** Rows by the names of their columns. */
function readTable(file: string): Record<string, string>[] {
  if (!hasCorpus()) return [];
  const [head, ...lines] = readSampleText(file).trimEnd().split("\n").map((line) =>
    line.split("\t")
  );
  return lines.map((line) => Object.fromEntries(head.map((name, i) => [name, line[i]])));
}

/** Path of a file or folder of the corpus. */
export const samplePath = (file: string): string => `${folder}/${file}`;

/** Inputs that users reported: the files of the folder of cases next to the samples; none without it. */
export function* reportedFiles(): Generator<{ name: string; bytes: Uint8Array<ArrayBuffer> }> {
  for (const part of ["chains/in", "files"]) {
    const path = resolve(folder, "../cases", part);
    let names;
    try {
      names = [...Deno.readDirSync(path)].filter(({ isFile }) => isFile).map(({ name }) => name);
    } catch {
      continue;
    }
    for (const name of names.sort()) yield { name, bytes: Deno.readFileSync(resolve(path, name)) };
  }
}

export function readSample(file: string): Uint8Array<ArrayBuffer> {
  return Deno.readFileSync(samplePath(file));
}

export function readSampleText(file: string): string {
  return Deno.readTextFileSync(samplePath(file));
}

/** One character per octet, as a page passes on a file that is not UTF-8. */
export function latin1Sample(file: string): string {
  return new TextDecoder("latin1").decode(readSample(file));
}
