/** Clients that do not read their answers take little memory, and not for long. */
import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import { ByteAccount } from "../../api/byte-account.ts";
import { listen, SERVER_LIMITS, type ServerLimits } from "../../api/http/server.ts";
import { memory, UNLIMITED } from "../bench/http.ts";
import { Buffer } from "node:buffer";
import { PARTS_TYPE } from "../../api/http/parts.ts";
import { ensureBuilt, startProcess } from "../support/process.ts";
import { exchange } from "../support/raw-http.ts";

await ensureBuilt();

const MIB = 1024 * 1024;
const GET = "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n";
const encoder = new TextEncoder();

/** More than the system buffers for a connection whose other end does not read. */
const LARGE = new Uint8Array(8 * MIB);

/** The body as an answer whose parts are all available immediately. */
function inLines(body: Uint8Array<ArrayBuffer>, parts: number): Response {
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      for (let part = 0; part < parts; part++) {
        controller.enqueue(
          body.subarray(body.length * part / parts, body.length * (part + 1) / parts),
        );
      }
      controller.close();
    },
  });
  return new Response(stream, { headers: { "content-type": PARTS_TYPE } });
}

/** A server that gives every request the same answer, and counts requests. */
async function answering(
  body: Uint8Array<ArrayBuffer>,
  parts: Partial<ServerLimits> = {},
  answer = () => new Response(body),
  account = new ByteAccount(),
) {
  let asked = 0;
  const server = await listen(() => {
    asked += 1;
    return answer();
  }, { hostname: "127.0.0.1", port: 0, limits: { ...SERVER_LIMITS, ...parts }, account });
  return {
    port: server.port,
    asked: () => asked,
    /** The bytes that the server keeps. */
    held: () => account.total,
    [Symbol.asyncDispose]: () => server.shutdown(0),
  };
}

const open = (port: number) => Deno.connect({ hostname: "127.0.0.1", port });

/** Resolves when the server has closed the connection, with the number of bytes received. */
async function readToEnd(connection: Deno.Conn): Promise<number> {
  const buffer = new Uint8Array(64 * 1024);
  let length = 0;
  for (;;) {
    const read = await connection.read(buffer).catch(() => null);
    if (read === null) return length;
    length += read;
  }
}

/** Resolves when the server has closed the connection, and reads nothing. */
async function closed(connection: Deno.Conn): Promise<void> {
  // Writing fails once the other end has closed. An empty line before a request is ignored (RFC 9112,
  // 2.2), whereas any other octet would end the connection as malformed.
  while ((await connection.write(encoder.encode("\r\n")).catch(() => null)) !== null) {
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 5));
}

