/**
 * Measures the tasks that it reads as one line of JSON, one after the other, and writes a line for each.
 * It runs in a process of its own with a heap of 512 MiB, as a server's:
 *
 *     deno run -A --v8-flags=--expose-gc,--max-old-space-size=512 tests/attack/child.ts
 */
import { AT_ONCE_WORK, isAtOnce } from "../../api/compute/at-once.ts";
import { apiOperations } from "../../api/operations.ts";
import { createNetwork } from "../../api/network/network.ts";
import { parseJsonObject } from "../../api/http/body.ts";
import { refusalAnswer, successAnswer } from "../../api/http/envelope.ts";
import { Parts } from "../../api/request-context.ts";
import { createContext, LIGHT_WORK, SERVER_LIMITS } from "../../core/kernel/context.ts";
import { costOf } from "../../core/kernel/contract.ts";
import { execute } from "../../core/kernel/execute.ts";
import { peakOf } from "../fuzz/peak-memory.ts";
import { startDns } from "../api/network/dns-server.ts";
import type { Line, Measured, Task } from "./protocol.ts";
import { cpuTime, speedNow } from "./speed.ts";
import { idOf, type Shape, shapes } from "./shapes.ts";

type Bytes = Uint8Array<ArrayBuffer>;

/** Larger bodies are never light work (api/compute). */
const LIGHT_OCTETS = 64 * 1024;
const NOW = Date.UTC(2026, 10, 21, 12);

/** Octets of the body that loads the code of an operation. */
const WARM_UP = 2_000;

const encoder = new TextEncoder();
const decoder = new TextDecoder();
const bodyOf = (shape: Shape, octets: number): Bytes =>
  encoder.encode(JSON.stringify(shape.make(octets)));
const tell = (line: Line) => Deno.stdout.writeSync(encoder.encode(JSON.stringify(line) + "\n"));
const collect = (globalThis as { gc?: () => void }).gc;
if (!collect) throw new Error("--v8-flags=--expose-gc is missing");

/** A network without hosts: names do not exist, and no socket leaves this machine. */
await using dns = await startDns({});
const operations = apiOperations(createNetwork(
  { allowPrivateNetwork: false, denyNetworks: [], dnsServers: [dns] },
  { resolve: () => Promise.resolve([]) },
));

interface Ran {
  cpu: number;
  charged: number;
  outgrown: boolean;
  answer: number;
  outcome: string;
}

/**
 * Reads a body, runs its operation and writes the answer, like a compute process of the server.
 *
 * @param light microseconds of counted work, if it is light work
 */
async function run(operation: string, body: Bytes, light?: number): Promise<Ran> {
  const started = cpuTime();
  const { contract } = operations.get(operation)!;
  const input = parseJsonObject(body);
  if (!input.ok) throw new Error("the body is no object");
  const context = createContext({
    now: NOW,
    limits: SERVER_LIMITS,
    light,
  });
  const { signal } = new AbortController();
  const whole = { ...context, signal, parts: new Parts() };
  let fault: unknown;
  const outcome = await execute(
    operations,
    operation,
    input.value,
    whole,
    (_, thrown) => fault = thrown,
  );
  const answer = outcome.ok ? successAnswer(contract, outcome.value) : refusalAnswer(outcome.error);
  if (fault !== undefined && !context.budget.outgrown) console.error(operation, fault);
  return {
    cpu: cpuTime() - started,
    charged: context.budget.spent("work") / 1000,
    outgrown: context.budget.outgrown,
    answer: answer.body.length,
    outcome: outcome.ok ? "ok" : outcome.error.code,
  };
}

/** How many small tasks share one collection of garbage and one look at the speed. */
const SHARED = 25;
let speed = 0;
let since = SHARED;

/** Collects garbage, which would count as memory, and looks how fast the machine is now. */
function prepare(octets: number): void {
  since += octets > LIGHT_OCTETS ? SHARED : 1;
  if (since < SHARED) return;
  since = 0;
  collect!();
  speed = speedNow();
}

async function measure(shape: Shape, task: Task): Promise<Measured> {
  const body = bodyOf(shape, task.octets);
  const { contract } = operations.get(shape.operation)!;
  const light = body.length <= LIGHT_OCTETS &&
    costOf(contract, JSON.parse(decoder.decode(body))) !== "compute";
  const atOnce = isAtOnce(shape.operation, body.length);
  prepare(task.octets);
  let turn: Ran | null = null;
  let ran!: Ran;
  const memory = await peakOf(async () => {
    if (light) turn = await run(shape.operation, body, atOnce ? AT_ONCE_WORK : LIGHT_WORK);
    if (turn === null || turn.outgrown) ran = await run(shape.operation, body);
    else ran = turn;
  });
  return {
    ...task,
    body: body.length,
    light,
    atOnce,
    lightCpu: (turn as Ran | null)?.cpu ?? null,
    ...{ cpu: ran.cpu, charged: ran.charged, memory, answer: ran.answer, outcome: ran.outcome },
    speed,
  };
}

const byId = new Map(shapes.map((shape) => [idOf(shape), shape]));
const tasks = JSON.parse(await new Response(Deno.stdin.readable).text()) as Task[];
for (const task of tasks) {
  const shape = byId.get(task.shape);
  if (!shape) throw new Error(`There is no shape ${task.shape}`);
  tell({ begins: task });
  // Loads the code, which a server's process does once.
  await run(shape.operation, bodyOf(shape, WARM_UP));
  tell({ measured: await measure(shape, task) });
}
