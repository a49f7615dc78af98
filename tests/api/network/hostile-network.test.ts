/**
 * Requests that try to keep the server busy with other hosts. The tests count the outbound requests
 * to each host, and check that other clients are served meanwhile.
 */
import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import { DEADLINES } from "../../../api/network/limits.ts";
import { createNetwork } from "../../../api/network/network.ts";
import type { TlsAccess } from "../../../api/network/tls/presented-chain.ts";
import { apiOperations } from "../../../api/operations.ts";
import { createContext } from "../../../core/kernel/context.ts";
import { execute } from "../../../core/kernel/execute.ts";
import { startServer, testConfig } from "../../support/server.ts";
import { startDns } from "./dns-server.ts";
import { drain, HOST, pem, startDenoTls, startHttp, startRaw } from "./support.ts";

const LEAF = pem("leaf.pem");
const PUBLIC = { allowPrivateNetwork: false, denyNetworks: [], dnsServers: [] };
const LOOPBACK: Partial<TlsAccess> = {
  resolve: () => Promise.resolve(["127.0.0.1"]),
  guard: (address) => address === "127.0.0.1",
};

const analyze = (network: ReturnType<typeof createNetwork>, certificate: string) =>
  execute(apiOperations(network), "chain/analyze", { certificate }, createContext());

describe("one request", () => {
  it("with sixteen URLs that keep redirecting makes six fetches", async () => {
    const hosts: string[] = [];
    let lookups = 0;
    await using http = startHttp((request) => {
      hosts.push(request.headers.get("host")!);
      const step = new URL(request.url).searchParams.get("step") ?? "0";
      const location = `/?step=${Number(step) + 1}`;
      return new Response(null, { status: 302, headers: { location } });
    });
    const network = createNetwork(PUBLIC, {
      ...LOOPBACK,
      resolve: () => {
        lookups++;
        return Promise.resolve(["127.0.0.1"]);
      },
      connectPort: () => http.port,
    });
    assert((await analyze(network, pem("many-leaf.pem"))).ok);
    assert.equal(hosts.length, 6);
    assert.equal(lookups, 6);
    const most = Math.max(...hosts.map((host) => hosts.filter((each) => each === host).length));
    assert.equal(most, 3);
  });

  it("makes at most three handshakes with a server that aborts each of them", async () => {
    await using tls = startRaw(async (connection) => {
      await connection.read(new Uint8Array(4096));
      // handshake_failure (RFC 5246, 7.2)
      await connection.write(Uint8Array.of(21, 3, 3, 0, 2, 2, 40));
    });
    const network = createNetwork(PUBLIC, { ...LOOPBACK, connectPort: () => tls.port });
    const operations = apiOperations(network);
    const outcome = await execute(operations, "chain/analyze-url", { url: HOST }, createContext());
    assert(!outcome.ok);
    assert.equal(outcome.error.code, "host_without_tls");
    assert(tls.accepted <= 3, `${tls.accepted} connections`);
  });
});

describe("in a private network", () => {
  it("URLs in certificates reach neither this machine nor cloud metadata", async () => {
    for (const address of ["127.0.0.1", "::1", "169.254.169.254", "fd00:ec2::254", "0.0.0.0"]) {
      await using inside = startRaw(drain);
      const network = createNetwork({ ...PUBLIC, allowPrivateNetwork: true }, {
        resolve: () => Promise.resolve([address]),
        connectPort: () => inside.port,
      });
      const { signal } = new AbortController();
      const answer = await network.fetchIssuer("http://aia.test/", signal);
      assert.equal(answer.problem, "refused", address);
      assert((await analyze(network, LEAF)).ok);
      assert.equal(inside.accepted, 0, address);
    }
  });

  it("a user may name a host on this machine, but no metadata service", async () => {
    await using tls = startDenoTls(LEAF);
    for (const [address, code] of [["127.0.0.1", null], ["169.254.169.254", "host_refused"]]) {
      const network = createNetwork({ ...PUBLIC, allowPrivateNetwork: true }, {
        resolve: () => Promise.resolve([address!]),
        connectPort: (port) => port === 443 ? tls.port : 1,
      });
      const operations = apiOperations(network);
      const outcome = await execute(
        operations,
        "chain/analyze-url",
        { url: HOST },
        createContext(),
      );
      assert.equal(outcome.ok ? null : outcome.error.code, code);
    }
    // As clients do, without a server name, with RSA and with ECDSA. The refused address gets no
    // request.
    assert.equal(tls.accepted, 5);
  });
});

