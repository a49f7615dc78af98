/**
 * chain/analyze-url in parts: lines of JSON, each as soon as it is known, and at the end the whole
 * answer. Tested with compute threads and without.
 */
import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import type { Compute } from "../../../api/compute/compute.ts";
import { threadedCompute } from "../../../api/compute/threads.ts";
import { createNetwork, type Network } from "../../../api/network/network.ts";
import { apiOperations } from "../../../api/operations.ts";
import type { Quota } from "../../../api/http/quota.ts";
import { startServer, type TestServer } from "../../support/server.ts";
import { bytesOf, pathOf } from "../../core/x509/revocation/support.ts";
import { HOST, startDenoTls, startHttp } from "./support.ts";

type Line = { part?: Record<string, unknown>; success?: boolean; data?: unknown; code?: string };

const pem = (name: string) => Deno.readTextFileSync(pathOf(name));

/** A host on loopback whose certificate names a responder. `answer` is the responder's response. */
function startHost(answer: (request: Request) => Response | Promise<Response>) {
  const tls = startDenoTls(pem("stapled.pem") + pem("ca.pem"), pem("stapled.key"));
  const http = startHttp(answer);
  const network = createNetwork({ allowPrivateNetwork: false, denyNetworks: [], dnsServers: [] }, {
    resolve: () => Promise.resolve(["127.0.0.1"]),
    guard: (address) => address === "127.0.0.1",
    connectPort: (port) => port === 443 ? tls.port : http.port,
  });
  return {
    network,
    async [Symbol.asyncDispose]() {
      await tls[Symbol.asyncDispose]();
      await http[Symbol.asyncDispose]();
    },
  };
}

const places: [string, (network: Network) => Promise<Compute | undefined>][] = [
  ["on the main thread", () => Promise.resolve(undefined)],
  ["in threads", (network) =>
    threadedCompute({
      threads: 1,
      network,
      spawn: () =>
        new Worker(import.meta.resolve("../../../api/compute/worker.ts"), { type: "module" }),
    })],
];

async function withServer(
  network: Network,
  start: (network: Network) => Promise<Compute | undefined>,
  use: (server: TestServer) => Promise<void>,
  quota?: Quota,
) {
  const compute = await start(network);
  try {
    await using server = await startServer({ operations: apiOperations(network), compute, quota });
    await use(server);
  } finally {
    compute?.close();
  }
}

const ask = (origin: string, url: string, init: RequestInit = {}) =>
  fetch(`${origin}/api/chain/analyze-url`, {
    method: "POST",
    body: JSON.stringify({ url, at: "2026-12-01T00:00:00Z" }),
    ...init,
    headers: { "content-type": "application/json", ...init.headers },
  });

const IN_PARTS = { headers: { accept: "application/x-ndjson, application/json" } };

/** The lines of an answer as they arrive. */
async function* linesOf(response: Response): AsyncGenerator<Line> {
  let rest = "";
  for await (const text of response.body!.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + text).split("\n");
    rest = lines.pop()!;
    for (const line of lines) yield JSON.parse(line);
  }
  assert.equal(rest, "");
}

for (const [place, start] of places) {
  describe(`network: an answer in parts, ${place}`, () => {
    it("has the known parts while a responder is silent, and then the whole answer", async () => {
      const asked = Promise.withResolvers<void>();
      const released = Promise.withResolvers<void>();
      await using host = startHost(async () => {
        asked.resolve();
        await released.promise;
        return new Response(bytesOf("stapled.ocsp"));
      });
      await withServer(host.network, start, async ({ origin }) => {
        const response = await ask(origin, HOST, IN_PARTS);
        assert.equal(response.headers.get("content-type"), "application/x-ndjson");
        assert.equal(response.headers.get("cache-control"), "no-store");
        const lines = linesOf(response);
        const parts: Record<string, unknown> = {};
        // None of these parts waits for the responder.
        while (!("everywhere" in parts && "caa" in parts)) {
          Object.assign(parts, (await lines.next()).value!.part);
        }
        await asked.promise;
        assert("chain" in parts && "source" in parts);
        assert(!("revocation" in parts));
        released.resolve();
        const rest = await Array.fromAsync(lines);
        for (const { part } of rest.slice(0, -1)) Object.assign(parts, part);
        const whole = await (await ask(origin, HOST)).json();
        assert.deepEqual(rest.at(-1), whole);
        assert.equal(whole.data.revocation[0].status, "revoked");
        // Revocation comes last and changes these four; the other parts stay as they were.
        for (const [name, value] of Object.entries(parts)) {
          if (["validation", "problems", "everywhere", "calendar"].includes(name)) continue;
          assert.deepEqual(value, whole.data[name], name);
        }
      });
    });

    it("ends all outbound requests when the client disconnects", async () => {
      const asked = Promise.withResolvers<void>();
      const left = Promise.withResolvers<void>();
      await using host = startHost((request) => {
        asked.resolve();
        request.signal.addEventListener("abort", () => left.resolve());
        return left.promise.then(() => new Response(null));
      });
      await withServer(host.network, start, async ({ origin }) => {
        const controller = new AbortController();
        const response = await ask(origin, HOST, { ...IN_PARTS, signal: controller.signal });
        const { value } = await linesOf(response).next();
        assert(value!.part!.chain);
        await asked.promise;
        controller.abort();
        await left.promise;
      });
    });

    it("is a plain answer if there are no parts", async () => {
      await using host = startHost(() => new Response(null, { status: 404 }));
      await withServer(host.network, start, async ({ origin }) => {
        const refused = await ask(origin, "not a domain", IN_PARTS);
        assert.equal(refused.status, 400);
        assert.match(refused.headers.get("content-type")!, /^application\/json/);
        assert.equal((await refused.json()).code, "invalid_input");
      });
    });
  });
}

describe("network: an answer in parts", () => {
  it("counts as one request", async () => {
    await using host = startHost(() => new Response(null, { status: 404 }));
    let taken = 0;
    const quota: Quota = {
      ...{ limit: 60, store: () => "memory", close: () => Promise.resolve() },
      take: () => Promise.resolve({ allowed: true, remaining: 60 - ++taken, reset: 60 }),
    } as unknown as Quota;
    await withServer(host.network, places[0][1], async ({ origin }) => {
      const response = await ask(origin, HOST, IN_PARTS);
      assert.equal((await Array.fromAsync(linesOf(response))).at(-1)!.success, true);
      assert.equal(taken, 1);
    }, quota);
  });
});
