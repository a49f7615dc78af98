/** Clients that ask and do not read: they hold little memory, and not for long. */
import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import { listen, SERVER_LIMITS, type ServerLimits } from "../../api/http-server.ts";
import { memory, UNLIMITED } from "../bench/http.ts";
import { ensureBuilt, startProcess } from "../support/process.ts";
import { exchange } from "../support/raw-http.ts";

await ensureBuilt();

const MIB = 1024 * 1024;
const GET = "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n";
const encoder = new TextEncoder();

/** More than the system takes for a connection whose other end does not read. */
const LARGE = new Uint8Array(8 * MIB);

/** A server that answers the same to all, and counts. */
async function answering(body: Uint8Array<ArrayBuffer>, parts: Partial<ServerLimits> = {}) {
  let asked = 0;
  const server = await listen(() => {
    asked += 1;
    return new Response(body);
  }, { hostname: "127.0.0.1", port: 0, limits: { ...SERVER_LIMITS, ...parts } });
  return {
    port: server.port,
    asked: () => asked,
    [Symbol.asyncDispose]: () => server.shutdown(0),
  };
}

const open = (port: number) => Deno.connect({ hostname: "127.0.0.1", port });

/** Resolves when the server has closed the connection; answers how many bytes came before. */
async function readToEnd(connection: Deno.Conn): Promise<number> {
  const buffer = new Uint8Array(64 * 1024);
  let length = 0;
  for (;;) {
    const read = await connection.read(buffer).catch(() => null);
    if (read === null) return length;
    length += read;
  }
}

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 5));
}

describe("a client that does not read", () => {
  it("is not served its next request before it has taken the answer to the last", async () => {
    await using server = await answering(LARGE);
    using connection = await open(server.port);
    await connection.write(encoder.encode(GET.repeat(5)));
    await until(() => server.asked() > 0);
    // Somebody else is served meanwhile, from arrival to end: the server was not idle.
    const { statuses } = await exchange(server.port, GET, { answers: 1 });
    assert.deepEqual(statuses, [200]);
    assert.equal(server.asked(), 2);
    const answers = LARGE.length * 5;
    const buffer = new Uint8Array(256 * 1024);
    for (let length = 0; length < answers;) {
      const read = await connection.read(buffer);
      assert(read !== null, `closed after ${length} bytes`);
      length += read;
    }
    assert.equal(server.asked(), 6);
  });

  it("gets no more answers than were taken ahead, and the connection is closed", async () => {
    await using server = await answering(encoder.encode("a"), { ahead: 3 });
    const { statuses, closed } = await exchange(server.port, GET.repeat(100));
    assert.deepEqual(statuses, Array(4).fill(200));
    assert(closed);
    assert.equal(server.asked(), 4);
  });

  it("is cut off after a time in which it takes nothing", async () => {
    await using server = await answering(LARGE, { stalled: 50 });
    using connection = await open(server.port);
    await connection.write(encoder.encode(GET));
    await until(() => server.asked() === 1);
    // Until the connection is gone the server would not let the next answer begin.
    const others = [await exchange(server.port, GET, { answers: 1 })];
    while ((await connection.write(encoder.encode(" ")).catch(() => null)) !== null) {
      others.push(await exchange(server.port, GET, { answers: 1 }));
    }
    assert(await readToEnd(connection) < LARGE.length);
    assert(others.every(({ statuses }) => statuses[0] === 200));
  });

  it("is the first to go when there is too much unread in all", async () => {
    await using server = await answering(LARGE, { unreadBytes: 20 * MIB });
    using first = await open(server.port);
    using second = await open(server.port);
    using third = await open(server.port);
    for (const [index, connection] of [first, second, third].entries()) {
      await connection.write(encoder.encode(GET));
      await until(() => server.asked() > index);
    }
    assert(await readToEnd(first) < LARGE.length, "the first was not cut off");
    const buffer = new Uint8Array(256 * 1024);
    for (const connection of [second, third]) {
      for (let length = 0; length < LARGE.length;) {
        const read = await connection.read(buffer);
        assert(read !== null, `cut off after ${length} bytes`);
        length += read;
      }
    }
  });

  it("that reads slowly gets its whole answer", async () => {
    await using server = await answering(LARGE, { stalled: 2_000 });
    using connection = await open(server.port);
    await connection.write(encoder.encode(GET));
    const buffer = new Uint8Array(512 * 1024);
    let length = 0;
    while (length < LARGE.length) {
      const read = await connection.read(buffer);
      assert(read !== null, `cut off after ${length} bytes`);
      length += read;
      // A turn of the event loop and no more: what counts is that it comes in parts.
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
  });

  it("lifts the server's memory by at most 128 MB with 4,000 requests a connection", async () => {
    await using server = await startProcess(UNLIMITED);
    const [largest] = await assets();
    const request = encoder.encode(
      `GET ${largest} HTTP/1.1\r\nHost: localhost\r\n\r\n`.repeat(4_000),
    );
    await (await fetch(server.origin + largest)).arrayBuffer();
    const before = await memory(server);
    const held: Deno.Conn[] = [];
    try {
      for (let count = 0; count < 20; count++) {
        const connection = await open(server.port);
        held.push(connection);
        // The server need not take all of it.
        connection.write(request).catch(() => {});
      }
      let most = before;
      for (let look = 0; look < 20; look++) most = Math.max(most, await memory(server));
      const grown = (most - before) / 1e6;
      console.log(`memory grew by ${grown.toFixed(0)} MB`);
      assert(grown <= 128, `${grown} MB`);
    } finally {
      for (const connection of held) connection.close();
    }
  });
});

/** Paths of the build's assets, the largest first. */
async function assets(): Promise<string[]> {
  const folder = new URL("../../dist/assets/", import.meta.url);
  const found: { path: string; size: number }[] = [];
  for await (const { name } of Deno.readDir(folder)) {
    found.push({ path: `/assets/${name}`, size: (await Deno.stat(new URL(name, folder))).size });
  }
  return found.sort((a, b) => b.size - a.size).map(({ path }) => path);
}
