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
}

/** The samples of one kind; none, with a line that says so, where the corpus is not there. */
export function samples(kind: string): Sample[] {
  let manifest: string;
  try {
    manifest = Deno.readTextFileSync(new URL("MANIFEST.dev.tsv", root));
  } catch (thrown) {
    if (!(thrown instanceof Deno.errors.NotFound)) throw thrown;
    console.log("not run: needs the sample corpus");
    return [];
  }
  const [head, ...lines] = manifest.trimEnd().split("\n").map((line) => line.split("\t"));
  const column = (name: string) => head.indexOf(name);
  return lines.filter((line) => line[column("kind")] === kind).map((line) => ({
    file: line[column("file")],
    expected: line[column("expected")],
    signature: line[column("expected_sig")],
    reason: line[column("reason")],
  }));
}

export function readSample(file: string): Uint8Array<ArrayBuffer> {
  return Deno.readFileSync(new URL(file, root));
}

export function readSampleText(file: string): string {
  return Deno.readTextFileSync(new URL(file, root));
}
