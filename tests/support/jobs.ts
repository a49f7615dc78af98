/**
 * Runs groups of test files, each in its own process and a few at a time, and counts their results.
 * The processes report in JUnit's format. The output of a failed one is printed.
 */

const ROOT = new URL("../../", import.meta.url);

/** Test files that share a process, or a task. */
export interface Job {
  name: string;
  files: string[];
  /** Whether the files run as one module and share a browser and a server. */
  asOne?: boolean;
  task?: string;
  /** Part of the name of the tests to run. */
  filter?: string;
  /** The steps that must have succeeded before; all by default. */
  after?: readonly string[];
}

interface JobResult {
  passed: number;
  failed: number;
  ok: boolean;
  seconds: number;
}

interface JobOptions {
  /** Concurrent jobs. */
  lanes: number;
  /** The steps that prepare the machine. Until a step has succeeded, only jobs run that can do without it. */
  steps: Readonly<Record<string, Promise<boolean>>>;
  /** Additional environment variables of every job. */
  env: Record<string, string>;
  /** Called at the end of each job. */
  onEnd?: (job: Job, result: JobResult) => void;
}

const AS_ONE = "tests/support/as-one.ts";

const FLAGS = ["test", "-A", "--no-check", "--sanitize-ops", "--sanitize-resources"];

/** Runs the jobs in order, `lanes` at a time. A step takes one of the lanes until it ends. */
export async function runJobs(
  jobs: readonly Job[],
  { lanes, steps, env, onEnd }: JobOptions,
): Promise<JobResult[]> {
  const results: JobResult[] = [];
  const waiting = [...jobs];
  const succeeded = new Set<string>();
  const open = new Set<Promise<void>>();
  for (const [step, end] of Object.entries(steps)) {
    const ended: Promise<void> = end.then((ok) => {
      open.delete(ended);
      if (ok) succeeded.add(step);
    });
    open.add(ended);
  }
  const lane = async () => {
    while (waiting.length > 0) {
      const place = waiting.findIndex(({ after = Object.keys(steps) }) =>
        after.every((step) => succeeded.has(step))
      );
      if (place < 0) {
        if (open.size === 0) return;
        await Promise.race(open);
        continue;
      }
      const [job] = waiting.splice(place, 1);
      const result = await runJob(job, env);
      results.push(result);
      onEnd?.(job, result);
    }
  };
  const later = [...open].map((end) => end.then(lane));
  const now = Array.from({ length: Math.max(lanes - later.length, 0) }, lane);
  await Promise.all([...later, ...now]);
  return results;
}

async function runJob(
  { name, files, asOne, filter, task }: Job,
  env: Record<string, string>,
): Promise<JobResult> {
  if (task !== undefined) return await runTask(task);
  const report = await Deno.makeTempFile({ suffix: ".xml" });
  const started = performance.now();
  try {
    const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
      args: [
        ...FLAGS,
        `--junit-path=${report}`,
        ...(filter === undefined ? [] : [`--filter=${filter}`]),
        ...(asOne ? [AS_ONE] : files),
      ],
      cwd: ROOT,
      env: { NO_COLOR: "1", TEST_FILES: files.join(" "), ...env },
      stdin: "null",
      stdout: "piped",
      stderr: "piped",
    }).output();
    const ok = code === 0;
    const output = new TextDecoder().decode(stdout);
    if (ok) {
      // Tests that did not run are printed once each.
      for (const line of new Set(output.match(/^not run: .*$/gm))) console.log(`   ${line}`);
    } else {
      console.log(`\n== ${name}: output\n${output}${new TextDecoder().decode(stderr)}`);
    }
    const { passed, failed } = countsOf(await Deno.readTextFile(report));
    const seconds = (performance.now() - started) / 1000;
    // A process that failed without a failed test has crashed or leaked: count a failure.
    return { passed, failed: ok ? failed : Math.max(failed, 1), ok, seconds };
  } finally {
    await Deno.remove(report);
  }
}

async function runTask(task: string): Promise<JobResult> {
  const started = performance.now();
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["task", task],
    cwd: ROOT,
    env: { NO_COLOR: "1" },
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  }).output();
  const ok = code === 0;
  if (!ok) { for (const output of [stdout, stderr]) console.log(new TextDecoder().decode(output)); }
  const seconds = (performance.now() - started) / 1000;
  return { passed: 0, failed: ok ? 0 : 1, ok, seconds };
}

/** The sums over the suites of a JUnit report, without the tests that were filtered out. */
function countsOf(report: string): { passed: number; failed: number } {
  let passed = 0;
  let failed = 0;
  for (const [suite] of report.matchAll(/<testsuite\b[^>]*>/g)) {
    const count = (name: string) => Number(new RegExp(`\\b${name}="(\\d+)"`).exec(suite)?.[1] ?? 0);
    const broken = count("failures") + count("errors");
    failed += broken;
    passed += count("tests") - count("disabled") - broken;
  }
  return { passed, failed };
}

/** The test files below a folder, sorted, as paths from the project's root. */
export function testFiles(folder: string): string[] {
  const found: string[] = [];
  const walk = (path: string) => {
    for (const { name, isDirectory } of Deno.readDirSync(new URL(path, ROOT))) {
      if (isDirectory) walk(`${path}${name}/`);
      else if (name.endsWith(".test.ts")) found.push(`${path}${name}`);
    }
  };
  walk(folder);
  return found.sort();
}

/**
 * Whether the tests of a file start no other process. The answer follows from the file's imports and
 * its use of Deno.Command.
 */
export function isPure(file: string): boolean {
  const text = Deno.readTextFileSync(new URL(file, ROOT));
  return !/\/support\/(?:programs|process|redis)\.ts"|\bDeno\.Command\b/.test(text);
}
