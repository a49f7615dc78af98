/** The account of the bytes that the server keeps for its clients, alone and over real connections. */
import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import { ByteAccount } from "../../api/byte-account.ts";
import { inlineCompute } from "../../api/compute/inline.ts";
import { Schedule, scheduleLimits } from "../../api/compute/schedule.ts";
import { listen, SERVER_LIMITS } from "../../api/http/server.ts";
import { CountedCache } from "../../api/network/counted-cache.ts";
import { DEVICE_LIMITS } from "../../core/kernel/context.ts";
import { operations } from "../../core/operations.ts";
import { startServer, testConfig, type TestServer } from "../support/server.ts";

describe("the account of bytes", () => {
  it("has a limit for each client and one for all", () => {
    const account = new ByteAccount({ all: 100, perClient: 60 });
    const first = account.hold("a", 50)!;
    assert.equal(account.hold("a", 11), null);
    assert.equal(first.grow(11), false);
    assert.equal(first.grow(10), true);
    assert(account.hold("b", 40));
    assert.equal(account.hold("b", 21), null);
    first.release();
    first.release();
    assert.deepEqual([account.total, account.of("a"), account.of("b")], [40, 0, 40]);
    assert.equal(first.grow(1), false);
  });

  it("takes room from the client that keeps most, its oldest bytes first", () => {
    const account = new ByteAccount({ all: 100, perClient: 100 });
    const given: string[] = [];
    const hold = (client: string, name: string, bytes: number) =>
      account.hold(client, bytes, () => given.push(name));
    hold("a", "a1", 30);
    hold("b", "b1", 25);
    hold("a", "a2", 45);
    assert(hold("c", "c1", 20));
    assert.deepEqual(given, ["a1"]);
    // b would keep as much as a then, so it gets no more.
    assert.equal(hold("b", "b2", 20), null);
    assert.deepEqual(given, ["a1"]);
    assert(hold("d", "d1", 20));
    assert.deepEqual(given, ["a1", "a2"]);
    assert.equal(account.total, 65);
  });

  it("leaves bytes that are fixed", () => {
    const account = new ByteAccount({ all: 100, perClient: 100 });
    const held = account.hold("a", 90)!;
    held.setFixed(true);
    assert.equal(account.hold("b", 20), null);
    assert.equal(held.isGivenUp, false);
    held.setFixed(false);
    assert(account.hold("b", 20));
    assert(held.isGivenUp && held.signal.aborted);
  });

  it("takes room from caches first, and gives them no client's room", () => {
    const account = new ByteAccount({ all: 100, perClient: 100 });
    const cache = new CountedCache<string, Uint8Array>(account, {
      maxSize: 1_000,
      sizeCalculation: ({ length }) => length,
    });
    for (const key of ["a", "b", "c"]) cache.set(key, new Uint8Array(30));
    cache.set("b", new Uint8Array(20));
    assert.equal(account.total, 80);
    assert(account.hold("x", 50));
    assert.deepEqual(["a", "b", "c"].map((key) => cache.get(key)?.length), [undefined, 20, 30]);
    cache.set("d", new Uint8Array(20));
    assert.equal(cache.get("d"), undefined);
    cache.delete("c");
    cache.delete("b");
    assert.equal(account.total, 50);
  });
});

const KIB = 1024;
const config = testConfig({ TRUST_PROXY: "1" });

/** Opens a connection of a client that announces a body, and sends only a part of it. */
async function upload(
  server: TestServer,
  client: string,
  { announced, sent = 0 }: { announced: number; sent?: number },
) {
  const connection = await Deno.connect({ hostname: "127.0.0.1", port: server.port });
  const head = [
    "POST /api/csr/decode HTTP/1.1",
    "Host: localhost",
    "Content-Type: application/json",
    `Content-Length: ${announced}`,
    `X-Forwarded-For: ${client}`,
    "\r\n",
  ].join("\r\n");
  await connection.write(new TextEncoder().encode(head + " ".repeat(sent)));
  return {
    connection,
    /** The first line of the answer. */
    async status(): Promise<string> {
      const buffer = new Uint8Array(4 * KIB);
      const length = await connection.read(buffer).catch(() => null);
      return new TextDecoder().decode(buffer.subarray(0, length ?? 0)).slice(9, 12);
    },
    [Symbol.dispose]: () => connection.close(),
  };
}

const decode = (server: TestServer, client: string, length = 100, signal?: AbortSignal) =>
  fetch(`${server.origin}/api/csr/decode`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-forwarded-for": client },
    body: JSON.stringify({ csr: "a".repeat(length) }),
    signal,
  });

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 5));
}

