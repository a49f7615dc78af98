/**
 * Third-party samples beside the project, read in place where they are there. Nothing of them
 * belongs to the project.
 */
const root = new URL("../../../shared/corpus/", import.meta.url);

export interface Sample {
  file: string;
  /** valid, invalid, invalid-strict (OpenSSL reads it) or unknown. */
  expected: string;
  /** Of requests: ok, bad or unsupported. */
  signature: string;
  reason: string;
  /** Of encrypted keys and PKCS#12 files, where it is known. */
  password: string;
  /** What PKCS#12 files hold. */
  certificates: number;
  keys: number;
}

/** The samples of one kind; none, with a line that says so, where the corpus is not there. */
export function samples(kind: string): Sample[] {
  return readTable("MANIFEST.dev.tsv").filter((row) => row.kind === kind).map((row) => ({
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

/** Rows by the names of their columns. */
function readTable(file: string): Record<string, string>[] {
  let table: string;
  try {
    table = Deno.readTextFileSync(new URL(file, root));
  } catch (thrown) {
    if (!(thrown instanceof Deno.errors.NotFound)) throw thrown;
    console.log("not run: needs the sample corpus");
    return [];
  }
  const [head, ...lines] = table.trimEnd().split("\n").map((line) => line.split("\t"));
  return lines.map((line) => Object.fromEntries(head.map((name, i) => [name, line[i]])));
}

export function readSample(file: string): Uint8Array<ArrayBuffer> {
  return Deno.readFileSync(new URL(file, root));
}

export function readSampleText(file: string): string {
  return Deno.readTextFileSync(new URL(file, root));
}

/** One character an octet: what a text's readers get of a file that is no UTF-8. */
export function latin1Sample(file: string): string {
  return new TextDecoder("latin1").decode(readSample(file));
}
