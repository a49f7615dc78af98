/**
 * Seeds small faults into a copy of the engine's rules, paths, constraints and keys, one at a time,
 * and tells which of them their tests notice:
 *
 *     deno task mutation                       a sample of 60
 *     deno task mutation --sample=20 --seed=7 path/    of the sources whose path holds the word
 *     deno task mutation --all                 all of them, for hours
 *
 * Fails when fewer than 75 % are noticed: some faults change nothing, as one more in a hint for
 * people. The copy lies in the system's temporary folder; the project's own files are only read.
 */
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { samplePath } from "../support/corpus.ts";
import { testFiles } from "../support/jobs.ts";
import { Seeded } from "../support/seeded.ts";
import { type Fault, faultsIn } from "./mutators.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const WANTED = 0.75;
/** Milliseconds; a fault that makes a search endless is noticed too. */
const PATIENCE = 180_000;
const COPIED = [
  "core",
  "wasm",
  "tests/support",
  "tests/core",
  "tests/conformance",
  "tests/fixtures",
];

const CHAINS = [
  ...["constraints", "build", "choice", "rules"].map((name) => `tests/core/x509/${name}.test.ts`),
  "tests/core/chain/analyze.test.ts",
  "tests/conformance/limbo.test.ts",
  "tests/core/chain/bounds.test.ts",
];

/** Folders of sources, and the tests that must notice a fault there: quick ones first. */
const TARGETS: readonly { folder: string; tests: readonly string[] }[] = [
  { folder: "core/x509/path", tests: CHAINS },
  { folder: "core/x509/constraints", tests: CHAINS },
  {
    folder: "core/x509/rules",
    tests: [...testFiles("tests/core/x509/rules/"), ...CHAINS],
  },
  {
    folder: "core/x509/keys",
    tests: [
      ...testFiles("tests/core/x509/").filter((file) => /key|cipher|curve|kdf|pkcs12/.test(file)),
      ...testFiles("tests/core/match/"),
      "tests/conformance/match.test.ts",
    ],
  },
];

interface Verdict {
  /** The test that failed; null when none did. */
  noticedBy: string | null;
  seconds: number;
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    args: Deno.args,
    allowPositionals: true,
    options: {
      all: { type: "boolean", default: false },
      sample: { type: "string", default: "60" },
      seed: { type: "string", default: "1" },
    },
  });
  const faults = allFaults().filter(({ file }) =>
    positionals.length === 0 || positionals.some((word) => file.includes(word))
  );
  const chosen = values.all ? faults : sampleOf(faults, Number(values.sample), Number(values.seed));
  const folder = await makeCopy();
  try {
    for (const test of new Set(TARGETS.map(({ tests }) => tests))) {
      const { noticedBy } = await runTests(folder, test);
      if (noticedBy !== null) throw new Error(`Without a fault already it fails: ${noticedBy}`);
    }
    console.log(`${chosen.length} of ${faults.length} faults (seed ${values.seed})`);
    const kept: Fault[] = [];
    for (const fault of chosen) {
      const { noticedBy, seconds } = await judge(folder, fault);
      if (noticedBy === null) kept.push(fault);
      const word = noticedBy === null ? "KEPT   " : "noticed";
      console.log(
        `${word} ${seconds.toFixed(1).padStart(5)} s  ${fault.file}:${fault.line}  ${fault.what}`,
      );
      if (noticedBy !== null) console.log(`                   by ${noticedBy}`);
    }
    report(chosen, kept);
    if (1 - kept.length / chosen.length < WANTED) Deno.exitCode = 1;
  } finally {
    await Deno.remove(dirname(folder), { recursive: true });
  }
}

function allFaults(): Fault[] {
  return TARGETS.flatMap(({ folder }) => sources(folder)).flatMap((file) =>
    faultsIn(file, Deno.readTextFileSync(join(ROOT, file)))
  );
}

/** Code, not words: files of texts have no rule to break. */
function sources(folder: string): string[] {
  return [...Deno.readDirSync(join(ROOT, folder))].flatMap(({ name, isDirectory }) => {
    const path = `${folder}/${name}`;
    if (isDirectory) return sources(path);
    return name.endsWith(".ts") && !name.endsWith(".d.ts") && name !== "roots.ts" ? [path] : [];
  }).sort();
}

/** The same ones for the same seed, as long as the sources stay. */
function sampleOf(faults: readonly Fault[], count: number, seed: number): Fault[] {
  const random = new Seeded(seed);
  const rest = [...faults];
  const chosen: Fault[] = [];
  while (chosen.length < count && rest.length > 0) {
    chosen.push(...rest.splice(random.below(rest.length), 1));
  }
  return chosen;
}

function report(chosen: readonly Fault[], kept: readonly Fault[]): void {
  console.log(`\n${"sources".padEnd(26)}faults  noticed`);
  for (const { folder } of TARGETS) {
    const isHere = ({ file }: Fault) => file.startsWith(`${folder}/`);
    const all = chosen.filter(isHere).length;
    const noticed = all - kept.filter(isHere).length;
    console.log(folder.padEnd(26) + String(all).padStart(6) + String(noticed).padStart(9));
  }
  const noticed = chosen.length - kept.length;
  const share = (100 * noticed / chosen.length).toFixed(1);
  console.log(`\n${noticed} of ${chosen.length} noticed, ${share} % (at least ${100 * WANTED})`);
}

/** The project as far as these tests need it. */
async function makeCopy(): Promise<string> {
  const top = await Deno.makeTempDir({ prefix: "mutation-" });
  const folder = join(top, "project");
  for (const path of COPIED) await copy(join(ROOT, path), join(folder, path));
  await Deno.symlink(await Deno.realPath(join(ROOT, "node_modules")), join(folder, "node_modules"));
  const { imports, unstable } = JSON.parse(await Deno.readTextFile(join(ROOT, "deno.json")));
  await Deno.writeTextFile(
    join(folder, "deno.json"),
    JSON.stringify({ imports, unstable, nodeModulesDir: "manual", lock: false }),
  );
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

async function judge(folder: string, { file, text }: Fault): Promise<Verdict> {
  const path = join(folder, file);
  const sound = await Deno.readTextFile(path);
  await Deno.writeTextFile(path, text);
  try {
    const { tests } = TARGETS.find(({ folder }) => file.startsWith(`${folder}/`))!;
    return await runTests(folder, tests);
  } finally {
    await Deno.writeTextFile(path, sound);
  }
}

/** Ends at the first test that fails. */
async function runTests(folder: string, tests: readonly string[]): Promise<Verdict> {
  const started = performance.now();
  const verdict = (noticedBy: string | null): Verdict => ({
    noticedBy,
    seconds: (performance.now() - started) / 1000,
  });
  const signal = AbortSignal.timeout(PATIENCE);
  const { success, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["test", "-A", "--no-check", "--fail-fast", "--quiet", ...tests],
    cwd: folder,
    env: { NO_COLOR: "1", SSL_TOOLS_CORPUS: samplePath("") },
    stdin: "null",
    signal,
  }).output();
  if (success) return verdict(null);
  if (signal.aborted) return verdict("no end");
  const output = new TextDecoder().decode(stdout) + new TextDecoder().decode(stderr);
  // What is no longer JavaScript proves nothing about the tests.
  if (/SyntaxError|could not be parsed|Expected .* at file:/.test(output)) throw new Error(output);
  const [, failed] = /^(.+?) \.\.\. FAILED/m.exec(output) ?? [];
  return verdict(failed ?? output.trim().split("\n")[0]);
}

await main();
