/**
 * Seeds small faults into a copy of the engine and lists those that its tests notice:
 *
 *     deno task mutation                    a sample of 52 in each room
 *     deno task mutation --sample=10 --seed=7 path/    in the sources whose path contains the word
 *     deno task mutation --all              all of them, for hours
 *
 * Fails if the tests notice fewer than 95 %. About one fault in a hundred changes nothing that a
 * test could notice, such as a rank of which only the order counts. The tests start no program but
 * xz, which unpacks samples: PATH has nothing else. The copy is in the system's temporary folder; the project's files are only read.
 */
import { createHash } from "node:crypto";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { samplePath } from "../support/corpus.ts";
import { findProgram } from "../support/programs.ts";
import type { Judgement, Ready } from "./judge.ts";
import { type Fault, faultsIn, withSwitches } from "./mutators.ts";
import { type Room, ROOMS, sourcesOf } from "./rooms.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const WANTED = 0.95;
const COPIED = ["core", "wasm", "workers", "api", "web", "tests"];

/** The folder of a copy with the programs that its tests may start. */
const PROGRAMS = "programs";

type Outcome = "noticed" | "kept";

/** Milliseconds without output after which a process is ended and its fault counts as noticed. */
const PATIENCE = 300_000;
const NO_END = "no end";

/** A fault under its number. */
type Numbered = readonly [id: number, fault: Fault];

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    args: Deno.args,
    allowPositionals: true,
    options: {
      all: { type: "boolean", default: false },
      sample: { type: "string", default: "52" },
      seed: { type: "string", default: "1" },
    },
  });
  const isAsked = ({ file }: Fault) =>
    positionals.length === 0 || positionals.some((word) => file.includes(word));
  const count = values.all ? Infinity : Number(values.sample);
  let id = 0;
  const chosen = ROOMS.map((room) => {
    const all = faultsOf(room).filter(isAsked);
    const faults = sampleOf(all, count, values.seed).map((fault): Numbered => [++id, fault]);
    return { room, all, faults };
  }).filter(({ faults }) => faults.length > 0);
  const folder = await makeCopy(chosen.flatMap(({ faults }) => faults));
  const outcomes = new Map<Room, Outcome[]>();
  try {
    for (const { room, all, faults } of chosen) {
      console.log(`\n${room.folder}: ${faults.length} of ${all.length} faults`);
      outcomes.set(room, await judgeRoom(folder, room, faults));
    }
    report(outcomes, values.seed);
  } finally {
    await Deno.remove(dirname(folder), { recursive: true });
  }
}

const faultsOf = (room: Room): Fault[] =>
  sourcesOf(room).flatMap((file) => faultsIn(file, Deno.readTextFileSync(join(ROOT, file))));

/**
 * A random sample, the same for the same seed. A fault's place in the order depends only on the
 * fault, so a change of the sources changes little of the sample.
 */
function sampleOf(faults: readonly Fault[], count: number, seed: string): Fault[] {
  const seen = new Map<string, number>();
  const placed = faults.map((fault) => {
    const name = `${seed} ${fault.file} ${fault.kind} ${fault.what}`;
    const times = (seen.get(name) ?? 0) + 1;
    seen.set(name, times);
    return { fault, place: createHash("sha256").update(`${name} ${times}`).digest("hex") };
  });
  return placed.sort((a, b) => a.place < b.place ? -1 : 1).slice(0, count).map(({ fault }) =>
    fault
  );
}

/**
 * Runs the tests of a room, group after group. Each group gets the faults that the earlier groups
 * did not notice. A fault that a test ran and none noticed then gets a process of its own, with all
 * tests.
 */
async function judgeRoom(
  folder: string,
  { tests }: Room,
  faults: readonly Numbered[],
): Promise<Outcome[]> {
  const noticedBy = new Map<number, string>();
  const met = new Set<number>();
  let open = faults.map(([id]) => id);
  for (const files of tests) {
    for (const { id, outcome, by } of await judge(folder, files, open)) {
      if (outcome === "noticed") noticedBy.set(id, by!);
      if (outcome !== "unmet") met.add(id);
    }
    open = open.filter((id) => !noticedBy.has(id));
  }
  for (const id of open.filter((id) => met.has(id))) {
    const { judgements: [judgement] } = await runJudge(folder, tests.flat(), String(id), "fresh");
    if (judgement === undefined) noticedBy.set(id, NO_END);
    else if (judgement.outcome === "noticed") noticedBy.set(id, judgement.by!);
  }
  return faults.map(([id, fault]) => {
    const by = noticedBy.get(id);
    const outcome = by !== undefined ? "noticed" : "kept";
    const where = `${fault.file}:${fault.line}  ${fault.kind}: ${fault.what}`;
    console.log(`${outcome === "kept" ? "KEPT" : outcome}  ${where}`);
    if (by !== undefined) console.log(`         by ${by}`);
    return outcome;
  });
}

