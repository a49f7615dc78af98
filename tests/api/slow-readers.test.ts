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

/** More than the system buffers for a connection whose other end does not read. */
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
    await connection.write(encoder.encode(GET.repeat(2)));
    await until(() => server.asked() > 0);
    // Another client is served in the meantime, so the server was not idle.
    await (await fetch(`http://127.0.0.1:${server.port}/`)).arrayBuffer();
    assert.equal(server.asked(), 2);
    const answers = LARGE.length * 2;
    const buffer = new Uint8Array(256 * 1024);
    for (let length = 0; length < answers;) {
      const read = await connection.read(buffer);
      assert(read !== null, `closed after ${length} bytes`);
      length += read;
    }
    assert.equal(server.asked(), 3);
  });

  it("may send some requests ahead, and is cut off for more", async () => {
    await using server = await answering(encoder.encode("a"), { ahead: 3 });
    const some = await exchange(server.port, GET.repeat(4), { answers: 4 });
    assert.deepEqual(some.statuses, Array(4).fill(200));
    const more = await exchange(server.port, GET.repeat(100));
    assert(more.closed);
    assert(more.statuses.length <= 4, `${more.statuses.length} answers`);
    assert.equal(server.asked(), 5);
  });

  it("is cut off after a time in which it takes nothing", async () => {
    await using server = await answering(LARGE, { stalled: 50 });
    using connection = await open(server.port);
    await connection.write(encoder.encode(GET));
    await until(() => server.asked() === 1);
    // Writing fails once the other end has closed.
    while ((await connection.write(encoder.encode(" ")).catch(() => null)) !== null) {
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    assert(await readToEnd(connection) < LARGE.length);
  });

  it("is the first to go when there is too much unread in all", async () => {
    // The system takes some of the first answer, and the second does not fit beside the rest of it.
    await using server = await answering(LARGE, { unreadBytes: LARGE.length + 1 });
    using first = await open(server.port);
    await first.write(encoder.encode(GET));
    await until(() => server.asked() === 1);
    using second = await open(server.port);
    await second.write(encoder.encode(GET));
    const buffer = new Uint8Array(256 * 1024);
    for (let length = 0; length < LARGE.length;) {
      const read = await second.read(buffer);
      assert(read !== null, `cut off after ${length} bytes`);
      length += read;
    }
    assert(await readToEnd(first) < LARGE.length, "the first was not cut off");
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
      // One turn of the event loop, so that the request arrives in parts.
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
  });

  it("lifts the server's memory by at most 128 MB however many requests are unread", async () => {
    await using server = await startProcess(UNLIMITED);
    const [largest] = await assets();
    const request = `GET ${largest} HTTP/1.1\r\nHost: localhost\r\n\r\n`;
    await (await fetch(server.origin + largest)).arrayBuffer();
    const before = await memory(server);
    const held: Deno.Conn[] = [];
    try {
      for (const ahead of [4_000, 4_000, ...Array(40).fill(16)]) {
        const connection = await open(server.port);
        held.push(connection);
        // The server need not take all of it.
        connection.write(encoder.encode(request.repeat(ahead))).catch(() => {});
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
