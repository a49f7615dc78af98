/** Runs tasks in children, and takes the death of a child or its silence as the result of its task. */
import { fileURLToPath } from "node:url";
import { judge, type Judged } from "./judge.ts";
import type { Line, Task } from "./protocol.ts";
import { idOf, type Part, type Shape, shapesAtOnce, TINY } from "./shapes.ts";

const CHILD = fileURLToPath(new URL("child.ts", import.meta.url));
/** Seconds without a line after which a task counts as endless. A busy machine needs many. */
const SILENCE = 240;
/** Rounds of a shape that was above its limits, each in a fresh child. The cheapest counts. */
const ROUNDS = 2;

/** A task that ended its child, or did not end. */
export interface Died {
  task: Task;
  how: string;
}

export interface Results {
  judged: Judged[];
  died: Died[];
}

/** The tasks of shapes at the sizes of each, of these. */
export function tasksOf(shapes: readonly Shape[], sizes: readonly number[]): Task[] {
  return shapes.flatMap((shape) =>
    shape.sizes.filter((size) => sizes.includes(size))
      .map((octets) => ({ shape: idOf(shape), octets }))
  );
}

/** The tasks of small calls that a server answers at once. */
export const tasksAtOnce = (part: Part): Task[] =>
  shapesAtOnce(part).map((shape) => ({ shape: idOf(shape), octets: TINY }));

/**
 * Measures the tasks, those of one operation in one child, or all in one if `together`. A shape
 * above its limits is measured again in a fresh child, because the garbage of earlier tasks and a busy
 * moment cost too.
 */
export async function measureAll(
  tasks: readonly Task[],
  { together = false, children = 1, onJudged }: {
    together?: boolean;
    /** How many children run at a time. */
    children?: number;
    onJudged?: (judged: Judged) => void;
  } = {},
): Promise<Results> {
  const groups = together
    ? [[...tasks]]
    : [...Map.groupBy(tasks, ({ shape }) => shape.split(":")[0]).values()].map((one) => [...one]);
  const results: Results = { judged: [], died: [] };
  const lane = async () => {
    for (let group = groups.shift(); group; group = groups.shift()) {
      await inChildren(group, results, onJudged);
    }
  };
  await Promise.all(Array.from({ length: children }, lane));
  for (const [index, first] of results.judged.entries()) {
    let least = first;
    for (let round = 0; round < ROUNDS && least.faults.length > 0; round++) {
      const again: Results = { judged: [], died: [] };
      await inChildren([{ shape: first.shape, octets: first.octets }], again);
      const [other] = again.judged;
      if (other && other.faults.length <= least.faults.length && other.ratio <= least.ratio) {
        least = other;
      }
    }
    results.judged[index] = least;
  }
  return results;
}

/** Runs tasks in a child. When it dies, a new one goes on after the task that it had. */
async function inChildren(
  tasks: Task[],
  results: Results,
  onJudged?: (judged: Judged) => void,
): Promise<void> {
  while (tasks.length > 0) {
    const { done, how } = await oneChild(tasks, (judged) => {
      results.judged.push(judged);
      onJudged?.(judged);
    });
    if (how !== null && done < tasks.length) {
      results.died.push({ task: tasks[done], how });
      tasks = tasks.slice(done + 1);
    } else tasks = tasks.slice(done);
  }
}

/** `how`: how the child died; null if it has done all. */
async function oneChild(
  tasks: readonly Task[],
  onJudged: (judged: Judged) => void,
): Promise<{ done: number; how: string | null }> {
  const child = new Deno.Command(Deno.execPath(), {
    args: [
      ...["run", "-A", "--no-check", "--v8-flags=--expose-gc,--max-old-space-size=512"],
      CHILD,
    ],
    env: { NO_COLOR: "1" },
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const errors = new Response(child.stderr).text();
  const written = new Response(JSON.stringify(tasks)).body!.pipeTo(child.stdin)
    // A child that dies at once has not read its tasks; its output says why.
    .catch(() => {});
  let done = 0;
  let silent = false;
  const alarm = () =>
    setTimeout(() => {
      silent = true;
      child.kill("SIGKILL");
    }, SILENCE * 1000);
  let timer = alarm();
  let rest = "";
  for await (const text of child.stdout.pipeThrough(new TextDecoderStream())) {
    clearTimeout(timer);
    timer = alarm();
    const lines = (rest + text).split("\n");
    rest = lines.pop()!;
    for (const line of lines) {
      const said = JSON.parse(line) as Line;
      if (!("measured" in said)) continue;
      done++;
      onJudged(judge(said.measured));
    }
  }
  clearTimeout(timer);
  await written;
  const { code, signal } = await child.status;
  const told = await errors;
  if (code === 0) return { done, how: null };
  const why = silent
    ? `said nothing for ${SILENCE} s`
    : /JavaScript out of memory/.test(told)
    ? "ran out of memory"
    : `ended with ${signal ?? `code ${code}`}: ${told.trim().slice(-400)}`;
  return { done, how: why };
}
