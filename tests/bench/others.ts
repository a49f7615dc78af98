/**
 * The delay of another client while attackers send the requests that occupy a thread longest for
 * their size, compared with the delay without them. The server runs with the flags of `deno task
 * serve`; each client has an address of its own. Load and server share the machine.
 */
import type { Contract } from "../../core/kernel/contract.ts";
import { csrDecode, csrGenerate } from "../../core/csr/contract.ts";
import { exampleOf } from "../../core/example-inputs.ts";
import { HOSTILE_BODIES, range } from "../support/hostile-bodies.ts";
import { ensureBuilt, startProcess } from "../support/process.ts";
import { median, type Result, type Section } from "./harness.ts";
import { exampleTarget, onlyOk, QUIET, statusLine, UNLIMITED } from "./http.ts";
import { load, percentile } from "./load.ts";

const ROUNDS = 3;
/** Seconds of load in each round. */
const TURN = 4;

interface Attack {
  /** A title in HOSTILE_BODIES. */
  body: string;
  /** The same in the few words that fit into a chart. */
  what: string;
  clients: number;
  /** Requests of each client at a time. */
  atOnce: number;
  /** The request of the other client. */
  other?: Asked;
}

interface Asked {
  contract: Contract;
  title: string;
  input: unknown;
}

const DECODE: Asked = {
  contract: csrDecode,
  title: csrDecode.name,
  input: exampleOf(csrDecode),
};
const ECC: Asked = {
  contract: csrGenerate,
  title: `${csrGenerate.name} (P-256)`,
  input: { ...exampleOf(csrGenerate) as Record<string, unknown>, keyType: "ECC" },
};

const RSA = "certificates of RSA-16384 that all signed each other, in 58 KiB";
const BCRYPT = "a key of OpenSSH under 80 rounds of bcrypt";
const ATTACKS: readonly Attack[] = [
  {
    body: "a key of SLH-DSA-SHA2-256s whose root is computed",
    what: "SLH-DSA keys",
    clients: 1,
    atOnce: 4,
  },
  { body: RSA, what: "RSA-16384 certificates", clients: 1, atOnce: 4 },
  { body: RSA, what: "RSA-16384 certificates", clients: 8, atOnce: 1 },
  { body: RSA, what: "RSA-16384 certificates", clients: 16, atOnce: 1 },
  { body: BCRYPT, what: "bcrypt keys", clients: 1, atOnce: 2 },
  { body: BCRYPT, what: "bcrypt keys", clients: 1, atOnce: 4 },
  {
    body: "a key of 4,900,000 iterations",
    what: "keys of 4,900,000 iterations",
    clients: 1,
    atOnce: 4,
  },
  {
    body: "a key of RSA-4096",
    what: "RSA-4096 requests",
    clients: 5,
    atOnce: 8,
    other: ECC,
  },
];

/** Milliseconds of one request at a time. */
interface Waited {
  median: number;
  slowest: number;
}

async function waited(port: number, { contract, title, input }: Asked): Promise<Waited> {
  const target = exampleTarget(port, `/api/${contract.name}`, input);
  const measured = await load([target], 1, TURN);
  if (!onlyOk(measured)) throw new Error(`${title} was refused: ${statusLine(measured)}`);
  return { median: percentile(measured, 0.5), slowest: percentile(measured, 1) };
}

function attack(port: number, { body, clients, atOnce }: Attack): Promise<unknown> {
  const { operation, input } = HOSTILE_BODIES.find(({ name }) => name === body)!;
  return Promise.all(
    range(clients).map((index) => {
      const client = `198.51.100.${index + 1}`;
      return load([exampleTarget(port, `/api/${operation}`, input, client)], atOnce, TURN);
    }),
  );
}

async function measure(): Promise<Result[]> {
  await ensureBuilt();
  const results: Result[] = [];
  for (const one of ATTACKS) {
    const { other = DECODE } = one;
    const alone: Waited[] = [];
    const beside: Waited[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      // A new server, because clients would still owe time for earlier requests.
      await using server = await startProcess(UNLIMITED, QUIET);
      alone.push(await waited(server.port, other));
      beside.push((await Promise.all([waited(server.port, other), attack(server.port, one)]))[0]);
    }
    const { what, clients, atOnce } = one;
    const senders = clients === 1 ? "1 client sends" : `${clients} clients send`;
    const name = `${other.title} while ${senders} ${what}, ${atOnce} at once`;
    const medians = [beside, alone].map((all) => median(all.map(({ median }) => median)));
    const slowest = [beside, alone].map((all) => Math.max(...all.map(({ slowest }) => slowest)));
    results.push(result(`${name}: median`, medians), result(`${name}: slowest`, slowest));
  }
  return results;
}

const result = (name: string, [beside, alone]: number[]): Result => ({
  name,
  unit: "ms",
  ours: { name: "during the attack", value: beside },
  peers: [{ name: "without it", value: alone, ratio: alone / beside }],
});

export const section: Section = {
  title: "Other clients during an attack",
  measure,
  remarks: () => ["The slowest answer to another client is to take at most 400 ms on two cores."],
};
