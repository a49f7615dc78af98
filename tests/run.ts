/**
 * The test run: installs programs, builds, and runs the checks and the tests, each group of files in
 * its own process. Groups that need neither programs nor the build start at once. It runs more groups
 * than there are cores, because tests that drive a browser or wait for a deadline leave their core
 * idle.
 *
 *   deno task test                 everything
 *   deno task test csr             the tests of one tool, in every layer
 *   deno task test specification   the table of the specification, in every engine
 *   deno task test:full            everything, with the whole of each matrix
 */
import { isPure, type Job, type JobResult, runJobs, testFiles } from "./support/jobs.ts";
import { setUp } from "./support/setup.ts";

const ROOT = new URL("../", import.meta.url);

/** Folders whose files share a process, because each file is too quick for one. */
const TOGETHER = [["conformance"], ["fuzz"], [
  "workers",
  "wasm",
  "cli",
  "bench",
  "mutation",
  "docs",
]];

/** A job of its own, because it takes long. */
const ACCESSIBILITY = "tests/e2e/accessibility.test.ts";

/** Shares the browser and the server of the other comparisons. */
const FUZZ_PARITY = "tests/fuzz/parity.test.ts";

/** Only in the full run: tests/e2e covers these tasks in more detail. */
const CHROMIUM_FLOWS = "tests/engines/chromium.test.ts";

/** Every day, and in the full run. */
const OTHER_ENGINES = /^tests\/specification\/(?:firefox|webkit)/;

const CHECK: Job = { name: "types, lint, format", files: [], task: "check", after: [] };

/** Only in the full run: counting makes the tests several times slower. */
const COVERAGE: Job = { name: "coverage of core", files: [], task: "coverage" };

/** The number of jobs for the browser tests: few, because each starts a browser and a server. */
const E2E_JOBS = 3;

/** The number of groups beyond one for each core. With more, browsers start late and measurements vary. */
const FURTHER_LANES = 1;

/** The number of files that the end of the run names. */
const SLOWEST = 10;

/** The longest jobs start first, so that all lanes end at about the same time. */
const LONG = [
  "specification",
  "engines",
  "api, with programs",
  ...e2eNames(),
  CHECK.name,
  COVERAGE.name,
  "core, with programs",
  "parity",
  "attack",
  "api, hostile",
  "core",
  "api",
  "web",
  "conformance",
];

const full = Deno.args.includes("--full");
const tool = Deno.args.find((argument) => !argument.startsWith("-")) ?? null;

const jobs = tool === null ? allJobs() : await jobsOf(tool);
if (jobs.length === 0) {
  console.error(`No test has "${tool}" in its name: a tool's folder in core is expected, as csr`);
  Deno.exit(1);
}
const broken: string[] = [];
let ended = 0;
const results = await runJobs(jobs, {
  lanes: Math.min(navigator.hardwareConcurrency, 4) + FURTHER_LANES,
  steps: {
    programs: setUp(tool === null ? null : jobs.flatMap(({ files }) => files)).then(() => true),
    build: step("build", ["run", "-A", "web/build/build.ts", "--if-needed"]),
  },
  env: full ? { TEST_FULL: "1" } : {},
  onEnd({ name, files }, result, running) {
    ended++;
    const { ok, passed, notRun, left } = result;
    const isEmpty = ok && files.length > 0 && passed + notRun + left === 0;
    if (!ok || isEmpty) broken.push(name);
    const counts = isEmpty ? "FAILED, no test ran" : countsOf(result);
    const others = running.length > 0 ? `, running: ${running.join("; ")}` : "";
    console.log(`-- ${name}: ${counts}, ${Math.round(result.seconds)} s`);
    console.log(`   ${ended} of ${jobs.length} jobs${others}`);
  },
});
const slowest = results.flatMap(({ files }) => files).sort((a, b) => b.seconds - a.seconds);
console.log("\nThe slowest files, in seconds:");
for (const { file, seconds } of slowest.slice(0, SLOWEST)) {
  console.log(`${seconds.toFixed(1).padStart(7)}  ${file}`);
}
if (broken.length > 0) console.log(`\nFailed: ${broken.join("; ")}`);
const passed = sum(results.map((result) => result.passed));
const failed = Math.max(sum(results.map((result) => result.failed)), broken.length);
const missing = new Set(results.flatMap(({ missing }) => missing));
const notRun = sum(results.map((result) => result.notRun));
const left = sum(results.map((result) => result.left));
if (left > 0) console.log(`\n"deno task test:full" has ${left} further cases`);
const named = missing.size > 0 ? ` (${[...missing].sort().join(", ")})` : "";
console.log(`\n${passed} passed, ${failed} failed, ${notRun} not run${named}`);
Deno.exit(broken.length === 0 && passed > 0 ? 0 : 1);

function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

function countsOf({ ok, passed, failed, notRun }: JobResult): string {
  const parts = [
    ...passed > 0 ? [`${passed} passed`] : [],
    ...ok ? [] : [`${failed} FAILED`],
    ...notRun > 0 ? [`${notRun} not run`] : [],
  ];
  return parts.length > 0 ? parts.join(", ") : "ok";
}

