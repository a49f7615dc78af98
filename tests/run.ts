/**
 * The whole test run: sets up what the tests call, then types, lint, format, build and every test.
 * `--full` runs the whole of each matrix instead of its pairwise part.
 *
 * Programs that are missing are installed where this runs as root on Debian. Elsewhere one line
 * tells what to install, and the tests that need it say "not run: needs X". In CI nothing may be
 * missing.
 */
import { findBrowser, HEADLESS_SHELL } from "./support/browser.ts";
import { missingPrograms, PACKAGES } from "./support/programs.ts";

const full = Deno.args.includes("--full");
const root = new URL("../", import.meta.url);

interface Step {
  name: string;
  args: string[];
}

const TEST_FLAGS = ["test", "-A", "--no-check", "--sanitize-ops", "--sanitize-resources"];

const STEPS: Step[] = [
  { name: "types, lint, format", args: ["task", "check"] },
  { name: "build", args: ["run", "-A", "web/build/build.ts", "--if-needed"] },
  {
    name: "domain, worker pool, API and house rules",
    args: [
      ...TEST_FLAGS,
      "--parallel",
      ...existing("core wasm workers api web mutation bench"),
      "tests/architecture.test.ts",
    ],
  },
  { name: "conformance", args: [...TEST_FLAGS, "tests/conformance"] },
  { name: "fuzzing, a short run", args: [...TEST_FLAGS, "tests/fuzz"] },
  { name: "parity: process, worker, HTTP", args: [...TEST_FLAGS, "tests/parity"] },
  { name: "browser", args: [...TEST_FLAGS, "tests/e2e"] },
];

function existing(folders: string): string[] {
  return folders.split(" ").map((folder) => `tests/${folder}`).filter((path) => {
    try {
      return Deno.statSync(new URL(path, root)).isDirectory;
    } catch {
      return false;
    }
  });
}

async function run(command: string, args: string[], env: Record<string, string> = {}) {
  const child = new Deno.Command(command, {
    args,
    cwd: root,
    env,
    stdin: "null",
    stdout: "piped",
    stderr: "inherit",
  }).spawn();
  // Passed on as it comes, and kept for what it tells.
  let output = "";
  const decoder = new TextDecoder();
  for await (const chunk of child.stdout) {
    await Deno.stdout.write(chunk);
    output += decoder.decode(chunk, { stream: true });
  }
  return { ok: (await child.status).success, output };
}

/** The files whose tests failed: named before each test, or, run side by side, with each. */
function failedFiles(output: string): string[] {
  const files = new Set<string>();
  let current = "";
  for (const line of output.split("\n")) {
    const started = /^running \d+ tests? from (\S+)$/.exec(line);
    if (started) current = started[1];
    if (!/ \.\.\. FAILED \(/.test(line)) continue;
    files.add(/^(\.\/\S+) => /.exec(line)?.[1] ?? current);
  }
  files.delete("");
  return [...files];
}

/** The last line of a test run, in numbers. */
function countsOf(output: string): { passed: number; failed: number } {
  const counts = [...output.matchAll(/(\d+) passed(?: \(\d+ steps\))? \| (\d+) failed/g)].at(-1);
  return { passed: Number(counts?.[1] ?? 0), failed: Number(counts?.[2] ?? 0) };
}

async function setUp(): Promise<void> {
  const packages = [...new Set(missingPrograms().map((program) => PACKAGES[program]))];
  const hasShell = findBrowser()?.includes("headless") ?? false;
  if (isRootOnDebian()) {
    if (packages.length > 0) await install(packages);
    // Not every Debian has it.
    if (!hasShell) await install([HEADLESS_SHELL]);
    if (!findBrowser()) await install(["chromium"]);
  } else {
    if (!findBrowser()) packages.push("chromium");
    if (packages.length > 0) {
      console.log(`To run every test, install (Debian's names): ${packages.join(" ")}`);
    }
  }
  const browser = findBrowser();
  console.log(browser ? `Browser: ${browser}` : "No browser: browser tests are not run");
}

async function install(packages: string[]): Promise<void> {
  console.log(`Installing ${packages.join(" ")}`);
  const quiet = ["-qq", "-o=Dpkg::Use-Pty=0"];
  const env = { DEBIAN_FRONTEND: "noninteractive" };
  await run("apt-get", ["update", ...quiet], env);
  await run("apt-get", ["install", "-y", ...quiet, ...packages], env);
}

function isRootOnDebian(): boolean {
  try {
    return Deno.uid() === 0 && Deno.statSync("/etc/debian_version").isFile;
  } catch {
    return false;
  }
}

await setUp();
let passed = 0;
let failed = 0;
const broken: string[] = [];
for (const { name, args } of STEPS) {
  console.log(`\n== ${name}`);
  const started = performance.now();
  const env = { NO_COLOR: "1", ...(full ? { TEST_FULL: "1" } : {}) };
  const first = await run(Deno.execPath(), args, env);
  const counts = countsOf(first.output);
  let { ok } = first;
  const files = failedFiles(first.output);
  if (!ok && files.length > 0) {
    // Guards of time fail on a machine that is busy with something else; a fault fails again.
    console.log(`-- ${name}: failed, once more ${files.join(" ")}`);
    const second = await run(Deno.execPath(), [...TEST_FLAGS, ...files], env);
    ok = second.ok;
    const again = countsOf(second.output);
    counts.passed += counts.failed - again.failed;
    counts.failed = again.failed;
  }
  passed += counts.passed;
  failed += counts.failed;
  if (!ok) broken.push(name);
  console.log(
    `-- ${name}: ${ok ? "ok" : "FAILED"}, ${Math.round((performance.now() - started) / 1000)} s`,
  );
  // Nothing that follows can be trusted without it.
  if (!ok && name === "build") break;
}
if (broken.length > 0) console.log(`\nFailed: ${broken.join("; ")}`);
console.log(`\n${passed} passed, ${Math.max(failed, broken.length)} failed`);
Deno.exit(broken.length === 0 && passed > 0 ? 0 : 1);
