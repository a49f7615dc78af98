/**
 * Fuzzing: every reader and every operation of the domain, and the API's reader of bodies, with
 * mutated fixtures and invented inputs.
 *
 *     deno task fuzz --seconds 60 --seed 1 --only certificate,csr/decode --workers 2
 *     deno task fuzz --large --only chain/analyze        inputs of half a MiB, for what grows too fast
 *     deno task fuzz --replay tests/output/fuzz/certificate.1a2b3c4d.bin
 *     deno task fuzz --http http://localhost:8000 --seconds 3600 --connections 8
 *
 * The last one sends the inputs of operations to a running server and measures the delay of another
 * client. Start that server with RATE_LIMIT_PER_MINUTE=0, TRUST_PROXY=1 (each connection is a client)
 * and DENY_NETWORKS=0.0.0.0/0,::/0, so that no certificate makes it connect to another host.
 *
 * Each target (tests/fuzz/targets) checks every input: only errors of the contract, never the code
 * `internal`, at most a second and 256 MiB for up to 1 MiB, written objects can be read again, and
 * signatures over changed data are refused. With the same seed and one worker a run repeats the same
 * inputs. Finds are written to tests/output/fuzz, and the exit code is 1 if there are any.
 */
import { parseArgs } from "node:util";
import type { Find, Report } from "./fuzzer.ts";
import {
  CURRENT_BYTES,
  HEADER_BYTES,
  LENGTH,
  type Message,
  RUNS,
  type Start,
  TARGET,
} from "./protocol.ts";

const OUTPUT = new URL("../output/fuzz/", import.meta.url);
/** Seconds after which an input counts as stuck. */
const STUCK = 120;

/** The name of a target as a segment of a path. */
export const fileName = (target: string): string => target.replaceAll("/", "-");

async function hashOf(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)).toHex().slice(0, 8);
}

/** Writes a find to a file and reports it. */
async function tell({ target, message, stack, input, extension }: Find): Promise<void> {
  await Deno.mkdir(OUTPUT, { recursive: true });
  const name = `${fileName(target)}.${await hashOf(input)}`;
  await Deno.writeFile(new URL(`${name}.${extension}`, OUTPUT), input);
  await Deno.writeTextFile(new URL(`${name}.txt`, OUTPUT), `${target}\n${message}\n${stack}\n`);
  console.log(`FIND ${target}: ${message}\n     tests/output/fuzz/${name}.${extension}`);
}

async function replay(path: string): Promise<number> {
  const { targets } = await import("./targets.ts");
  const file = path.slice(path.lastIndexOf("/") + 1);
  const target = targets.find(({ name }) => file.startsWith(`${fileName(name)}.`));
  if (!target) throw new Error(`No target has the name that ${file} begins with`);
  const input = target.decode(await Deno.readFile(path));
  try {
    console.log(`${target.name}: ${await target.run(input)}`);
    return 0;
  } catch (thrown) {
    console.log(thrown);
    return 1;
  }
}

interface Options {
  seconds: number;
  seed: number;
  only: string[];
  large: boolean;
  workers: number;
}

/** The sum of the workers' reports on one target. */
function add(a: Report | undefined, b: Report): Report {
  if (!a) return b;
  return {
    target: a.target,
    executions: a.executions + b.executions,
    spent: a.spent + b.spent,
    slowest: Math.max(a.slowest, b.slowest),
    peak: a.peak === null ? b.peak : Math.max(a.peak, b.peak ?? 0),
    behaviours: Math.max(a.behaviours, b.behaviours),
    finds: a.finds + b.finds,
  };
}

function table(reports: Iterable<Report>): string {
  const rows = [[
    "target",
    "executions",
    "per second",
    "slowest ms",
    "peak MiB",
    "behaviours",
    "finds",
  ]];
  let executions = 0;
  for (const report of reports) {
    executions += report.executions;
    rows.push([
      report.target,
      report.executions.toLocaleString("en"),
      Math.round(report.executions / Math.max(1, report.spent) * 1000).toLocaleString("en"),
      report.slowest.toFixed(report.slowest < 10 ? 1 : 0),
      report.peak === null ? "-" : report.peak.toFixed(0),
      String(report.behaviours),
      String(report.finds),
    ]);
  }
  rows.push(["all", executions.toLocaleString("en"), "", "", "", "", ""]);
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => row[column].length)));
  return rows.map((row) =>
    row.map((cell, column) => column === 0 ? cell.padEnd(widths[0]) : cell.padStart(widths[column]))
      .join("  ").trimEnd()
  ).join("\n");
}

