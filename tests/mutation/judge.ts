/**
 * Judges faults in the copy of the engine that `main.ts` made, whose sources contain all of them
 * behind switches: deno run judge.ts FILES IDS, or FILES ID fresh. Prints a line of JSON for each.
 *
 * First every test runs without a fault, and the faults in the code that it runs are recorded.
 * Then, for each fault, only the tests that run its code are repeated, the quickest first. A test
 * that fails with the fault must pass again without it. If it does not, the fault has left
 * something in the engine's memory: its result is discarded, and a new process is needed
 * (`spoiled`). A fault in code that runs while the engine loads, or that cached values may hide,
 * gets a process of its own with the fault switched on from the beginning (`fresh`).
 */
import { collected } from "./collect.ts";

export interface Judgement {
  id: number;
  /** `met`: a test ran the faulty code and none noticed. `unmet`: no test ran it. */
  outcome: "noticed" | "met" | "unmet" | "spoiled";
  by?: string;
}

/** Reported once every test has passed without a fault. */
export interface Ready {
  isReady: true;
}

/** Milliseconds that one test may take: many times what the longest does. */
const PATIENCE = 60_000;

const [files, ids, mode] = Deno.args;
let active = mode === "fresh" ? Number(ids) : 0;
let met = new Set<number>();
let calls = 0;
let deadline = Infinity;

Object.assign(globalThis, {
  isAwake(id: number): boolean {
    if (active === 0) met.add(id);
    if (id !== active) return false;
    // A fault may turn a loop into an endless one.
    if ((++calls & 0xfff) === 0 && performance.now() > deadline) throw new Error("no end");
    return true;
  },
});

let rejected: unknown = null;
globalThis.addEventListener("unhandledrejection", (event) => {
  event.preventDefault();
  rejected = event.reason ?? "rejected";
});

globalThis.addEventListener("error", (event) => {
  event.preventDefault();
  rejected = event.error ?? "failed";
});

const report = (line: Judgement | Ready) => console.log(`\n@${JSON.stringify(line)}`);
const quiet = () => {};
const { log } = console;

/** Whether the test passes. */
async function passes({ body }: { body: () => void | Promise<void> }): Promise<boolean> {
  rejected = null;
  deadline = performance.now() + PATIENCE;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("no end")), PATIENCE);
  });
  console.log = quiet;
  try {
    await Promise.race([body(), late]);
    return rejected === null;
  } catch {
    return false;
  } finally {
    console.log = log;
    clearTimeout(timer);
  }
}

async function load(): Promise<void> {
  deadline = performance.now() + PATIENCE;
  for (const file of files.split(" ")) {
    await import(new URL(`../../${file}`, import.meta.url).href);
  }
}

async function judgeFresh(id: number): Promise<void> {
  try {
    await load();
  } catch {
    return report({ id, outcome: "noticed", by: "the engine does not load" });
  }
  for (const test of collected) {
    if (!await passes(test)) return report({ id, outcome: "noticed", by: test.name });
  }
  report({ id, outcome: "met" });
}

async function judgeAll(wanted: readonly number[]): Promise<void> {
  await load();
  const atLoad = met;
  const tests: { name: string; body: () => void | Promise<void>; met: Set<number>; ms: number }[] =
    [];
  for (const test of collected) {
    met = new Set();
    const started = performance.now();
    if (!await passes(test)) throw new Error(`Fails without a fault: ${test.name}`);
    tests.push({ ...test, met, ms: performance.now() - started });
  }
  tests.sort((a, b) => a.ms - b.ms);
  report({ isReady: true });
  for (const id of wanted) {
    const meeting = tests.filter(({ met }) => met.has(id));
    let by: string | null = null;
    for (const test of meeting) {
      active = id;
      const hasPassed = await passes(test);
      active = 0;
      if (hasPassed) continue;
      if (await passes(test)) {
        by = test.name;
        break;
      }
      report({ id, outcome: "spoiled" });
      return;
    }
    if (by !== null) report({ id, outcome: "noticed", by });
    else report({ id, outcome: meeting.length > 0 || atLoad.has(id) ? "met" : "unmet" });
  }
}

try {
  if (mode === "fresh") await judgeFresh(Number(ids));
  else await judgeAll(ids.split(",").map(Number));
} catch (thrown) {
  // An error of this program, not of a fault.
  console.error(thrown);
  Deno.exit(1);
}
// Tests may leave timers behind.
Deno.exit(0);
