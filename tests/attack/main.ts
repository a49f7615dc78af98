/**
 * CPU time and memory of each operation and shape of input, compared with the budget's count:
 *
 *     deno task attack                    some 2,700 shapes at 60 kB, and those of every test run at 1 MB
 *     deno task attack --part=full        all shapes at three sizes; takes an hour
 *     deno task attack --only=zone        the shapes whose name contains this, at three sizes
 *     deno task attack --rows=100         that many rows of the table, the dearest first
 *
 * Each operation runs in a child process of its own. Exits with 1 if a shape is above its limits
 * (judge.ts) or ends its child.
 */
import { parseArgs } from "node:util";
import { measureAll, tasksAtOnce, tasksOf } from "./children.ts";
import type { Judged } from "./judge.ts";
import type { Task } from "./protocol.ts";
import { idOf, LARGE, MIDDLE, type Part, shapes, shapesOf, SMALL } from "./shapes.ts";

/** The table of the dearest. Times are milliseconds, those of the slow core but for the first. */
export function table(judged: readonly Judged[], rows: number): string {
  const dearest = judged.toSorted((a, b) => b.ratio - a.ratio).slice(0, rows);
  const whole = (value: number | null) => value === null ? "-" : value.toFixed(0);
  const cells = [
    ["CPU", "slow", "counted", "allowed", "ratio", "MiB", "body", "answer", "outcome", "shape"],
    ...dearest.map((one) => [
      whole(one.cpu),
      whole(one.slow),
      whole(one.charged),
      whole(one.allowed),
      one.ratio.toFixed(2),
      whole(one.memory),
      String(one.body),
      String(one.answer),
      one.outcome,
      one.shape,
    ]),
  ];
  const widths = cells[0].map((_, column) => Math.max(...cells.map((row) => row[column].length)));
  return cells.map((row) =>
    row.map((cell, column) =>
      column < 8 ? cell.padStart(widths[column]) : cell.padEnd(widths[column])
    ).join("  ").trimEnd()
  ).join("\n");
}

/** The tasks of a run. */
function chosen(part: Part, only: string | undefined): Task[] {
  if (only !== undefined) {
    return tasksOf(shapes.filter((shape) => idOf(shape).includes(only)), [SMALL, MIDDLE, LARGE]);
  }
  const atOnce = tasksAtOnce(part);
  if (part === "full") return [...atOnce, ...tasksOf(shapes, [SMALL, MIDDLE, LARGE])];
  return [...atOnce, ...tasksOf(shapesOf(part), [SMALL]), ...tasksOf(shapesOf("test"), [LARGE])];
}

if (import.meta.main) {
  const { values } = parseArgs({
    args: Deno.args,
    options: {
      part: { type: "string", default: "daily" },
      only: { type: "string" },
      rows: { type: "string", default: "40" },
      children: { type: "string", default: String(navigator.hardwareConcurrency) },
    },
  });
  const tasks = chosen(values.part as Part, values.only);
  console.log(`${tasks.length} requests, ${Deno.version.deno}`);
  const { judged, died } = await measureAll(tasks, { children: Number(values.children) });
  console.log(table(judged, Number(values.rows)));
  for (const { shape, body, faults } of judged.filter(({ faults }) => faults.length > 0)) {
    console.log(`ABOVE  ${shape}, ${body} octets: ${faults.join("; ")}`);
  }
  for (const { task, how } of died) console.log(`DIED   ${task.shape}, ${task.octets}: ${how}`);
  const above = judged.filter(({ faults }) => faults.length > 0).length;
  console.log(`\n${judged.length} measured, ${above} above their limits, ${died.length} died`);
  Deno.exit(above + died.length === 0 ? 0 : 1);
}