async function fuzz({ seconds, seed, only, large, workers }: Options): Promise<number> {
  const latest = new Map<string, Report>();
  let finds = 0;
  const writing: Promise<void>[] = [];
  const shared = Array.from({ length: workers }, () => new SharedArrayBuffer(CURRENT_BYTES));
  const started = performance.now();
  const print = () => {
    const reports = new Map<string, Report>();
    for (const report of latest.values()) {
      reports.set(report.target, add(reports.get(report.target), report));
    }
    const took = (performance.now() - started) / 1000;
    const head = `seed ${seed}, ${workers} worker(s), ${took.toFixed(0)} s`;
    console.log(`\n${head}\n${table(reports.values())}`);
  };
  // Report the progress of an interrupted run too.
  Deno.addSignalListener("SIGINT", () => {
    print();
    Deno.exit(130);
  });
  await Promise.all(shared.map(async (current, index) => {
    const worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    worker.onmessage = ({ data }: MessageEvent<Message>) => {
      if (data.type === "ready") {
        const start = { only, seed: seed + 104_729 * index, seconds, large, current };
        worker.postMessage(start satisfies Start);
      } else if (data.type === "done") resolve();
      else if (data.type === "failed") reject(new Error(data.message));
      else if (data.type === "report") latest.set(`${index} ${data.report.target}`, data.report);
      else {
        finds++;
        writing.push(tell(data.find));
      }
    };
    worker.onerror = (event) => reject(new Error(event.message));
    const stop = watch(current);
    await promise;
    stop();
    worker.terminate();
  }));
  await Promise.all(writing);
  print();
  return finds;
}

/** Ends the process if one input takes minutes, and saves that input. */
function watch(current: SharedArrayBuffer): () => void {
  const numbers = new Int32Array(current, 0, HEADER_BYTES / 4);
  let before = -1;
  const timer = setInterval(async () => {
    const runs = Atomics.load(numbers, RUNS);
    if (runs !== before || runs === 0) {
      before = runs;
      return;
    }
    const { targets } = await import("./targets.ts");
    const { name, extension } = targets[numbers[TARGET]];
    const input = new Uint8Array(current, HEADER_BYTES, numbers[LENGTH]).slice();
    await tell({ target: name, message: "it does not end", stack: "", input, extension });
    Deno.exit(1);
  }, STUCK * 1000);
  return () => clearInterval(timer);
}

if (import.meta.main) {
  const { values } = parseArgs({
    args: Deno.args,
    options: {
      seconds: { type: "string", default: "60" },
      seed: { type: "string", default: "1" },
      only: { type: "string", default: "" },
      large: { type: "boolean", default: false },
      workers: { type: "string", default: String(navigator.hardwareConcurrency) },
      replay: { type: "string" },
      http: { type: "string" },
      connections: { type: "string", default: "8" },
    },
  });
  const only = values.only.split(",").filter((name) => name !== "");
  if (values.http !== undefined) {
    const { areOthersServed, fuzzOverHttp, tellHttp } = await import("./over-http.ts");
    const report = await fuzzOverHttp({
      origin: new URL(values.http).origin,
      seconds: Number(values.seconds),
      seed: Number(values.seed),
      connections: Number(values.connections),
      only,
    });
    console.log(tellHttp(report));
    Deno.exit(report.faults.length === 0 && areOthersServed(report) ? 0 : 1);
  }
  const found = values.replay !== undefined ? await replay(values.replay) : await fuzz({
    seconds: Number(values.seconds),
    seed: Number(values.seed),
    only,
    large: values.large,
    workers: Number(values.workers),
  });
  // Do not wait for workers that were stopped in the middle of an input.
  Deno.exit(found === 0 ? 0 : 1);
}