describe("a client that does not read", () => {
  it("gets the next answer only after it has read the last one", async () => {
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

  it("may pipeline some requests, and is disconnected for more", async () => {
    await using server = await answering(encoder.encode("a"), { ahead: 3 });
    const some = await exchange(server.port, GET.repeat(4), { answers: 4 });
    assert.deepEqual(some.statuses, Array(4).fill(200));
    const more = await exchange(server.port, GET.repeat(100));
    assert(more.closed);
    assert(more.statuses.length <= 4, `${more.statuses.length} answers`);
    assert.equal(server.asked(), 5);
  });

  it("is disconnected if it reads nothing for a while", async () => {
    await using server = await answering(LARGE, { stalled: 50 });
    using connection = await open(server.port);
    await connection.write(encoder.encode(GET));
    await until(() => server.asked() === 1);
    await closed(connection);
    assert(await readToEnd(connection) < LARGE.length);
  });

  it("is disconnected if it reads nothing for a while, even if further parts arrive", async () => {
    const headers = { "content-type": PARTS_TYPE };
    let coming: ReturnType<typeof setInterval>;
    const parts = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(LARGE);
        coming = setInterval(() => controller.enqueue(encoder.encode("part\n")), 5);
      },
      cancel: () => clearInterval(coming),
    });
    await using server = await answering(
      LARGE,
      { stalled: 100 },
      () => new Response(parts, { headers }),
    );
    using connection = await open(server.port);
    await connection.write(encoder.encode(GET));
    await until(() => server.asked() === 1);
    await closed(connection);
    assert(await readToEnd(connection) < LARGE.length);
  });

  for (const parts of [0, 1, 32]) {
    const what = parts === 0 ? "" : `, of answers in ${parts} parts`;
    it(`is disconnected first when there are too many unread bytes in total${what}`, async () => {
      // The system buffers part of the first answer; the rest and the second exceed the limit together.
      const account = new ByteAccount({ perClient: LARGE.length + 1 });
      await using server = await answering(
        LARGE,
        {},
        parts === 0 ? undefined : () => inLines(LARGE, parts),
        account,
      );
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
  }

  it("gets all parts of an answer in order", async () => {
    const body = Uint8Array.from(LARGE, (_, at) => at / 4096 % 251);
    await using server = await answering(body, {}, () => inLines(body, 5));
    const read = await (await fetch(`http://127.0.0.1:${server.port}/`)).bytes();
    assert.equal(Buffer.compare(read, body), 0);
  });

  it("gets no second answer inside the first when it sends invalid HTTP", async () => {
    const first = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(encoder.encode("first\n")),
    });
    const headers = { "content-type": PARTS_TYPE };
    await using server = await answering(LARGE, {}, () => new Response(first, { headers }));
    using connection = await open(server.port);
    await connection.write(encoder.encode(GET));
    const buffer = new Uint8Array(64 * 1024);
    let text = "";
    let isSent = false;
    for (;;) {
      const read = await connection.read(buffer).catch(() => null);
      if (read === null) break;
      text += new TextDecoder().decode(buffer.subarray(0, read));
      if (isSent || !text.includes("first")) continue;
      isSent = true;
      await connection.write(encoder.encode("\x00\r\n\r\n"));
    }
    assert.match(text, /^HTTP\/1\.1 200 OK\r\n/);
    assert(!text.includes("400 Bad Request"));
  });

  const POST = "POST / HTTP/1.1\r\nHost: localhost\r\n";
  const ahead: Record<string, string> = {
    "an invalid method": "FOO BAR BAZ\r\n\r\n",
    "the beginning of HTTP/2": "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    "CONNECT": "CONNECT a:1 HTTP/1.1\r\nHost: a:1\r\n\r\n",
    "an upgrade": GET.replace("\r\n\r\n", "\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n"),
    "a body that waits for 100 Continue":
      `${POST}Expect: 100-continue\r\nContent-Length: 0\r\n\r\n`,
    "an unknown expectation": `${POST}Expect: more\r\nContent-Length: 0\r\n\r\n`,
    "headers that are too large": `${POST}X: ${"a".repeat(20_000)}\r\n\r\n`,
    "a chunk without a length": `${POST}Transfer-Encoding: chunked\r\n\r\nZZ\r\n\r\n`,
    "two lengths": `${POST}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`,
    "two hosts": GET.replace("\r\n\r\n", "\r\nHost: other\r\n\r\n"),
    "no host": "GET / HTTP/1.1\r\n\r\n",
    "a complete request and then invalid HTTP": GET + "\x00\r\n\r\n",
  };
  for (const [name, bytes] of Object.entries(ahead)) {
    it(`gets nothing else inside an answer in parts when it pipelines: ${name}`, async () => {
      let lines!: ReadableStreamDefaultController<Uint8Array>;
      const parts = new ReadableStream<Uint8Array>({
        start: (controller) => void (lines = controller),
      });
      const answers = [new Response(parts, { headers: { "content-type": PARTS_TYPE } })];
      await using server = await answering(
        LARGE,
        {},
        () => answers.shift() ?? new Response("other"),
      );
      using connection = await open(server.port);
      await connection.write(encoder.encode(GET));
      await until(() => server.asked() === 1);
      lines.enqueue(encoder.encode("first\n"));
      const buffer = new Uint8Array(64 * 1024);
      let text = "";
      const read = async () => {
        const length = await connection.read(buffer).catch(() => null);
        text += new TextDecoder().decode(buffer.subarray(0, length ?? 0));
        return length !== null;
      };
      while (!text.includes("first")) assert(await read());
      await connection.write(encoder.encode(bytes));
      // When the server answers another client, it has read everything that was sent.
      await (await fetch(`http://127.0.0.1:${server.port}/`)).text();
      lines.enqueue(encoder.encode("last\n"));
      lines.close();
      while (!text.includes("\r\n0\r\n\r\n") && await read());
      const [answer] = text.split("\r\n0\r\n\r\n");
      assert.match(answer, /^HTTP\/1\.1 200 OK\r\n/);
      assert.equal(answer.split("HTTP/1").length, 2, answer);
    });
  }

  it("gets no refusal in place of an answer that is still pending", async () => {
    const asked = Promise.withResolvers<void>();
    const server = await listen(() => {
      asked.resolve();
      return new Promise(() => {});
    }, { hostname: "127.0.0.1", port: 0, limits: SERVER_LIMITS });
    const { text, closed } = await exchange(server.port, GET + "\x00\r\n\r\n");
    await asked.promise;
    assert.deepEqual([text, closed], ["", true]);
    await server.shutdown(0);
  });

  it("gets its whole answer if it reads slowly", async () => {
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

  it("costs the server at most 128 MB, however many answers are unread", async () => {
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
        // The server may close the connection before it has read all of it.
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