/** Judges the faults by the tests of some files. A new process replaces a spoiled one. */
async function judge(
  folder: string,
  files: readonly string[],
  ids: readonly number[],
): Promise<Judgement[]> {
  const all: Judgement[] = [];
  for (let left = ids; left.length > 0; left = ids.slice(all.length)) {
    const { judgements, hasEnded } = await runJudge(folder, files, left.join(","));
    all.push(...judgements);
    if (judgements.length === left.length || judgements.at(-1)?.outcome === "spoiled") continue;
    const id = left[judgements.length];
    all.push(hasEnded ? { id, outcome: "spoiled" } : { id, outcome: "noticed", by: NO_END });
  }
  return all;
}

/** The lines that the judge printed, and whether it ended by itself. */
async function runJudge(
  folder: string,
  files: readonly string[],
  ...args: string[]
): Promise<{ judgements: Judgement[]; hasEnded: boolean }> {
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--no-check", "tests/mutation/judge.ts", files.join(" "), ...args],
    cwd: folder,
    env: {
      NO_COLOR: "1",
      CI: "",
      // Tests that call another program do not run.
      PATH: join(folder, PROGRAMS),
      SSL_TOOLS_CORPUS: samplePath(""),
    },
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const errors = new Response(child.stderr).text();
  const judgements: Judgement[] = [];
  // A single fault is on from the beginning.
  let isReady = args.includes("fresh");
  let hasEnded = true;
  const giveUp = () => {
    hasEnded = false;
    child.kill("SIGKILL");
  };
  let timer = setTimeout(giveUp, PATIENCE);
  for await (const line of child.stdout.pipeThrough(new TextDecoderStream()).pipeThrough(lines())) {
    clearTimeout(timer);
    timer = setTimeout(giveUp, PATIENCE);
    if (!line.startsWith("@")) continue;
    const read: Judgement | Ready = JSON.parse(line.slice(1));
    if ("isReady" in read) isReady = true;
    else judgements.push(read);
  }
  clearTimeout(timer);
  const { code } = await child.status;
  if (code === 1) throw new Error(await errors);
  if (!hasEnded && !isReady) throw new Error("The tests take too long without a fault");
  return { judgements, hasEnded };
}

function lines(): TransformStream<string, string> {
  let rest = "";
  return new TransformStream({
    transform(chunk, controller) {
      const all = (rest + chunk).split("\n");
      rest = all.pop()!;
      for (const line of all) controller.enqueue(line);
    },
  });
}

function report(outcomes: ReadonlyMap<Room, readonly Outcome[]>, seed: string): void {
  const noticedIn = (all: readonly Outcome[]) =>
    all.filter((outcome) => outcome === "noticed").length;
  const row = (name: string, ...cells: (string | number)[]) =>
    console.log(name.padEnd(26) + cells.map((cell) => String(cell).padStart(12)).join(""));
  console.log("");
  row(`sources (seed ${seed})`, "faults", "noticed");
  for (const [{ folder }, all] of outcomes) row(folder, all.length, noticedIn(all));
  const all = [...outcomes.values()].flat();
  const noticed = noticedIn(all);
  const share = all.length === 0 ? 1 : noticed / all.length;
  const percent = (100 * share).toFixed(1);
  console.log(`\n${noticed} of ${all.length} noticed, ${percent} % (at least ${100 * WANTED})`);
  if (share < WANTED) Deno.exitCode = 1;
}

/** Copies the part of the project that these tests need, with the faults behind switches. */
async function makeCopy(faults: readonly Numbered[]): Promise<string> {
  const top = await Deno.makeTempDir({ prefix: "mutation-" });
  const folder = join(top, "project");
  for (const path of COPIED) await copy(join(ROOT, path), join(folder, path));
  await Deno.symlink(await Deno.realPath(join(ROOT, "node_modules")), join(folder, "node_modules"));
  await Deno.mkdir(join(folder, PROGRAMS));
  const xz = findProgram("xz");
  if (xz) await Deno.symlink(xz, join(folder, PROGRAMS, "xz"));
  const { imports, unstable } = JSON.parse(await Deno.readTextFile(join(ROOT, "deno.json")));
  imports["@std/testing/bdd"] = "./tests/mutation/collect.ts";
  await Deno.writeTextFile(
    join(folder, "deno.json"),
    JSON.stringify({ imports, unstable, nodeModulesDir: "manual", lock: false }),
  );
  // The copy is no workspace, so its members' settings would be errors.
  for (const part of COPIED) await Deno.remove(join(folder, part, "deno.json"));
  for (const [file, own] of Map.groupBy(faults, ([, { file }]) => file)) {
    const source = await Deno.readTextFile(join(ROOT, file));
    await Deno.writeTextFile(join(folder, file), withSwitches(source, new Map(own)));
  }
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

await main();
