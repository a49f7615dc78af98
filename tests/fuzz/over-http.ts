/**
 * Sends the fuzzer's inputs of operations to a running server, over several connections. No input may
 * cause a server error, and other clients must be served meanwhile.
 *
 * Another client, in a thread of its own, repeats one decode: first without load, then during the
 * fuzzing. The report has the ratios of the two.
 */
import { exampleOf } from "../../core/example-inputs.ts";
import { csrDecode } from "../../core/csr/contract.ts";
import { operations as registry } from "../../core/operations.ts";
import { STATUS } from "../../api/http/errors.ts";
import { Fuzzer } from "./fuzzer.ts";
import type { Latencies, LatencyOrder } from "./latency-worker.ts";
import type { AnyTarget } from "./target.ts";
import { operations } from "./targets/operations.ts";

export interface HttpFuzz {
  origin: string;
  seconds: number;
  seed: number;
  /** Sending connections, each of them another client behind a proxy. */
  connections: number;
  /** Names of operations; empty for all. */
  only: readonly string[];
}

export interface HttpReport {
  requests: number;
  /** The number of answers by status. */
  statuses: Map<number, number>;
  /** Server errors, and answers without our envelope. */
  faults: string[];
  alone: Latencies;
  beside: Latencies;
}

/** The limit for another client: milliseconds, or a multiple of its p99 without load. */
const SLOWEST = { ms: 400, ratio: 8 };
/** Inputs that a connection sends before it goes on to the next operation. */
const IN_A_ROW = 8;
/** The number of reported faults; a broken server has more. */
const MAX_FAULTS = 20;

export async function fuzzOverHttp(
  { origin, seconds, seed, connections, only }: HttpFuzz,
): Promise<HttpReport> {
  const chosen = operations.filter(({ name }) => {
    const contract = registry.get(name)?.contract;
    return contract?.runs === "both" && (only.length === 0 || only.includes(name));
  });
  if (chosen.length === 0) throw new Error("no operation of the API has such a name");
  const statuses = new Map<number, number>();
  const faults = new Set<string>();
  const measure = watchLatency(origin, exampleOf(csrDecode));
  const alone = await measure(Math.min(Math.max(seconds / 10, 1), 30));
  const end = performance.now() + seconds * 1000;

  const send = async (index: number) => {
    using client = Deno.createHttpClient({ poolMaxIdlePerHost: 1 });
    const from = `198.51.100.${index % 250 + 1}`;
    const fuzzers = chosen.map((target) =>
      new Fuzzer(
        overHttp(target, { origin, client, from, statuses, faults }),
        seed + 104_729 * index,
      )
    );
    // Each connection starts with another operation.
    for (let turn = index; performance.now() < end && faults.size < MAX_FAULTS; turn++) {
      await fuzzers[turn % fuzzers.length].runTimes(IN_A_ROW);
    }
  };
  const [beside] = await Promise.all([
    measure(seconds),
    ...Array.from({ length: connections }, (_, index) => send(index)),
  ]);
  measure.close();
  const requests = [...statuses.values()].reduce((sum, count) => sum + count, 0);
  return { requests, statuses, faults: [...faults], alone, beside };
}

interface Sender {
  origin: string;
  client: Deno.HttpClient;
  from: string;
  statuses: Map<number, number>;
  faults: Set<string>;
}

/** The same inputs on the server. It never throws, because inputs are not shrunk over HTTP. */
function overHttp(target: AnyTarget, sender: Sender): AnyTarget {
  return {
    ...target,
    limit: Infinity,
    run: async (input) => {
      try {
        return await post(target.name, target.encode(input), sender);
      } catch (fault) {
        sender.faults.add(`${target.name}: ${(fault as Error).message}`);
        return "fault";
      }
    },
  };
}

/** Posts a body and returns the outcome in a word. Throws for a fault. */
async function post(
  name: string,
  body: Uint8Array<ArrayBuffer>,
  { origin, client, from, statuses }: Sender,
): Promise<string> {
  const response = await fetch(`${origin}/api/${name}`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-forwarded-for": from },
    body,
    client,
  });
  const { status } = response;
  statuses.set(status, (statuses.get(status) ?? 0) + 1);
  const answer = await response.json();
  if (status === 200) return "answered";
  const { code } = answer;
  if (code === "internal" || STATUS[code as keyof typeof STATUS] !== status) {
    throw new Error(`status ${status}, code ${code}`);
  }
  return String(code);
}

/**
 * Measures for this many seconds in another thread, because making inputs keeps this one busy.
 */
function watchLatency(origin: string, body: unknown) {
  const worker = new Worker(new URL("./latency-worker.ts", import.meta.url), { type: "module" });
  const measure = (seconds: number) =>
    new Promise<Latencies>((resolve, reject) => {
      worker.onmessage = ({ data }: MessageEvent<Latencies>) => resolve(data);
      worker.onerror = (event) => reject(new Error(event.message));
      worker.postMessage({ origin, body, seconds } satisfies LatencyOrder);
    });
  return Object.assign(measure, { close: () => worker.terminate() });
}

/** The report in lines, with a verdict. */
export function tellHttp({ requests, statuses, faults, alone, beside }: HttpReport): string {
  const line = (name: "p50" | "p99" | "max") =>
    `  ${name}  ${alone[name].toFixed(1)} ms alone, ${beside[name].toFixed(1)} ms beside, ` +
    `ratio ${(beside[name] / alone[name]).toFixed(2)}`;
  const told = [...statuses].sort(([a], [b]) => a - b).map(([status, count]) =>
    `${status}: ${count}`
  );
  return [
    `${requests.toLocaleString("en")} requests (${told.join(", ")})`,
    `csr/decode of another client, ${alone.answers} times alone, ${beside.answers} beside:`,
    line("p50"),
    line("p99"),
    line("max"),
    `others are ${
      areOthersServed({ alone, beside }) ? "served" : "NOT served"
    }: p99 beside at most ` +
    `${SLOWEST.ms} ms or ${SLOWEST.ratio} times that alone, and no answer but 200`,
    ...faults.map((fault) => `Fault ${fault}`),
  ].join("\n");
}

export function areOthersServed({ alone, beside }: Pick<HttpReport, "alone" | "beside">): boolean {
  return beside.answers > 0 && beside.refused === 0 &&
    beside.p99 <= Math.max(SLOWEST.ms, SLOWEST.ratio * alone.p99);
}
