/**
 * How many requests of each operation one core answers in a second: by the processor time of all processes of
 * a server, which other programs on the machine change less than the rate.
 */
import { exampleOf } from "../../core/example-inputs.ts";
import { offered } from "../../core/operations.ts";
import { processorTimeOfTree } from "../support/process-tree.ts";
import { startProcess } from "../support/process.ts";
import { median } from "./harness.ts";
import { exampleTargets, onlyOk, QUIET, startEcho, statusLine, UNLIMITED } from "./http.ts";
import { load, type Target } from "./load.ts";
import { CONNECTIONS } from "./requests.ts";

/** Turns of each contender, and the seconds of a turn. A first turn only warms up. */
const TURNS = 3;
const TURN = 1;

interface Capacity {
  readonly operation: string;
  /** Octets of the example's body. */
  readonly octets: number;
  /** Requests for one second of a core, of ours and of a bare echo of the same body. */
  readonly ours: number;
  readonly echo: number;
}

export async function capacities(only: string | undefined): Promise<Capacity[]> {
  await using server = await startProcess(UNLIMITED, QUIET);
  await using echo = await startEcho();
  const found: Capacity[] = [];
  for (const { contract } of offered) {
    const { name, cost, runs } = contract;
    if (runs !== "both" || only !== undefined && !name.includes(only)) continue;
    const example = exampleOf(contract);
    const sides: [number, Target[]][] = [
      [server.pid, exampleTargets(server.port, `/api/${name}`, example)],
      [echo.pid, exampleTargets(echo.port, "/echo", example)],
    ];
    const rates: number[][] = [[], []];
    for (let turn = 0; turn <= TURNS; turn++) {
      for (const [index, [pid, targets]] of sides.entries()) {
        const before = processorTimeOfTree(pid);
        const measured = await load(targets, CONNECTIONS[cost], TURN);
        if (!onlyOk(measured)) throw new Error(`${name}: ${statusLine(measured)}`);
        const spent = processorTimeOfTree(pid) - before;
        if (turn > 0) rates[index].push(measured.requests * 1000 / spent);
      }
    }
    const [ours, bare] = rates.map(median);
    found.push({ operation: name, octets: JSON.stringify(example).length, ours, echo: bare });
  }
  return found;
}

/** The table of api/deploy/README.md. */
export function capacityTable(found: readonly Capacity[]): string {
  const digits = (value: number) => Number(value.toPrecision(2)).toLocaleString("en");
  const rows = found.toSorted((a, b) => b.ours - a.ours).map(({ operation, octets, ours, echo }) =>
    `| \`${operation}\` | ${digits(octets)} | ${digits(ours)} | ${
      Number((ours / echo).toPrecision(2))
    } |`
  );
  return [
    "| Operation | Body in octets | Requests for one second of a core | Compared with the echo |",
    "| --- | --- | --- | --- |",
    ...rows,
  ].join("\n");
}
