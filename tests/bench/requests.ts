/**
 * Requests per second of each operation, compared with a bare Hono echo of the same body on the same
 * listener. Both take turns. The load runs on the same machine, so absolute figures are lower than
 * those of a dedicated server.
 */
import { exampleOf } from "../../core/example-inputs.ts";
import * as v from "valibot";
import { createContext } from "../../core/kernel/context.ts";
import type { Contract, Cost } from "../../core/kernel/contract.ts";
import { offered } from "../../core/operations.ts";
import { csrDecode } from "../../core/csr/contract.ts";
import * as schema from "../../core/csr/schema.ts";
import { decode } from "../../core/csr/decode.ts";
import { ensureBuilt, startProcess } from "../support/process.ts";
import { median, type Result, type Section, timeVerifying } from "./harness.ts";
import { exampleTargets, onlyOk, QUIET, rate, startEcho, statusLine, UNLIMITED } from "./http.ts";
import { load, type Target } from "./load.ts";
import { besideNeighbours } from "./neighbour.ts";

/**
 * Connections at a time. More would only wait if an operation keeps a core busy, and one client may
 * run only a few network operations at once.
 */
export const CONNECTIONS: Readonly<Record<Cost, number>> = { light: 50, compute: 4, network: 16 };
const TURNS = 3;
/** Seconds of a turn. */
const TURN = 0.8;
/**
 * Seconds of the first turn of each, which does not count. An engine compiles code that has run often, and a
 * process for operations has only a part of the calls.
 */
const WARM_UP = 4;

export async function besideEcho(turns = TURNS, turn = TURN): Promise<Result[]> {
  await ensureBuilt();
  await using server = await startProcess(UNLIMITED, QUIET);
  await using echo = await startEcho();
  const results: Result[] = [];
  for (const { contract } of offered.filter(({ contract }) => contract.runs === "both")) {
    results.push(await compare(contract, server.port, echo.port, turns, turn));
  }
  return results;
}

async function compare(
  contract: Contract,
  ours: number,
  theirs: number,
  turns: number,
  turn: number,
): Promise<Result> {
  const { name, cost } = contract;
  const example = exampleOf(contract);
  const connections = CONNECTIONS[cost];
  const contenders: Target[][] = [
    exampleTargets(ours, `/api/${name}`, example),
    exampleTargets(theirs, "/echo", example),
  ];
  const speeds: number[][] = [[], []];
  for (let round = 0; round <= turns; round++) {
    for (const [index, targets] of contenders.entries()) {
      const measured = await load(targets, connections, round === 0 ? WARM_UP : turn);
      if (!onlyOk(measured)) throw new Error(`${name}: ${statusLine(measured)}`);
      if (round > 0) speeds[index].push(rate(measured));
    }
  }
  const [mine, other] = speeds.map(median);
  return {
    name: `POST /api/${name} (${JSON.stringify(example).length} bytes, ${connections} connections)`,
    unit: "/s",
    ours: { name: "ours", value: mine },
    peers: [{ name: "bare Hono echo, same body", value: other, ratio: mine / other }],
  };
}

/**
 * Explains the distance between csr/decode and an echo. A process runs one call at a time and waits for
 * crypto.subtle.verify, so its time bounds the rate of one process.
 */
async function boundOfDecoding(results: readonly Result[]): Promise<string> {
  const { name } = csrDecode;
  const example = exampleOf(csrDecode);
  const request = v.parse(schema.csrDecode.input, example);
  const result = results.find((result) => result.name.startsWith(`POST /api/${name} `))!;
  const { share, inside } = await timeVerifying(() => decode(request, createContext()));
  const [echo] = result.peers;
  return `${name} (P-256) spends ${(100 * share).toFixed(0)} % in crypto.subtle.verify: ` +
    `${inside.toFixed(2)} ms, in which the echo answers ${
      (inside / 1000 * echo.value).toFixed(1)
    } ` +
    `requests. Without any other work, one process would reach ` +
    `${(1000 / inside / echo.value).toFixed(2)} of the echo; it reaches ${echo.ratio.toFixed(2)}.`;
}

let results: readonly Result[] = [];

export const section: Section = {
  title: "Requests over HTTP",
  measure: async () => [...results = await besideEcho()],
  remarks: async () => [
    await boundOfDecoding(results),
    ...await besideNeighbours(),
    "The echo does no work, but csr/generate makes an RSA key and pfx/convert derives keys. Their rates " +
    "show the speed of this work.",
  ],
};
