/**
 * Runs groups of test files, each in its own process and a few at a time, and counts their results.
 * The processes report in JUnit's format. The output of a failed one is printed.
 */
import { LEFT } from "./matrix.ts";

const ROOT = new URL("../../", import.meta.url);

/** Test files that run in one process and share its browser and its server, or a task. */
export interface Job {
  name: string;
  files: string[];
  task?: string;
  /** Part of the name of the tests to run. */
  filter?: string;
  /** The steps that must have succeeded before; all by default. */
  after?: readonly string[];
}

export interface JobResult extends Report {
  ok: boolean;
  seconds: number;
}

/** The content of a JUnit report, and what the process said. */
interface Report {
  passed: number;
  failed: number;
  /** The number of tests that were ignored because this machine lacks something. */
  notRun: number;
  /** The number of cases that only the full run has. */
  left: number;
  /** The programs and files that it lacks. */
  missing: readonly string[];
  /** The seconds that the tests of each file took, the slowest file first. */
  files: readonly { file: string; seconds: number }[];
}

interface JobOptions {
  /** Concurrent jobs. */
  lanes: number;
  /** The steps that prepare the machine. Until a step has succeeded, only jobs run that can do without it. */
  steps: Readonly<Record<string, Promise<boolean>>>;
  /** Additional environment variables of every job. */
  env: Record<string, string>;
  /** Called at the end of each job. `running`: the names of those that run on. */
  onEnd?: (job: Job, result: JobResult, running: readonly string[]) => void;
}

const AS_ONE = "tests/support/as-one.ts";

const TEST = /<testcase name="([^"]*)"[^>]* time="([\d.]+)"[^>]*>(.*?)<\/testcase>/gs;

/** The end of an ignored test's name. */
const NEEDS = / \(needs ([^()]+)\)$/;

const LEFT_LINE = new RegExp(`^${LEFT}(\\d+)$`, "m");

const FLAGS = ["test", "-A", "--no-check", "--sanitize-ops", "--sanitize-resources"];

/** Runs the jobs in order, `lanes` at a time. A step takes one of the lanes until it ends. */
export async function runJobs(
  jobs: readonly Job[],
  { lanes, steps, env, onEnd }: JobOptions,
): Promise<JobResult[]> {
  const results: JobResult[] = [];
  const waiting = [...jobs];
  const running = new Set<string>();
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
      running.add(job.name);
      const result = await runJob(job, env);
      running.delete(job.name);
      results.push(result);
      onEnd?.(job, result, [...running]);
    }
  };
  const later = [...open].map((end) => end.then(lane));
  const now = Array.from({ length: Math.max(lanes - later.length, 0) }, lane);
  await Promise.all([...later, ...now]);
  return results;
}

async function runJob(
  { name, files, filter, task }: Job,
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
        AS_ONE,
      ],
      cwd: ROOT,
      env: { NO_COLOR: "1", TEST_FILES: files.join(" "), ...env },
      stdin: "null",
      stdout: "piped",
      stderr: "piped",
    }).output();
    const ok = code === 0;
    if (!ok) {
      const output = [stdout, stderr].map((bytes) => new TextDecoder().decode(bytes)).join("");
      console.log(`\n== ${name}: output\n${output}`);
    }
    const read = readReport(await Deno.readTextFile(report));
    const left = Number(LEFT_LINE.exec(new TextDecoder().decode(stdout))?.[1] ?? 0);
    const seconds = (performance.now() - started) / 1000;
    // A process that failed without a failed test has crashed or leaked: count a failure.
    return { ...read, left, failed: ok ? read.failed : Math.max(read.failed, 1), ok, seconds };
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
  const failed = ok ? 0 : 1;
  return { passed: 0, failed, notRun: 0, left: 0, missing: [], files: [], ok, seconds };
}

/** Reads a report in JUnit's format. It leaves out the tests that a filter left out. */
function readReport(report: string): Omit<Report, "left"> {
  let passed = 0;
  let failed = 0;
  let notRun = 0;
  const missing = new Set<string>();
  const seconds = new Map<string, number>();
  const tests = [...report.matchAll(TEST)].map(([, name, time, content]) => ({
    name: name.replaceAll("&gt;", ">"),
    time: Number(time),
    content,
  }));
  const names = new Set(tests.map(({ name }) => name));
  for (const { name, time, content } of tests) {
    if (/<skipped/.test(content)) {
      const needed = NEEDS.exec(name)?.[1].split(", ") ?? [];
      if (needed.length > 0) notRun++;
      for (const thing of needed) missing.add(thing);
      continue;
    }
    if (/<(?:failure|error)/.test(content)) failed++;
    else passed++;
    // A step's time is part of its test's.
    const parts = name.split(" > ");
    const isStep = parts.some((_, end) => end > 0 && names.has(parts.slice(0, end).join(" > ")));
    const [file] = parts;
    if (!isStep && file.endsWith(".test.ts")) {
      seconds.set(file, (seconds.get(file) ?? 0) + time);
    }
  }
  const files = [...seconds].map(([file, seconds]) => ({ file, seconds }))
    .sort((a, b) => b.seconds - a.seconds);
  return { passed, failed, notRun, missing: [...missing], files };
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