describe("bodies that arrive", () => {
  it("are refused before they are read when their client keeps too much", async () => {
    const account = new ByteAccount({ all: 1_000 * KIB, perClient: 300 * KIB });
    await using server = await startServer({ config, account });
    using first = await upload(server, "192.0.2.1", { announced: 250 * KIB, sent: 10 });
    await until(() => account.of("192.0.2.1") === 250 * KIB);
    using second = await upload(server, "192.0.2.1", { announced: 100 * KIB });
    assert.equal(await second.status(), "503");
    const refused = await decode(server, "192.0.2.1", 60 * KIB);
    assert.deepEqual([refused.status, (await refused.json()).code], [503, "busy"]);
    assert.equal(refused.headers.get("retry-after"), "2");
    // A body of the same network of IPv6 counts for one client, too.
    using six = await upload(server, "2001:db8:0:1::1", { announced: 250 * KIB });
    await until(() => account.of("2001:db8:0:0::/56") === 250 * KIB);
    const neighbour = await decode(server, "2001:db8:0:ff::1", 60 * KIB);
    assert.equal(neighbour.status, 503);
    await neighbour.body?.cancel();
    void first, six;
  });

  it("of clients that fill the account keep nobody else out", async () => {
    const account = new ByteAccount({ all: 1_000 * KIB, perClient: 300 * KIB });
    await using server = await startServer({ config, account });
    const uploads = [];
    for (let n = 0; n < 8; n++) {
      uploads.push(
        await upload(server, `192.0.2.${n % 4}`, { announced: 125 * KIB, sent: 70 * KIB }),
      );
    }
    await until(() => account.total === 1_000 * KIB);
    const answer = await decode(server, "198.51.100.1");
    assert.equal(answer.status, 200);
    await answer.body?.cancel();
    // The oldest body of the first client made room, and its client is told.
    assert.equal(await uploads[0].status(), "503");
    assert(account.total <= 1_000 * KIB);
    for (const { connection } of uploads) connection.close();
    await until(() => account.total === 0);
  });

  it("count as they arrive where no length is announced", async () => {
    const account = new ByteAccount({ all: 1_000 * KIB, perClient: 100 * KIB });
    await using server = await startServer({ config, account });
    const piece = new TextEncoder().encode(" ".repeat(16 * KIB));
    let sent = 0;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        sent += piece.length;
        if (sent > 200 * KIB) controller.close();
        else controller.enqueue(piece);
      },
    });
    const answer = await fetch(`${server.origin}/api/csr/decode`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body,
    });
    assert.equal(answer.status, 503);
    await answer.body?.cancel();
    await until(() => account.total === 0);
  });

  it("are refused when they bring too little in a window of time, and small ones too", async () => {
    const limits = { ...SERVER_LIMITS, bodyWindow: 100, bodyBytes: 1_000 };
    const account = new ByteAccount();
    await using server = await startServer({ config, account, limits });
    for (const announced of [200, 500 * KIB]) {
      using slow = await upload(server, "192.0.2.1", { announced, sent: 100 });
      assert.equal(await slow.status(), "408");
    }
    await until(() => account.total === 0);
  });
});

describe("requests that wait", () => {
  it("count while they wait and are given up for a client that keeps less", async () => {
    const account = new ByteAccount({ all: 200 * KIB, perClient: 150 * KIB });
    const schedule = new Schedule({ ...scheduleLimits(1), expensive: 1, threads: 0 });
    const compute = inlineCompute({ operations, limits: DEVICE_LIMITS, schedule });
    await using server = await startServer({ config, account, compute });
    const waiting = decode(server, "192.0.2.1", 140 * KIB);
    await until(() => schedule.waiting("light") + schedule.waiting("compute") === 1);
    assert(account.of("192.0.2.1") > 140 * KIB);
    const newcomer = new AbortController();
    const second = decode(server, "192.0.2.2", 100 * KIB, newcomer.signal);
    const refused = await waiting;
    assert.equal(refused.status, 503);
    await refused.body?.cancel();
    await until(() => account.of("192.0.2.2") > 100 * KIB);
    assert.equal(account.of("192.0.2.1"), 0);
    newcomer.abort();
    await assert.rejects(second);
    await until(() => account.total === 0);
  });

  it("behind another one on a connection count with their headers", async () => {
    const account = new ByteAccount();
    const asked = Promise.withResolvers<void>();
    const server = await listen(() => {
      asked.resolve();
      return new Promise(() => {});
    }, { hostname: "127.0.0.1", port: 0, account });
    const connection = await Deno.connect({ hostname: "127.0.0.1", port: server.port });
    const request = `GET / HTTP/1.1\r\nHost: localhost\r\nX: ${"a".repeat(10_000)}\r\n\r\n`;
    await connection.write(new TextEncoder().encode(request.repeat(3)));
    await asked.promise;
    await until(() => account.of("127.0.0.1") > 20_000);
    connection.close();
    await until(() => account.total === 0);
    await server.shutdown(0);
  });
});
