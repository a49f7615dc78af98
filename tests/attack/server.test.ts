/**
 * A server under attack, as `deno task serve` starts it. While one client repeats the worst known
 * requests, another gets every answer, the same as before; memory of all processes is bounded, and the
 * server lives. The delay is measured by `deno run -A tests/bench/api.ts`, not here: a test run is busy.
 */
import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import { exampleOf } from "../../core/example-inputs.ts";
import { caaValidate } from "../../core/caa/contract.ts";
import { chainAnalyze } from "../../core/chain/contract.ts";
import { csrDecode } from "../../core/csr/contract.ts";
import { concatenate } from "../../core/kernel/octets.ts";
import { keyConvert } from "../../core/key/contract.ts";
import { fullOnly, isFull, partOf } from "../support/matrix.ts";
import { makeServerCertificate, startNginx } from "../support/nginx.ts";
import { freePort } from "../support/ports.ts";
import { ensureBuilt, startProcess } from "../support/process.ts";
import { handlesOfTree, memoryOfTree, treeOf } from "../support/process-tree.ts";
import { needs } from "../support/programs.ts";
import { until } from "../support/redis.ts";
import { type Attack, worstAttacks } from "./worst.ts";

await ensureBuilt();

/** MiB of all processes together. */
const MOST = 1_536;
/** How often each attack is sent, and how many requests of the attacker run at a time. */
const TIMES = isFull ? 4 : 1;
const AT_ONCE = 4;
/** One address for the attacker, another one for the innocent client. */
const ATTACKER = "203.0.113.7";
const INNOCENT = "198.51.100.7";
/** The server believes the addresses of the test, and counts no requests. */
const SETTINGS = { TRUST_PROXY: "1", RATE_LIMIT_PER_MINUTE: "0" };
/** The statuses that an attacker may get. 500 is a fault of our own. */
const EXPECTED = new Set([200, 400, 413, 422, 429, 503]);

/** The status of a request whose connection was lost. */
const LOST = 0;

interface Call {
  status: number;
  text: string;
}

type Post = (operation: string, body: string, client: string) => Promise<Call>;

/** `clients` connect from different addresses. A proxy names each client by its address. */
const post =
  (origin: string, clients?: Record<string, Deno.HttpClient>): Post =>
  async (operation, body, from) => {
    try {
      const response = await fetch(`${origin}/api/${operation}`, {
        method: "POST",
        headers: { "content-type": "application/json", "x-forwarded-for": from },
        body,
        client: clients?.[from],
      });
      return { status: response.status, text: await response.text() };
    } catch (lost) {
      return { status: LOST, text: String(lost) };
    }
  };

/** The requests of the innocent client, in turns. */
const ASKED = [csrDecode, caaValidate, chainAnalyze, keyConvert].map((contract) => ({
  operation: contract.name,
  body: JSON.stringify(exampleOf(contract)),
}));
/** Without the instant at which dates were judged. */
const timeless = (text: string) => text.replace(/"evaluatedAt":"[^"]+"/g, "");

