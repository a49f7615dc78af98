/**
 * The API under load on this machine, over loopback:
 *
 *     deno run -A tests/bench/api.ts                 all of it, five minutes
 *     deno run -A tests/bench/api.ts --part=mix      one part: operations, capacity, latency, threads, worst, unread,
 *                                         mix or instances
 *     deno run -A tests/bench/api.ts --part=capacity --only=caa    the operations whose name contains a word
 *     deno run -A tests/bench/api.ts --steady=600    only this many seconds of steady load
 *
 * Compare only ratios within one run: the load runs on the same machine, so absolute figures are
 * lower than those of a dedicated server.
 */
import { exampleOf } from "../../core/example-inputs.ts";
import { parseArgs } from "node:util";
import { caaGenerate } from "../../core/caa/contract.ts";
import { chainAnalyze } from "../../core/chain/contract.ts";
import type { Contract } from "../../core/kernel/contract.ts";
import { csrDecode, csrGenerate } from "../../core/csr/contract.ts";
import { matchVerify } from "../../core/match/contract.ts";
import { pfxConvert } from "../../core/pfx/contract.ts";
import { ensureBuilt, startProcess } from "../support/process.ts";
import { missingPrograms } from "../support/programs.ts";
import { startRedis } from "../support/redis.ts";
import { HOSTILE_BODIES } from "../support/hostile-bodies.ts";
import { memoryOfTree } from "../support/process-tree.ts";
import { worstAttacks } from "../attack/worst.ts";
import { format, median } from "./harness.ts";
import {
  exampleTarget,
  exampleTargets,
  memory,
  onlyOk,
  QUIET,
  rate,
  statusLine,
  UNLIMITED,
} from "./http.ts";
import { load, type Measured, percentile, postRequest, type Target } from "./load.ts";
import { capacities, capacityTable } from "./capacity.ts";
import { besideEcho } from "./requests.ts";

/** Seconds of load before the first measurement of memory. */
const WARM_UP = 90;

/** The operations of the mix. */
const MIX: readonly Contract[] = [csrDecode, matchVerify, caaGenerate, chainAnalyze];

async function main(): Promise<void> {
  const { values } = parseArgs({
    args: Deno.args,
    options: {
      seconds: { type: "string" },
      steady: { type: "string" },
      part: { type: "string", multiple: true },
      only: { type: "string" },
    },
  });
  const mixSeconds = Number(values.seconds ?? 20);
  await ensureBuilt();
  console.log(`${navigator.hardwareConcurrency} cores, Deno ${Deno.version.deno}\n`);
  if (values.steady) return await steady(Number(values.steady));
  const parts: Record<string, () => Promise<void>> = {
    operations: operationsBesideEcho,
    capacity: async () => console.log(`${capacityTable(await capacities(values.only))}\n`),
    latency: latencyBesideExpensiveWork,
    threads: twoThreadsBesideOne,
    worst: latencyBesideTheWorst,
    unread: memoryUnderUnreadAnswers,
    mix: () => mix(mixSeconds),
    instances,
  };
  for (const name of values.part ?? Object.keys(parts)) await parts[name]();
}

async function operationsBesideEcho(): Promise<void> {
  for (const result of await besideEcho()) console.log(format(result) + "\n");
}

const DECODE = `/api/${csrDecode.name}`;
/** The client that sends expensive requests. Another one sends decodes. */
const HEAVY_CLIENT = "198.51.100.1";

/** Decodes while eight clients request PFX files or RSA-4096 keys. */
async function latencyBesideExpensiveWork(): Promise<void> {
  await using server = await startProcess(UNLIMITED, QUIET);
  const decode = [exampleTarget(server.port, DECODE, exampleOf(csrDecode))];
  await load(decode, 4, 2);
  const alone = await load(decode, 4, 5);
  console.log("Median of csr/decode (4 connections) during 8 callers of expensive operations:");
  console.log(`  without them ${milliseconds(alone, 0.5)}, p99 ${milliseconds(alone, 0.99)}`);
  for (
    const [contract, changed] of [[pfxConvert, {}], [csrGenerate, { keySize: 4096 }]] as const
  ) {
    const input = { ...exampleOf(contract), ...changed };
    const heavy = [exampleTarget(server.port, `/api/${contract.name}`, input, HEAVY_CLIENT)];
    const [beside, made] = await Promise.all([load(decode, 4, 10), load(heavy, 8, 10)]);
    demand(onlyOk(alone) && onlyOk(beside), "a decode was not answered");
    const ratio = percentile(beside, 0.5) / percentile(alone, 0.5);
    console.log(
      `  during ${contract.name}: ${milliseconds(beside, 0.5)}, p99 ${
        milliseconds(beside, 0.99)
      }: ${ratio.toFixed(2)} times as long as without (at most 6); it answered ${statusLine(made)}`,
    );
    demand(ratio <= 6, "the median of decode grew more than six times");
  }
  console.log();
}