describe("a storm of hosts whose DNS is silent", () => {
  /** A request whose client address comes from the trusted proxy. */
  const call = (
    origin: string,
    client: string,
    name: string,
    body: unknown,
    signal?: AbortSignal,
  ) =>
    fetch(`${origin}/api/${name}`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-forwarded-for": client },
      body: JSON.stringify(body),
      signal,
    });

  it("takes only its client's share of the places, and others get their answers", async () => {
    await using dns = await startDns({
      "*.silent.example.com": null,
      "www.chain.test": ["127.0.0.1"],
    });
    await using tls = startDenoTls(LEAF);
    const network = createNetwork({ ...PUBLIC, dnsServers: [dns] }, {
      guard: LOOPBACK.guard,
      connectPort: (port) => port === 443 ? tls.port : 1,
      // Deadlines that no test reaches: the look-ups end because their client disconnects.
      deadlines: { ...DEADLINES, questionMs: 60_000, resolveMs: 60_000, overallMs: 60_000 },
    });
    await using server = await startServer({
      operations: apiOperations(network),
      config: testConfig({ TRUST_PROXY: "1" }),
    });
    const leaving = new AbortController();
    const refused: { status: number; code: string; retryAfter: string | null }[] = [];
    const allRefused = Promise.withResolvers<void>();
    const storm = Array.from({ length: 90 }, async (_, index) => {
      const name = `host-${index}.silent.example.com`;
      const response = await call(
        server.origin,
        "192.0.2.1",
        "chain/analyze-url",
        { url: name },
        leaving.signal,
      ).catch(() => null);
      if (!response) return;
      const { code } = await response.json();
      refused.push({
        status: response.status,
        code,
        retryAfter: response.headers.get("retry-after"),
      });
      if (refused.length === 74) allRefused.resolve();
    });
    await allRefused.promise;
    // Two queries for each host, one for each address family.
    await dns.whenAsked(32);

    const other = await call(server.origin, "192.0.2.2", "chain/analyze-url", { url: HOST });
    assert.equal(other.status, 200);
    await other.body?.cancel();
    const pasted = await call(server.origin, "192.0.2.2", "chain/analyze", { certificate: LEAF });
    assert.equal(pasted.status, 200);
    await pasted.body?.cancel();

    leaving.abort();
    await Promise.all(storm);
    assert.equal(refused.length, 74);
    for (const { status, code, retryAfter } of refused) {
      assert.deepEqual([status, code], [503, "busy"]);
      assert.match(retryAfter!, /^[1-9][0-9]?$/);
    }
    const silent = dns.asked.filter((question) => question.includes("silent"));
    assert.equal(silent.length, 32);
  });

  it("reports that a silent one was not looked up, and tries it again later", async () => {
    const zone: Record<string, string[] | null> = { "aia.test": null };
    await using dns = await startDns(zone);
    const network = createNetwork({ ...PUBLIC, dnsServers: [dns] }, {
      guard: LOOPBACK.guard,
      connectPort: () => 1,
      // Long enough for the answer below, even on a busy machine.
      deadlines: { ...DEADLINES, questionMs: 1_000 },
    });
    const { signal } = new AbortController();
    const problem = async () => (await network.fetchIssuer("http://aia.test/", signal)).problem;
    assert.equal(await problem(), "unresolved");
    const outcome = await execute(
      apiOperations(network),
      "chain/analyze-url",
      { url: "aia.test" },
      createContext(),
    );
    assert(!outcome.ok);
    assert.equal(
      outcome.error.message,
      "The host name could not be looked up. Try again, or check the name servers of the domain",
    );
    zone["aia.test"] = ["127.0.0.1"];
    assert.equal(await problem(), "unreachable");
  });
});
