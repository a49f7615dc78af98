/**
 * The API under load on this machine, over loopback:
 *
 *     deno task bench:api                 all of it, two to three minutes
 *     deno task bench:api --part=mix      one part: operations, latency, mix or instances
 *     deno task bench:api --steady=600    so many seconds of steady load and nothing else
 *
 * Ratios are of one run. The load is made on the same machine, so that absolute figures are lower
 * than a server alone would reach.
 */
import { parseArgs } from "node:util";
import { caaGenerate } from "../../core/caa/contract.ts";
import { chainAnalyze } from "../../core/chain/contract.ts";
import type { Contract } from "../../core/contract.ts";
import { csrDecode, csrGenerate } from "../../core/csr/contract.ts";
import { matchVerify } from "../../core/match/contract.ts";
import { ensureBuilt, startProcess } from "../support/process.ts";
import { missingPrograms } from "../support/programs.ts";
import { startRedis } from "../support/redis.ts";
import { format } from "./harness.ts";
import { exampleTarget, memory, onlyOk, QUIET, rate, statusLine, UNLIMITED } from "./http.ts";
import { load, percentile, type Target } from "./load.ts";
import { besideEcho } from "./requests.ts";

/** Seconds of load before memory is compared. */
const WARM_UP = 90;

/** Operations whose requests make the mix. */
const MIX: readonly Contract[] = [csrDecode, matchVerify, caaGenerate, chainAnalyze];

async function main(): Promise<void> {
  const { values } = parseArgs({
    args: Deno.args,
    options: {
      seconds: { type: "string" },
      steady: { type: "string" },
      part: { type: "string", multiple: true },
    },
  });
  const mixSeconds = Number(values.seconds ?? 20);
  await ensureBuilt();
  console.log(`${navigator.hardwareConcurrency} cores, Deno ${Deno.version.deno}\n`);
  if (values.steady) return await steady(Number(values.steady));
  const parts: Record<string, () => Promise<void>> = {
    operations: operationsBesideEcho,
    latency: latencyUnderKeyGeneration,
    mix: () => mix(mixSeconds),
    instances,
  };
  for (const name of values.part ?? Object.keys(parts)) await parts[name]();
}

async function operationsBesideEcho(): Promise<void> {
  for (const result of await besideEcho()) console.log(format(result) + "\n");
}

/** A decode must not starve while sixteen callers make RSA-4096 keys. */
async function latencyUnderKeyGeneration(): Promise<void> {
  await using server = await startProcess(UNLIMITED, QUIET);
  const decode = [exampleTarget(server.port, `/api/${csrDecode.name}`, csrDecode.example)];
  const large = { ...csrGenerate.example, keySize: 4096 };
  const generate = [exampleTarget(server.port, `/api/${csrGenerate.name}`, large)];
  await load(decode, 4, 1);
  const alone = await load(decode, 4, 5);
  const [beside, keys] = await Promise.all([load(decode, 4, 10), load(generate, 16, 10)]);
  demand(onlyOk(alone) && onlyOk(beside), "a decode was not answered");
  const ratio = percentile(beside, 0.99) / percentile(alone, 0.99);
  console.log("Decode beside 16 callers of RSA-4096 (4 connections):");
  console.log(
    `  p99 alone ${percentile(alone, 0.99).toFixed(2)} ms, beside ${
      percentile(beside, 0.99).toFixed(2)
    } ms: ${ratio.toFixed(2)} times (at most 5)`,
  );
  console.log(`  key generation answered ${statusLine(keys)}\n`);
  demand(ratio <= 5, "the p99 of decode grew more than five times");
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

/** Two instances and one Redis beside one instance, with the quota counted and out of reach. */
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

/** Memory over a long time of steady load; it may not grow by more than a tenth. */
async function steady(seconds: number): Promise<void> {
  await using server = await startProcess(UNLIMITED, QUIET);
  const targets = mixOf(server.port);
  const slice = Math.max(Math.round(seconds / 10), 1);
  // What a process takes until its heap has found its size is no growth.
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

/** From many clients: of what waits for other hosts, one client has a share alone. */
function mixOf(port: number): Target[] {
  return Array.from({ length: 50 }, (_, index) => `192.0.2.${index + 1}`).flatMap((client) =>
    MIX.map(({ name, example }) => exampleTarget(port, `/api/${name}`, example, client))
  );
}

function demand(holds: boolean, otherwise: string): void {
  if (holds) return;
  console.error(`FAILED: ${otherwise}`);
  Deno.exitCode = 1;
}

await main();
