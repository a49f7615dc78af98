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
import { Hono } from "hono";
import { parseArgs } from "node:util";
import { listen } from "../../api/http-server.ts";
import { caaGenerate } from "../../core/caa/contract.ts";
import { chainAnalyze } from "../../core/chain/contract.ts";
import { apiContracts } from "../../core/contracts.ts";
import type { Contract } from "../../core/contract.ts";
import { csrDecode, csrGenerate } from "../../core/csr/contract.ts";
import { matchVerify } from "../../core/match/contract.ts";
import { ensureBuilt, type ServerProcess, startProcess } from "../support/process.ts";
import { missingPrograms } from "../support/programs.ts";
import { startRedis } from "../support/redis.ts";
import { load, type Measured, percentile, postRequest, type Target } from "./load.ts";

/** A bare Hono server in a process of its own: this file with --echo. */
const ECHO_FLAG = "--echo";
const TOKEN = crypto.randomUUID();
const UNLIMITED = { RATE_LIMIT_PER_MINUTE: "0", METRICS_TOKEN: TOKEN };
const QUIET = ["--log-level=warn"];

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

/** Requests a second of each operation as a part of what a bare echo of the same size answers. */
async function operationsBesideEcho(): Promise<void> {
  await using server = await startProcess(UNLIMITED, QUIET);
  await using echo = await startEcho();
  console.log("Requests a second beside a bare Hono echo of the same size (50 connections):");
  console.log("operation            bytes      ours      echo   ratio   p99 ms   memory MB");
  for (const contract of apiContracts.filter(({ runs }) => runs === "both")) {
    const body = JSON.stringify(contract.example);
    const at = (port: number, path: string): Target[] => [
      { port, request: postRequest(path, body) },
    ];
    const connections = contract.cost === "compute" ? 4 : 50;
    const ourTarget = at(server.port, `/api/${contract.name}`);
    const echoTarget = at(echo.port, "/echo");
    await load(ourTarget, connections, 1);
    const ours = await load(ourTarget, connections, 3);
    const theirs = await load(echoTarget, connections, 3);
    demand(onlyOk(ours), `${contract.name}: ${statusLine(ours)}`);
    const [a, b] = [rate(ours), rate(theirs)];
    console.log(
      [
        contract.name.padEnd(18),
        String(body.length).padStart(7),
        a.toFixed(0).padStart(9),
        b.toFixed(0).padStart(9),
        (a / b).toFixed(3).padStart(7),
        percentile(ours, 0.99).toFixed(1).padStart(8),
        ((await memory(server)) / 1e6).toFixed(0).padStart(11),
      ].join(" "),
    );
  }
  console.log();
}

/** A decode must not starve while sixteen callers make RSA-4096 keys. */
async function latencyUnderKeyGeneration(): Promise<void> {
  await using server = await startProcess(UNLIMITED, QUIET);
  const decode: Target[] = [{
    port: server.port,
    request: postRequest(`/api/${csrDecode.name}`, JSON.stringify(csrDecode.example)),
  }];
  const generate: Target[] = [{
    port: server.port,
    request: postRequest(
      `/api/${csrGenerate.name}`,
      JSON.stringify({ ...csrGenerate.example, keySize: 4096 }),
    ),
  }];
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

function mixOf(port: number): Target[] {
  return MIX.map((contract) => ({
    port,
    request: postRequest(`/api/${contract.name}`, JSON.stringify(contract.example)),
  }));
}

const rate = ({ requests, seconds }: Measured) => requests / seconds;
const onlyOk = ({ statuses }: Measured) => statuses.size === 1 && statuses.has(200);

function statusLine({ statuses }: Measured): string {
  return [...statuses].map(([status, count]) => `${status || "broken"}: ${count}`).join(", ");
}

function demand(holds: boolean, otherwise: string): void {
  if (holds) return;
  console.error(`FAILED: ${otherwise}`);
  Deno.exitCode = 1;
}

/** Resident memory of the server, in bytes. */
async function memory({ origin }: ServerProcess): Promise<number> {
  const response = await fetch(`${origin}/api/metrics`, {
    headers: { authorization: `Bearer ${TOKEN}` },
  });
  return Number(/^process_resident_memory_bytes (\d+)$/m.exec(await response.text())![1]);
}

async function startEcho(): Promise<AsyncDisposable & { port: number }> {
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--no-check", import.meta.filename!, ECHO_FLAG],
    stdin: "null",
    stdout: "piped",
    stderr: "inherit",
  }).spawn();
  const reader = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
  const port = Number((await reader.read()).value);
  return {
    port,
    async [Symbol.asyncDispose]() {
      child.kill("SIGTERM");
      await child.status;
      await reader.cancel();
    },
  };
}

/** The same listener, one route, nothing else. */
async function serveEcho(): Promise<void> {
  const app = new Hono();
  app.post("/echo", async (context) => context.json(await context.req.json()));
  const { port } = await listen((request) => app.fetch(request), {
    hostname: "127.0.0.1",
    port: 0,
  });
  console.log(port);
}

if (Deno.args.includes(ECHO_FLAG)) await serveEcho();
else await main();
