/**
 * Seeds the faults of `faults.ts` into a copy of core, one at a time, and tells which of them the
 * tests of chains notice:
 *
 *     deno task mutation             all of them
 *     deno task mutation WORD...     those whose file or rule holds one of the words
 *
 * Fails when fewer than 85 % are noticed. The copy lies in the system's temporary folder; the
 * project's own files are only read.
 */
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Fault, faults } from "./faults.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const WANTED = 0.85;
/** A fault that makes the search endless is noticed too. */
const PATIENCE = 120_000;

/** What the tests of chains need. */
const COPIED = [
  "core",
  "wasm",
  "tests/support",
  "tests/core/chain",
  "tests/conformance",
  "tests/fixtures/chain",
  "tests/fixtures/chain-edges",
];

/** Quick ones first: a run ends at the first test that fails. */
const TESTS = ["names", "url-host", "build", "rules", "choice", "analyze", "bounds"]
  .map((name) => `tests/core/chain/${name}.test.ts`)
  .concat("tests/conformance/limbo.test.ts");
const FIRST: Readonly<Record<string, string>> = {
  "url-host.ts": "url-host",
  "build.ts": "build",
  "analyze.ts": "analyze",
  "missing.ts": "analyze",
  "validate.ts": "rules",
};

interface Outcome {
  /** The name of the test that failed; null when none did. */
  killedBy: string | null;
  seconds: number;
}

async function main(): Promise<void> {
  const words = Deno.args;
  const chosen = faults.filter(({ file, rule }) =>
    words.length === 0 || words.some((word) => `${file} ${rule}`.includes(word))
  );
  const folder = await makeCopy();
  try {
    const untouched = await runTests(folder, TESTS);
    if (untouched.killedBy !== null) {
      console.error(`Without a fault already a test fails: ${untouched.killedBy}`);
      Deno.exit(1);
    }
    console.log(
      `${chosen.length} faults; without one, the tests take ${untouched.seconds.toFixed(1)} s\n`,
    );
    const started = performance.now();
    const survivors: Fault[] = [];
    for (const fault of chosen) {
      const { killedBy, seconds } = await judge(folder, fault);
      if (killedBy === null) survivors.push(fault);
      const verdict = killedBy === null ? "SURVIVED" : "killed  ";
      console.log(`${verdict} ${seconds.toFixed(1).padStart(5)} s  ${fault.file}: ${fault.rule}`);
      if (killedBy !== null) console.log(`                  by ${killedBy}`);
    }
    report(chosen, survivors, (performance.now() - started) / 1000);
    if (1 - survivors.length / chosen.length < WANTED) Deno.exitCode = 1;
  } finally {
    await Deno.remove(dirname(folder), { recursive: true });
  }
}

function report(chosen: readonly Fault[], survivors: readonly Fault[], seconds: number): void {
  const files = [...new Set(chosen.map(({ file }) => file))].sort();
  console.log("\nfile                  faults  killed  survived");
  for (const file of files) {
    const all = chosen.filter((fault) => fault.file === file).length;
    const left = survivors.filter((fault) => fault.file === file).length;
    console.log(`${file.padEnd(22)}${cell(all, 6)}${cell(all - left, 8)}${cell(left, 10)}`);
  }
  const killed = chosen.length - survivors.length;
  const share = 100 * killed / chosen.length;
  console.log(
    `\n${killed} of ${chosen.length} killed, ${share.toFixed(1)} % (at least ${100 * WANTED}), ` +
      `in ${Math.round(seconds)} s`,
  );
}

const cell = (value: number, width: number) => String(value).padStart(width);

/** The project as far as these tests need it, and the sample corpus where there is one. */
async function makeCopy(): Promise<string> {
  const top = await Deno.makeTempDir({ prefix: "mutation-" });
  const folder = join(top, "project");
  for (const path of COPIED) await copy(join(ROOT, path), join(folder, path));
  await link(join(ROOT, "../shared"), join(top, "shared"));
  await link(join(ROOT, "node_modules"), join(folder, "node_modules"));
  const { imports } = JSON.parse(await Deno.readTextFile(join(ROOT, "deno.json")));
  await Deno.writeTextFile(
    join(folder, "deno.json"),
    JSON.stringify({ imports, nodeModulesDir: "manual", lock: false }),
  );
  // A guard of time that a busy machine trips proves nothing: in the copy no time passes.
  await Deno.writeTextFile(join(folder, "still.ts"), "performance.now = () => 0;\n");
  // Without workspace members the settings of the parts would be taken for strangers.
  for (const part of ["core", "wasm"]) await Deno.remove(join(folder, part, "deno.json"));
  return folder;
}

async function copy(from: string, to: string): Promise<void> {
  const { isDirectory } = await Deno.stat(from);
  if (!isDirectory) {
    await Deno.mkdir(dirname(to), { recursive: true });
    return await Deno.copyFile(from, to);
  }
  await Deno.mkdir(to, { recursive: true });
  for await (const { name } of Deno.readDir(from)) await copy(join(from, name), join(to, name));
}

async function link(from: string, to: string): Promise<void> {
  try {
    await Deno.symlink(await Deno.realPath(from), to);
  } catch (thrown) {
    if (!(thrown instanceof Deno.errors.NotFound)) throw thrown;
  }
}

async function judge(folder: string, { file, source, replacement }: Fault): Promise<Outcome> {
  const path = join(folder, "core/chain", file);
  const sound = await Deno.readTextFile(path);
  // A function, for "$" in a text would mean something else.
  await Deno.writeTextFile(path, sound.replace(source, () => replacement));
  try {
    const first = TESTS.filter((test) => basename(test) === `${FIRST[file] ?? "names"}.test.ts`);
    return await runTests(folder, [...first, ...TESTS.filter((test) => !first.includes(test))]);
  } finally {
    await Deno.writeTextFile(path, sound);
  }
}

/** Each file in a process of its own, so that the order holds and the first failure ends it. */
async function runTests(folder: string, tests: readonly string[]): Promise<Outcome> {
  const started = performance.now();
  const outcome = (killedBy: string | null): Outcome => ({
    killedBy,
    seconds: (performance.now() - started) / 1000,
  });
  for (const test of tests) {
    const signal = AbortSignal.timeout(PATIENCE);
    const { success, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
      args: ["test", "-A", "--no-check", "--fail-fast", "--quiet", "--preload=still.ts", test],
      cwd: folder,
      env: { NO_COLOR: "1", DENO_NO_UPDATE_CHECK: "1" },
      stdin: "null",
      signal,
    }).output();
    if (success) continue;
    if (signal.aborted) return outcome(`${basename(test)}: no end`);
    const output = new TextDecoder().decode(stdout) + new TextDecoder().decode(stderr);
    const failed = /^(.+?) \.\.\. FAILED/m.exec(output)?.[1];
    // What does not run at all would prove nothing about the tests.
    if (!failed) throw new Error(`${basename(test)} did not run:\n${output}`);
    return outcome(failed);
  }
  return outcome(null);
}

await main();
