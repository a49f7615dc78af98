/**
 * The lines and branches of core that its tests reach in their own process, as a table by file.
 *
 *     deno task coverage           fails under 96 % of lines or 92 % of branches
 *     deno task coverage WORD...   also lists the unreached lines and branches of matching files
 *
 * A file that no test loads would not count at all, so `loading.test.ts` loads every file.
 */
import { fileURLToPath } from "node:url";

const ROOT = new URL("../", import.meta.url);
const WANTED = { lines: 0.96, branches: 0.92 };

/** The tests that run core in their own process. Servers and browsers do not count. */
const TESTS = ["tests/core", "tests/conformance"]
  .concat(["app", "documentation", "hostile-input", "openapi"]
    .map((name) => `tests/api/${name}.test.ts`));

interface FileCoverage {
  file: string;
  /** Line numbers with their counts. */
  lines: [line: number, count: number][];
  branches: [line: number, count: number][];
}

async function main(): Promise<void> {
  const words = Deno.args;
  const folder = await Deno.makeTempDir({ prefix: "coverage-" });
  try {
    const tests = await deno([
      ...["test", "-A", "--no-check", "--parallel", "--sanitize-ops", "--sanitize-resources"],
      ...["--quiet", "--reporter=dot", "--coverage-raw-data-only", `--coverage=${folder}`],
      ...TESTS,
    ]);
    // Measured code runs several times slower, so tests that compare costs may fail here: whether
    // the tests pass is for `deno task test` to say.
    if (!tests.success) console.log(failures(tests.output) + "\n");
    const core = `^${new URL("core/", ROOT).href}`;
    const { output } = await deno(["coverage", folder, "--lcov", `--include=${core}`]);
    const files = parse(output);
    report(files);
    for (const file of files) {
      if (words.some((word) => file.file.includes(word))) showMissed(file);
    }
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

async function deno(args: string[]): Promise<{ success: boolean; output: string }> {
  const { success, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args,
    cwd: ROOT,
    env: { NO_COLOR: "1" },
    stdin: "null",
  }).output();
  const decode = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
  return { success, output: decode(stdout) + (success ? "" : decode(stderr)) };
}

/** The list of failures at the end of a run's output. Throws if the run did not end. */
function failures(output: string): string {
  const start = output.lastIndexOf(" FAILURES ");
  if (start === -1 || !output.includes(" passed | ")) throw new Error(output);
  return output.slice(start).replace(/\nerror: [^]*$/, "").trim();
}

/** The lcov format: SF names a file, DA is a line and BRDA a branch, each with its count. */
function parse(lcov: string): FileCoverage[] {
  const files: FileCoverage[] = [];
  const prefix = fileURLToPath(ROOT);
  for (const record of lcov.split("end_of_record\n")) {
    const rows = record.split("\n").map((row) => {
      const colon = row.indexOf(":");
      return [row.slice(0, colon), row.slice(colon + 1)];
    });
    const name = rows.find(([kind]) => kind === "SF")?.[1];
    if (!name) continue;
    const of = (kind: string) =>
      rows.filter(([own]) => own === kind).map(([, value]): [number, number] => {
        const numbers = value.split(",");
        // "-" is the count of a branch in code that never ran.
        return [Number(numbers[0]), Number(numbers[numbers.length - 1]) || 0];
      });
    files.push({ file: name.slice(prefix.length), lines: of("DA"), branches: of("BRDA") });
  }
  return files.sort((a, b) => a.file < b.file ? -1 : 1);
}

const share = (entries: [number, number][]) => {
  const reached = entries.filter(([, count]) => count > 0).length;
  return { reached, all: entries.length, part: entries.length ? reached / entries.length : 1 };
};

function report(files: FileCoverage[]): void {
  console.log("file                                    lines              branches");
  const row = (name: string, lines: [number, number][], branches: [number, number][]) =>
    [
      name.padEnd(38),
      ...[lines, branches].map((entries) => {
        const { reached, all, part } = share(entries);
        return `${(100 * part).toFixed(1).padStart(5)} %${`${reached}/${all}`.padStart(12)}`;
      }),
    ].join("  ");
  for (const { file, lines, branches } of files) console.log(row(file, lines, branches));
  const lines = files.flatMap((file) => file.lines);
  const branches = files.flatMap((file) => file.branches);
  console.log(row(`core, ${files.length} files`, lines, branches));
  console.log(
    `At least ${100 * WANTED.lines} % of lines and ${100 * WANTED.branches} % of branches.`,
  );
  if (share(lines).part < WANTED.lines || share(branches).part < WANTED.branches) Deno.exitCode = 1;
}

function showMissed({ file, lines, branches }: FileCoverage): void {
  const source = Deno.readTextFileSync(new URL(file, ROOT)).split("\n");
  const show = (kind: string, entries: [number, number][]) => {
    const missed = new Set(entries.filter(([, count]) => count === 0).map(([line]) => line));
    for (const line of missed) console.log(`${file}:${line} ${kind} ${source[line - 1]}`);
  };
  show("line  ", lines);
  show("branch", branches);
}

await main();