/** Two threads compared with one, on cores that the load shares. */
async function twoThreadsBesideOne(): Promise<void> {
  await using one = await startProcess({ ...UNLIMITED, COMPUTE_THREADS: "1" }, QUIET);
  await using two = await startProcess({ ...UNLIMITED, COMPUTE_THREADS: "2" }, QUIET);
  const targets = [one, two].map(({ port }) => exampleTargets(port, DECODE, exampleOf(csrDecode)));
  const rates: number[][] = [[], []];
  for (let round = 0; round <= 5; round++) {
    for (const [index, clients] of targets.entries()) {
      const measured = await load(clients, 50, 2);
      demand(onlyOk(measured), statusLine(measured));
      if (round > 0) rates[index].push(rate(measured));
    }
  }
  const [single, double] = rates.map(median);
  console.log("csr/decode over HTTP, 50 connections, median of five turns of 2 s:");
  console.log(
    `  one thread ${single.toFixed(0)} requests/s, two ${double.toFixed(0)}: ${
      (double / single).toFixed(2)
    } times (at least 1.4 where the load has cores of its own)\n`,
  );
}

/** The delay of another client while each of the worst known requests repeats. */
async function latencyBesideTheWorst(): Promise<void> {
  await using server = await startProcess(UNLIMITED, QUIET);
  const decode = [exampleTarget(server.port, DECODE, exampleOf(csrDecode))];
  await load(decode, 2, 2);
  const alone = await load(decode, 2, 5);
  const most = Math.max(400, 8 * percentile(alone, 0.99));
  console.log("Slowest of csr/decode (2 connections) while each of the worst known requests runs:");
  console.log(`  without them ${milliseconds(alone, 1)}, p99 ${milliseconds(alone, 0.99)}`);
  const attacks = [
    ...worstAttacks(),
    ...HOSTILE_BODIES.map(({ name, operation, input }) => ({
      ...{ name, operation },
      body: JSON.stringify(input),
    })),
  ];
  let highest = 0;
  for (const { name, operation, body } of attacks) {
    const worst = [{
      port: server.port,
      request: postRequest(`/api/${operation}`, body, HEAVY_CLIENT),
    }];
    const [beside, sent] = await Promise.all([load(decode, 2, 3), load(worst, 1, 2)]);
    demand(onlyOk(beside), "a decode was not answered");
    console.log(
      `  ${operation.padEnd(14)} ${name}: ${milliseconds(beside, 1)}; itself ${
        milliseconds(sent, 1)
      } (${statusLine(sent)})`,
    );
    demand(percentile(beside, 1) <= most, `${operation}, ${name}: more than ${most.toFixed(0)} ms`);
    highest = Math.max(highest, memoryOfTree(server.pid));
  }
  console.log(`  memory of all processes: at most ${highest.toFixed(0)} MiB (at most 1536)\n`);
  demand(highest <= 1536, "the processes took more than 1.5 GiB");
}

/** Connections that request large answers and read nothing. */
async function memoryUnderUnreadAnswers(): Promise<void> {
  await using server = await startProcess(UNLIMITED, QUIET);
  const asked: [string, Uint8Array<ArrayBuffer>, number][] = [
    ["one connection, 4,000 pages", repeated("GET /csr HTTP/1.1\r\nHost: a\r\n\r\n", 4_000), 1],
    ["40 connections, 16 pages", repeated("GET /csr HTTP/1.1\r\nHost: a\r\n\r\n", 16), 40],
    ["40 connections, csr/decode", exampleTarget(0, DECODE, exampleOf(csrDecode)).request, 40],
  ];
  await load([exampleTarget(server.port, DECODE, exampleOf(csrDecode))], 4, 2);
  const before = await memory(server);
  console.log("Memory while answers are not read:");
  for (const [name, bytes, connections] of asked) {
    const held: Deno.Conn[] = [];
    for (let count = 0; count < connections; count++) {
      const connection = await Deno.connect({ hostname: "127.0.0.1", port: server.port });
      held.push(connection);
      connection.write(bytes).catch(() => {});
    }
    let most = 0;
    for (let look = 0; look < 20; look++) most = Math.max(most, await memory(server));
    for (const connection of held) connection.close();
    const grown = (most - before) / 1e6;
    console.log(`  ${name}: ${grown.toFixed(0)} MB more (at most 128)`);
    demand(grown <= 128, `${name}: memory grew by ${grown.toFixed(0)} MB`);
  }
  console.log();
}