/** All jobs, the longest first. */
function allJobs(): Job[] {
  // As one job, so that the engines share the server and the expected answers.
  const engines = {
    name: "engines",
    files: testFiles("tests/engines/").filter((file) => full || file !== CHROMIUM_FLOWS),
  };
  // As one job, so that the expected answers are computed once.
  const parity = { name: "parity", files: [...testFiles("tests/parity/"), FUZZ_PARITY] };
  const together = TOGETHER.map((folders) => ({
    name: folders.join(", "),
    files: folders.flatMap((folder) => testFiles(`tests/${folder}/`))
      .filter((file) => file !== FUZZ_PARITY),
  }));
  const isHostile = (file: string) => file.includes("/hostile-");
  const parts = ["core", "api"].flatMap((folder) => {
    const files = testFiles(`tests/${folder}/`);
    const pure = files.filter(isPure);
    const others = files.filter((file) => !isPure(file));
    const after = folder === "core" ? [] : ["build"];
    // As one job, so that the engine is loaded once.
    return [
      { name: folder, files: pure.filter((file) => !isHostile(file)), after },
      { name: `${folder}, hostile`, files: pure.filter(isHostile), after },
      {
        name: `${folder}, with programs`,
        files: others,
        after: [...after, "programs"],
      },
    ];
  });
  // As one job, so that the code of the pages is loaded once.
  const web = { name: "web", files: testFiles("tests/web/") };
  // As one job, so that the engines share the server.
  const specification = {
    name: "specification",
    files: testFiles("tests/specification/").filter((file) => full || !OTHER_ENGINES.test(file)),
  };
  const house = {
    name: "architecture",
    files: ["tests/architecture.test.ts", "tests/dead-exports.test.ts"],
  };
  const again = { name: "build again", files: full ? testFiles("tests/build/") : [] };
  // As one job, because it measures what its children cost.
  const attack = { name: "attack", files: testFiles("tests/attack/"), after: ["build"] };
  const accessibility = { name: nameOf(ACCESSIBILITY), files: [ACCESSIBILITY] };
  const jobs: Job[] = [
    CHECK,
    ...(full ? [COVERAGE] : []),
    ...parts,
    engines,
    parity,
    specification,
    accessibility,
    ...e2eJobs(),
    ...together,
    web,
    attack,
    house,
    again,
  ];
  const place = ({ name }: Job) => (LONG.indexOf(name) + LONG.length + 1) % (LONG.length + 1);
  return jobs.filter(({ files, task }) => files.length > 0 || task)
    .sort((a, b) => place(a) - place(b));
}

/** The jobs of the browser tests, of about equal size in source text. */
function e2eJobs(): Job[] {
  const jobs = e2eNames().map((name) => ({ name, files: [] as string[], octets: 0 }));
  const files = testFiles("tests/e2e/").filter((file) => file !== ACCESSIBILITY)
    .map((file) => ({ file, octets: Deno.statSync(new URL(file, ROOT)).size }))
    .sort((a, b) => b.octets - a.octets);
  for (const { file, octets } of files) {
    const least = jobs.reduce((one, other) => other.octets < one.octets ? other : one);
    least.files.push(file);
    least.octets += octets;
  }
  return jobs;
}

function e2eNames(): string[] {
  return Array.from({ length: E2E_JOBS }, (_, index) => `e2e, part ${index + 1}`);
}

/**
 * The jobs of a tool: its folder in core, its files in the other layers, and its part of parity if
 * it has operations to compare.
 */
async function jobsOf(tool: string): Promise<Job[]> {
  const isOfTool = (part: string) =>
    part === tool || part.startsWith(`${tool}.`) || part.startsWith(`${tool}-`);
  const named = testFiles("tests/").filter((file) => file.split("/").slice(1).some(isOfTool));
  if (named.length === 0) return [];
  const { parityTests } = await import("./tools/tools.generated.ts");
  const isCompared = Object.keys(parityTests).some((name) => name.split("/")[0] === tool);
  const parity: Job = {
    name: "parity",
    files: testFiles("tests/parity/"),
    // "FILE > parity > csr/decode: 9 fixtures", or "FILE > parity > inspect: 9 fixtures"
    filter: `/ > parity > ${tool}[/:]/`,
  };
  return [
    ...named.map((file) => ({ name: nameOf(file), files: [file] })),
    ...isCompared ? [parity] : [],
  ];
}

function nameOf(file: string): string {
  return file.slice("tests/".length, -".test.ts".length);
}

/** Runs a command with its output, and records a failure. */
async function step(name: string, args: string[]): Promise<boolean> {
  const started = performance.now();
  const { success } = await new Deno.Command(Deno.execPath(), {
    args,
    cwd: ROOT,
    env: { NO_COLOR: "1" },
    stdin: "null",
  }).spawn().status;
  if (!success) broken.push(name);
  const seconds = Math.round((performance.now() - started) / 1000);
  console.log(`-- ${name}: ${success ? "ok" : "FAILED"}, ${seconds} s`);
  return success;
}