/** Sends the attacks of the queue, some at a time. Returns the statuses of each. */
async function attackWith(send: Post, queue: Attack[]): Promise<Map<string, number[]>> {
  const statuses = new Map<string, number[]>();
  const lane = async () => {
    for (let attack = queue.shift(); attack; attack = queue.shift()) {
      const { status } = await send(attack.operation, attack.body, ATTACKER);
      statuses.set(attack.name, [...statuses.get(attack.name) ?? [], status]);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  return statuses;
}

interface Watched {
  statuses: Map<string, number[]>;
  /** How many requests of the innocent client were answered. */
  answered: number;
  /** The highest memory of the processes, in MiB. */
  memory: number;
}

/** The innocent client asks as long as the attack goes on, and gets the answers of before. */
async function besideAttack(
  send: Post,
  attacks: readonly Attack[],
  pids: readonly number[],
): Promise<Watched> {
  const before: Call[] = [];
  for (const { operation, body } of ASKED) before.push(await send(operation, body, INNOCENT));
  assert.deepEqual(before.map(({ status }) => status), ASKED.map(() => 200));
  let done = false;
  const queue = Array.from({ length: TIMES }, () => attacks).flat();
  const attack = attackWith(send, queue).finally(() => done = true);
  let answered = 0;
  let memory = 0;
  try {
    while (!done || answered < ASKED.length) {
      const turn = answered % ASKED.length;
      const { operation, body } = ASKED[turn];
      const { status, text } = await send(operation, body, INNOCENT);
      assert.equal(status, 200, `${operation}: ${text.slice(0, 200)}`);
      assert.equal(timeless(text), timeless(before[turn].text), operation);
      answered++;
      memory = Math.max(memory, pids.reduce((sum, pid) => sum + memoryOfTree(pid), 0));
    }
  } finally {
    // After a failure the attack ends with the requests under way.
    queue.length = 0;
    await attack;
  }
  return { statuses: await attack, answered, memory };
}

async function healthOf(origin: string): Promise<number> {
  const response = await fetch(`${origin}/api/health`);
  await response.body?.cancel();
  return response.status;
}

/** Whether every process that computes works. */
async function isWhole(origin: string): Promise<boolean> {
  const { data } = await (await fetch(`${origin}/api/health`)).json();
  return data.compute.working === data.compute.threads;
}

function check({ statuses, memory }: Watched, most: number): void {
  const odd = [...statuses].filter(([, list]) => list.some((status) => !EXPECTED.has(status)));
  assert.deepEqual(odd, [], "an attacker gets an answer or a refusal");
  assert(memory < most, `${memory.toFixed(0)} MiB of all processes`);
}

describe("a server under attack", () => {
  const attacks = worstAttacks();

  it("answers another client, within its memory, and lives", async () => {
    await using server = await startProcess(SETTINGS, ["--log-level=error"]);
    const send = post(server.origin);
    const watched = await besideAttack(send, attacks, [server.pid]);
    check(watched, MOST);
    console.log(
      `${watched.answered} answers beside ${attacks.length * TIMES} attacks, ` +
        `${watched.memory.toFixed(0)} MiB of ${treeOf(server.pid).length} processes`,
    );
    assert.equal(await healthOf(server.origin), 200);
    assert.equal(await server.stop(), 0);
  });

  fullOnly(() =>
    it("is two instances behind nginx, and both live", needs("nginx", "openssl"), async () => {
      const folder = await Deno.makeTempDir();
      try {
        await using one = await startProcess(SETTINGS, ["--log-level=error"]);
        await using other = await startProcess(SETTINGS, ["--log-level=error"]);
        const [plain, secure] = [freePort(), freePort()];
        const { ca, certificate, key } = await makeServerCertificate(folder, "localhost");
        await using _nginx = await startNginx({
          instances: [one, other].map(({ port }) => `127.0.0.1:${port}`),
          plain: `127.0.0.1:${plain}`,
          secure: `127.0.0.1:${secure}`,
          certificate,
          key,
        });
        const caCerts = [await Deno.readTextFile(ca)];
        // nginx names the clients by the addresses from which they connect.
        using attacker = Deno.createHttpClient({ caCerts, localAddress: "127.0.0.2" });
        using innocent = Deno.createHttpClient({ caCerts, localAddress: "127.0.0.3" });
        const send = post(`https://localhost:${secure}`, {
          [ATTACKER]: attacker,
          [INNOCENT]: innocent,
        });
        const watched = await besideAttack(send, partOf(attacks, 3), [one.pid, other.pid]);
        check(watched, 2 * MOST);
        for (const instance of [one, other]) {
          assert.equal(await healthOf(instance.origin), 200);
        }
      } finally {
        await Deno.remove(folder, { recursive: true });
      }
    })
  );

  it("has processes, handles and memory as before after requests that were given up", async () => {
    await using server = await startProcess(SETTINGS, ["--log-level=error"]);
    await giveUp(server.port, 200);
    const look = () => ({
      processes: treeOf(server.pid).length,
      handles: handlesOfTree(server.pid),
      memory: memoryOfTree(server.pid),
    });
    // The processes start one after the other, and the server answers when the first one works.
    await until(() => isWhole(server.origin));
    await until(() => Promise.resolve(handlesOfTree(server.pid) < GIVEN_UP_AT_ONCE));
    const before = look();
    await giveUp(server.port, isFull ? 10_000 : 1_000);
    await until(() => isWhole(server.origin));
    let after = look();
    await until(() => (after = look()).handles <= before.handles + 4);
    assert.equal(after.processes, before.processes);
    assert(after.memory < before.memory + 128, `${before.memory} to ${after.memory} MiB`);
    const { status } = await post(server.origin)("csr/decode", ASKED[0].body, INNOCENT);
    assert.equal(status, 200);
    assert.equal(await server.stop(), 0);
  });

  it("keeps its memory while bodies arrive of which the last octet is missing", async () => {
    await using server = await startProcess(SETTINGS, ["--log-level=error"]);
    await until(() => isWhole(server.origin));
    const before = memoryOfTree(server.pid);
    const opened: Deno.Conn[] = [];
    try {
      await holdBodies(server.port, opened);
      const { status } = await post(server.origin)("csr/decode", ASKED[0].body, INNOCENT);
      assert.equal(status, 200);
      const grown = memoryOfTree(server.pid) - before;
      assert(grown < MOST_OF_BODIES, `${grown.toFixed(0)} MiB more`);
    } finally {
      for (const connection of opened) connection.close();
    }
    assert.equal(await server.stop(), 0);
  });
});

/**
 * Bodies of 1 MiB that wait for their last octet, and the MiB that they may take. The server keeps 64 MiB of
 * them; the runtime keeps more of what it has read, up to its next collection of garbage.
 */
const HELD = 800;
const HELD_AT_ONCE = 50;
const MOST_OF_BODIES = 450;

/** Opens the connections of 20 clients, and sends as much of each body as the server takes. */
async function holdBodies(port: number, opened: Deno.Conn[]): Promise<void> {
  const body = new Uint8Array(1024 * 1024 - 1).fill(0x61);
  let next = 0;
  const lane = async () => {
    while (next < HELD) {
      const client = next++ % 20;
      const connection = await Deno.connect({ hostname: "127.0.0.1", port });
      opened.push(connection);
      const head = new TextEncoder().encode(
        `POST /api/csr/decode HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n` +
          `Content-Length: ${body.length + 1}\r\nX-Forwarded-For: 203.0.113.${client}\r\n\r\n`,
      );
      try {
        for (const part of [head, body]) {
          for (let sent = 0; sent < part.length;) {
            sent += await connection.write(part.subarray(sent));
          }
        }
      } catch {
        // The server refused it, and closed the connection.
      }
    }
  };
  await Promise.all(Array.from({ length: HELD_AT_ONCE }, lane));
}

/** Connections at a time: more than the handles of a server at rest. */
const GIVEN_UP_AT_ONCE = 200;

/** Sends requests and closes each connection in another moment: in a header, in a body, after it. */
async function giveUp(port: number, count: number): Promise<void> {
  const bodies = ASKED.map(({ operation, body }) => {
    const bytes = new TextEncoder().encode(body);
    const head = new TextEncoder().encode(
      `POST /api/${operation} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n` +
        `Content-Length: ${bytes.length}\r\n\r\n`,
    );
    return concatenate([head, bytes]);
  });
  let next = 0;
  const lane = async () => {
    while (next < count) {
      const request = bodies[next % bodies.length];
      // From a few octets to all of them, and then at once or after the first octet of the answer.
      const length = Math.min(request.length, 20 + next * 37 % (request.length + 400));
      const waits = next % 7 === 0 && length === request.length;
      next++;
      using connection = await Deno.connect({ hostname: "127.0.0.1", port });
      await connection.write(request.subarray(0, length));
      if (waits) await connection.read(new Uint8Array(1));
    }
  };
  await Promise.all(Array.from({ length: GIVEN_UP_AT_ONCE }, lane));
}
