/**
 * Judges faults in the copy of the engine that `main.ts` made, whose sources hold all of them behind
 * switches: deno run judge.ts FILES IDS, or FILES ID fresh. A line of JSON is said for each.
 *
 * First every test runs without a fault, and what of the faults it comes by is written down. Then,
 * fault by fault, only those tests run that come by it, the quickest first. What a test notices it
 * must not find without the fault: a fault that stays behind, in what the engine keeps, counts for
 * nothing and asks for a new process (`spoiled`). What is only met while the engine loads, or may be
 * hidden by what it keeps, is left to a process of its own with the fault from its beginning (`fresh`).
 */
import { collected } from "./collect.ts";

export interface Said {
  id: number;
  /** `met`: some test ran the faulty code and none noticed. `unmet`: no test ran it. */
  outcome: "noticed" | "met" | "unmet" | "spoiled";
  by?: string;
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

const say = (said: Said) => console.log(`\n@${JSON.stringify(said)}`);
const quiet = () => {};
const { log } = console;

/** Whether the test holds. */
async function holds({ body }: { body: () => void | Promise<void> }): Promise<boolean> {
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
    return say({ id, outcome: "noticed", by: "the engine does not load" });
  }
  for (const test of collected) {
    if (!await holds(test)) return say({ id, outcome: "noticed", by: test.name });
  }
  say({ id, outcome: "met" });
}

async function judgeAll(wanted: readonly number[]): Promise<void> {
  await load();
  const atLoad = met;
  const tests: { name: string; body: () => void | Promise<void>; met: Set<number>; ms: number }[] =
    [];
  for (const test of collected) {
    met = new Set();
    const started = performance.now();
    if (!await holds(test)) throw new Error(`Without a fault already it fails: ${test.name}`);
    tests.push({ ...test, met, ms: performance.now() - started });
  }
  tests.sort((a, b) => a.ms - b.ms);
  for (const id of wanted) {
    const meeting = tests.filter(({ met }) => met.has(id));
    let by: string | null = null;
    for (const test of meeting) {
      active = id;
      const isRight = await holds(test);
      active = 0;
      if (isRight) continue;
      if (await holds(test)) {
        by = test.name;
        break;
      }
      say({ id, outcome: "spoiled" });
      return;
    }
    if (by !== null) say({ id, outcome: "noticed", by });
    else say({ id, outcome: meeting.length > 0 || atLoad.has(id) ? "met" : "unmet" });
  }
}

try {
  if (mode === "fresh") await judgeFresh(Number(ids));
  else await judgeAll(ids.split(",").map(Number));
} catch (thrown) {
  // Only what is no fault's doing comes here.
  console.error(thrown);
  Deno.exit(1);
}
// Tests may leave timers behind.
Deno.exit(0);