function repeated(text: string, times: number): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text.repeat(times));
}

function milliseconds(measured: Measured, part: number): string {
  return `${percentile(measured, part).toFixed(1)} ms`;
}

/** 200 connections over decode, match, CAA and chain. */
async function mix(seconds: number): Promise<void> {
  await using server = await startProcess(UNLIMITED, QUIET);
  await load(mixOf(server.port), 50, 2);
  const before = await memory(server);
  const measured = await load(mixOf(server.port), 200, seconds);
  const after = await memory(server);
  console.log(`Decode, match, CAA and chain, 200 connections, ${seconds} s:`);
  console.log(
    `  ${rate(measured).toFixed(0)} requests/s, p50 ${
      percentile(measured, 0.5).toFixed(1)
    } ms, p99 ${percentile(measured, 0.99).toFixed(1)} ms, answers ${statusLine(measured)}`,
  );
  console.log(`  memory ${(before / 1e6).toFixed(0)} -> ${(after / 1e6).toFixed(0)} MB\n`);
  demand(onlyOk(measured), "not every request was answered with 200");
}

/** Two instances with one Redis compared with one instance, under a quota that is never reached. */
async function instances(): Promise<void> {
  if (missingPrograms(["redis-server"]).length > 0) {
    console.log("Two instances: not run: needs redis-server\n");
    return;
  }
  await using redis = await startRedis();
  const counted = { ...UNLIMITED, RATE_LIMIT_PER_MINUTE: "1000000" };
  await using alone = await startProcess(counted, QUIET);
  await using first = await startProcess({ ...counted, REDIS_URL: redis.url }, QUIET);
  await using second = await startProcess({ ...counted, REDIS_URL: redis.url }, QUIET);
  const groups: [string, Target[]][] = [
    ["one, counts in memory", mixOf(alone.port)],
    ["one, counts in Redis", mixOf(first.port)],
    ["two, counts in one Redis", [...mixOf(first.port), ...mixOf(second.port)]],
  ];
  console.log("Instances (the mix, 100 connections):");
  let base = 0;
  for (const [name, targets] of groups) {
    await load(targets, 50, 1);
    const measured = await load(targets, 100, 5);
    demand(onlyOk(measured), `${name}: ${statusLine(measured)}`);
    base ||= rate(measured);
    const ratio = (rate(measured) / base).toFixed(2);
    console.log(`  ${name.padEnd(26)} ${rate(measured).toFixed(0)} requests/s, ratio ${ratio}`);
  }
  console.log();
}

/** Memory under steady load. It may grow by at most a tenth. */
async function steady(seconds: number): Promise<void> {
  await using server = await startProcess(UNLIMITED, QUIET);
  const targets = mixOf(server.port);
  const slice = Math.max(Math.round(seconds / 10), 1);
  // Memory grows until the heap has reached its size, so measure after that.
  await load(targets, 8, WARM_UP);
  const first = await memory(server);
  console.log(`Steady load of the mix, ${seconds} s after ${WARM_UP} s, 8 connections:`);
  console.log(`  at first: ${(first / 1e6).toFixed(0)} MB`);
  let last = first;
  for (let done = slice; done <= seconds; done += slice) {
    const measured = await load(targets, 8, slice);
    demand(onlyOk(measured), statusLine(measured));
    last = await memory(server);
    console.log(
      `  after ${done} s: ${(last / 1e6).toFixed(0)} MB, ${rate(measured).toFixed(0)} requests/s`,
    );
  }
  console.log(`  growth ${((last / first - 1) * 100).toFixed(1)} % (at most 10)\n`);
  demand(last <= first * 1.1, "memory grew by more than a tenth");
}

/** From many clients, because each client may use only a share of the network operations. */
function mixOf(port: number): Target[] {
  return Array.from({ length: 50 }, (_, index) => `192.0.2.${index + 1}`).flatMap((client) =>
    MIX.map((contract) => exampleTarget(port, `/api/${contract.name}`, exampleOf(contract), client))
  );
}

function demand(holds: boolean, otherwise: string): void {
  if (holds) return;
  console.error(`FAILED: ${otherwise}`);
  Deno.exitCode = 1;
}

await main();
