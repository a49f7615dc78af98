/** chain/analyze and chain/analyze-url as the API offers them, against real servers. */
import { exampleOf } from "../../../core/example-inputs.ts";
import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import * as v from "valibot";
import { createAddressGuard } from "../../../api/network/guard.ts";
import { DEADLINES } from "../../../api/network/limits.ts";
import { NotResolved } from "../../../api/network/dns/resolve.ts";
import { createNetwork } from "../../../api/network/network.ts";
import type { TlsAccess } from "../../../api/network/tls/presented-chain.ts";
import { apiOperations } from "../../../api/operations.ts";
import { chainAnalyzeUrl, type ChainResponse } from "../../../core/chain/contract.ts";
import * as schema from "../../../core/chain/schema.ts";
import { createContext } from "../../../core/kernel/context.ts";
import { execute } from "../../../core/kernel/execute.ts";
import { callApi, startServer } from "../../support/server.ts";
import {
  bytes,
  ders,
  drain,
  HOST,
  type Listening,
  pem,
  startDenoTls,
  startHttp,
  startRaw,
} from "./support.ts";

/** Deadlines that no test reaches. A test shortens the one that ends its request. */
const FAR = Object.fromEntries(
  Object.keys(DEADLINES).map((name) => [name, 3_600_000]),
) as Record<keyof typeof DEADLINES, number>;

const LEAF = pem("leaf.pem");
const CA = pem("ca.pem");
const ROOT = pem("root.pem");
const UNRELATED = pem("unrelated.pem");

type UrlResponse = v.InferOutput<typeof schema.chainUrlResponse>;

/** Operations whose port 443 is `tls` and whose port 80 is `http`. */
function online(
  { tls, http, ...parts }: { tls?: Listening; http?: Listening } & Partial<TlsAccess>,
) {
  return apiOperations(
    createNetwork({ allowPrivateNetwork: false, denyNetworks: [], dnsServers: [] }, {
      resolve: () => Promise.resolve(["127.0.0.1"]),
      guard: (address) => address === "127.0.0.1",
      connectPort: (port) => (port === 443 ? tls?.port : http?.port) ?? 1,
      ...parts,
    }),
  );
}

async function analyzeUrl(
  operations: ReturnType<typeof online>,
  url: string = HOST,
  roots?: string,
): Promise<UrlResponse> {
  const outcome = await execute(operations, "chain/analyze-url", { url, roots }, createContext());
  assert(outcome.ok, JSON.stringify(outcome));
  return v.parse(schema.chainUrlResponse, outcome.value);
}

async function analyze(
  operations: ReturnType<typeof online>,
  certificate: string,
): Promise<ChainResponse> {
  const outcome = await execute(operations, "chain/analyze", { certificate }, createContext());
  assert(outcome.ok, JSON.stringify(outcome));
  return v.parse(schema.chainResponse, outcome.value);
}

/** Where each certificate of the path came from. */
const sources = ({ chain }: ChainResponse) => chain.map(({ source }) => source);
const names = ({ chain }: ChainResponse) => chain.map(({ info }) => info.subject.commonName);
const codes = ({ problems }: ChainResponse) => problems.map(({ code }) => code);

/** Serves files by path, and 404 for others. Records the requests. */
function startFiles(files: Record<string, BodyInit>) {
  const asked: string[] = [];
  const server = startHttp((request) => {
    const { pathname } = new URL(request.url);
    asked.push(pathname);
    const file = files[pathname];
    return file === undefined ? new Response(null, { status: 404 }) : new Response(file);
  });
  return Object.assign(server, { asked });
}

/** The well-behaved authority. */
const startAuthority = () =>
  startFiles({ "/ca.der": bytes("ca.der"), "/root.der": bytes("root.der") });

describe("chain/analyze-url", () => {
  it("reports what the server sends, and its address", async () => {
    await using tls = startDenoTls(LEAF + CA + ROOT);
    const answer = await analyzeUrl(online({ tls }), `HTTPS://${HOST.toUpperCase()}./path`);
    assert.deepEqual(answer.source, {
      url: "https://www.chain.test",
      hostname: "www.chain.test",
      unicodeHostname: "www.chain.test",
      port: 443,
      addresses: ["127.0.0.1"],
      address: "127.0.0.1",
      tlsVersion: "TLSv1.3",
      cipher: answer.source.cipher,
      alpn: null,
      legacy: false,
      ocspStapled: null,
      clientCertificateRequested: null,
      keyProven: true,
      hostnameMatches: true,
      presented: {
        count: 3,
        misordered: false,
        duplicates: 0,
        rootIncluded: true,
        certificates: answer.source.presented.certificates,
      },
    });
    assert.deepEqual(ders(answer.source.presented.certificates.join("")), ders(LEAF + CA + ROOT));
    assert.deepEqual(sources(answer), ["server", "server", "server"]);
    assert.deepEqual(answer.missing, []);
    assert.equal(answer.validation.isValid, true);
    assert.equal(answer.validation.trusted, false);
  });

  it("trusts the roots in the request", async () => {
    await using tls = startDenoTls(LEAF + CA);
    const given = await analyzeUrl(online({ tls }), HOST, ROOT);
    assert.deepEqual(sources(given), ["server", "server", "roots"]);
    assert.equal(given.validation.isValid, true);
    assert.equal(given.validation.trusted, false);
    assert.equal(given.validation.trustedByYou, true);
    assert(!codes(given).includes("root_not_trusted"));
    assert(given.everywhere.presentations.every(({ isValid }) => isValid));
    const other = await analyzeUrl(online({ tls }), HOST, UNRELATED);
    assert.equal(other.validation.trustedByYou, false);
  });

  it("reports an IDN in both forms", async () => {
    await using tls = startDenoTls(LEAF + CA + ROOT);
    const { source } = await analyzeUrl(online({ tls }), "https://BÜCHER-kva.test/");
    assert.equal(source.unicodeHostname, "bücher-kva.test");
    assert.equal(source.hostnameMatches, false);
    const own = await analyzeUrl(online({ tls }), "xn--bcher-kva.test");
    assert.equal(own.source.unicodeHostname, "bücher.test");
    assert.equal(own.source.hostnameMatches, true);
  });

  const orders: [string, string[], Partial<UrlResponse["source"]["presented"]>][] = [
    ["in order", [LEAF, CA], { misordered: false, duplicates: 0, rootIncluded: false }],
    ["misordered", [LEAF, ROOT, CA], { misordered: true, rootIncluded: true }],
    ["duplicates", [LEAF, CA, CA, LEAF, CA], { misordered: false, duplicates: 3 }],
    ["extras in between", [LEAF, UNRELATED, CA], { misordered: false, rootIncluded: true }],
  ];
  for (const [name, sent, expected] of orders) {
    it(`judges the order: ${name}`, async () => {
      await using tls = startDenoTls(sent.join(""));
      await using http = startAuthority();
      const answer = await analyzeUrl(online({ tls, http }));
      const { presented } = answer.source;
      for (const [key, value] of Object.entries(expected)) {
        assert.equal(presented[key as keyof typeof presented], value, key);
      }
      assert.equal(presented.count, sent.length);
      assert.deepEqual(ders(presented.certificates.join("")), ders(sent.join("")));
      assert.deepEqual(names(answer), [HOST, "Network Test CA", "Network Test Root"]);
      assert.equal(
        answer.unused.length,
        sent.length - new Set(sent).size +
          (sent.includes(UNRELATED) ? 1 : 0),
      );
    });
  }

  it("reports a wrong host name separately from the chain", async () => {
    await using tls = startDenoTls(LEAF + CA + ROOT);
    const answer = await analyzeUrl(online({ tls }), "other.chain.test");
    assert.equal(answer.source.hostnameMatches, false);
    assert(codes(answer).includes("host_name_mismatch"));
    assert.equal(answer.validation.isValid, true);
  });

  it("skips and lists bytes that are not a certificate", async () => {
    const broken = "-----BEGIN CERTIFICATE-----\nMAA=\n-----END CERTIFICATE-----\n";
    await using tls = startDenoTls(LEAF + broken + CA + ROOT);
    const answer = await analyzeUrl(online({ tls }));
    assert.deepEqual(answer.setAside.map(({ position }) => position), [1]);
    assert.match(answer.setAside[0].message, /^The certificate cannot be read: /);
    assert.deepEqual(sources(answer), ["server", "server", "server"]);
  });

  it("connects to port 443, and to port 80 for issuers", async () => {
    await using tls = startDenoTls(LEAF);
    await using http = startAuthority();
    const asked: number[] = [];
    await analyzeUrl(online({
      connectPort: (port) => {
        asked.push(port);
        return port === 443 ? tls.port : http.port;
      },
    }));
    assert.deepEqual(asked, [443, 80, 80, 443, 443]);
  });

  it("refuses other ports and invalid domains before any look-up", async () => {
    const operations = online({ resolve: () => Promise.reject(new Error("was looked up")) });
    const cases: [string, string][] = [
      ["https://www.chain.test:8443/", "Port 8443 is not supported. Only port 443 is checked"],
      ["", "PLEASE PROVIDE A URL TO ANALYZE"],
      ["https://", "PLEASE PROVIDE A URL TO ANALYZE"],
      ["127.0.0.1", "PLEASE ENTER A VALID DOMAIN NAME"],
      ["localhost", "PLEASE ENTER A VALID DOMAIN NAME"],
    ];
    for (const [url, message] of cases) {
      const outcome = await execute(operations, "chain/analyze-url", { url }, createContext());
      assert.deepEqual(outcome, {
        ok: false,
        error: { code: "invalid_input", message, issues: [{ path: "url", message }] },
      });
    }
  });

  it("has a contract that needs the network, and an example that it accepts", () => {
    assert.equal(chainAnalyzeUrl.runs, "network");
    assert(v.is(schema.chainAnalyzeUrl.input, exampleOf(chainAnalyzeUrl)));
  });
});

describe("completing a chain", () => {
  const forms: [string, () => BodyInit][] = [
    ["DER", () => bytes("ca.der")],
    ["PEM", () => CA],
    ["PKCS#7", () => bytes("ca.p7c")],
    ["PKCS#7 in PEM", () => pem("ca.p7b.pem")],
    ["chunks", () =>
      new ReadableStream({
        start(controller) {
          controller.enqueue(bytes("ca.der").slice(0, 200));
          controller.enqueue(bytes("ca.der").slice(200));
          controller.close();
        },
      })],
  ];
  for (const [name, file] of forms) {
    it(`fetches an issuer in ${name}, for a live host and for pasted certificates`, async () => {
      await using tls = startDenoTls(LEAF);
      await using http = startHttp((request) =>
        new Response(request.url.endsWith("/ca.der") ? file() : bytes("root.der"))
      );
      const fromServer = await analyzeUrl(online({ tls, http }));
      const pasted = await analyze(online({ http }), LEAF);
      assert.deepEqual(sources(fromServer), ["server", "aia", "aia"]);
      assert.deepEqual(sources(pasted), ["input", "aia", "aia"]);
      for (const { chain, missing, unused, validation } of [fromServer, pasted]) {
        assert.deepEqual(chain.map(({ fetchedViaAIA }) => fetchedViaAIA), [false, true, true]);
        assert.deepEqual(chain.map(({ type }) => type), ["leaf", "intermediate", "root"]);
        assert.deepEqual(ders(chain.map(({ certificate }) => certificate).join("")), [
          ...ders(LEAF + CA),
          bytes("root.der"),
        ]);
        assert.deepEqual(missing, []);
        assert.deepEqual(unused, []);
        assert.equal(validation.isValid, true);
      }
      assert.equal(fromServer.source.presented.count, 1);
    });
  }

  it("follows a redirect", async () => {
    await using http = startHttp((request) => {
      const { pathname } = new URL(request.url);
      if (pathname === "/ca.der") {
        return new Response(null, { status: 301, headers: { location: "http://cdn.test/moved" } });
      }
      return new Response(pathname === "/moved" ? bytes("ca.der") : bytes("root.der"));
    });
    assert.deepEqual(sources(await analyze(online({ http }), LEAF)), ["input", "aia", "aia"]);
  });

  it("uses every issuer in a bundle", async () => {
    await using http = startFiles({ "/ca.der": UNRELATED + ROOT + CA });
    assert.deepEqual(sources(await analyze(online({ http }), LEAF)), ["input", "aia", "aia"]);
    assert.deepEqual(http.asked, ["/ca.der"]);
  });

  it("requests nothing if no issuer is missing", async () => {
    await using http = startAuthority();
    await analyze(online({ http }), LEAF + CA + ROOT);
    assert.deepEqual(http.asked, []);
  });

  it("requests once for several analyses, concurrent and later", async () => {
    await using http = startAuthority();
    const operations = online({ http });
    await Promise.all(Array.from({ length: 20 }, () => analyze(operations, LEAF)));
    await analyze(operations, LEAF);
    assert.deepEqual(http.asked, ["/ca.der", "/root.der"]);
  });

  it("ends if two authorities refer to each other", async () => {
    await using http = startFiles({
      "/loop-a.pem": pem("loop-a.pem"),
      "/loop-b.pem": pem("loop-b.pem"),
    });
    const answer = await analyze(online({ http }), pem("loop-leaf.pem"));
    assert.deepEqual(http.asked, ["/loop-a.pem", "/loop-b.pem"]);
    assert.deepEqual(names(answer), [HOST, "Loop A", "Loop B"]);
    assert.equal(answer.validation.isValid, false);
    assert(codes(answer).includes("issuer_not_found"));
  });

  it("makes at most three requests to one host", async () => {
    const hops = ders(pem("hops.pem"));
    await using http = startFiles(
      Object.fromEntries(hops.map((der, index) => [`/hop-${index + 1}.pem`, der])),
    );
    const answer = await analyze(online({ http }), pem("hop-leaf.pem"));
    assert.deepEqual(http.asked, ["/hop-10.pem", "/hop-9.pem", "/hop-8.pem"]);
    assert.equal(answer.chain.length, 4);
    assert.equal(answer.missing[0].index, 3);
    assert.deepEqual(answer.missing[0].tried?.map(({ problem }) => problem), [
      "It was not contacted, because the limit of time or requests was reached",
    ]);
  });

  /** Responses without the issuer. The chain then ends at the last proven certificate. */
  const otherKey = "It did not send the issuer of this certificate";
  const useless: [string, () => Response | Promise<Response>, string][] = [
    ["404", () => new Response(null, { status: 404 }), "It answered with an error"],
    [
      "an issuer of the same name with another key",
      () => new Response(pem("impostor.pem")),
      otherKey,
    ],
    ["an unrelated certificate", () => new Response(UNRELATED), otherKey],
    ["the certificate itself", () => new Response(LEAF), otherKey],
    ["a page", () => new Response("<!doctype html>"), "Its answer cannot be read"],
    [
      "too much",
      () => new Response(CA + "\n".repeat(64 * 1024)),
      "It sent more data than this tool reads",
    ],
    [
      "a redirect to an internal address",
      () => new Response(null, { status: 302, headers: { location: "http://10.0.0.1/ca.der" } }),
      "Its address is not public, or not supported",
    ],
  ];
  for (const [name, answer, problem] of useless) {
    it(`refuses ${name}, and reports what was tried`, async () => {
      let asked = 0;
      await using http = startHttp(() => {
        asked++;
        return answer();
      });
      const found = await analyze(online({ http }), LEAF);
      assert.equal(asked, 1);
      assert.deepEqual(sources(found), ["input"]);
      assert.deepEqual(found.unused, []);
      assert.deepEqual(found.missing, [{
        index: 0,
        issuer: "CN=Network Test CA",
        kind: null,
        urls: ["http://aia.test/ca.der"],
        tried: [{ url: "http://aia.test/ca.der", problem }],
      }]);
      assert.equal(found.validation.isValid, false);
      const told = found.problems.find(({ code }) => code === "issuer_not_found")!;
      const expected = `It could not be fetched. http://aia.test/ca.der: ${problem}.`;
      assert(told.message.endsWith(expected), told.message);
      assert.doesNotMatch(told.advice, /online/);
    });
  }

  it("reports what was tried for a live host too", async () => {
    await using tls = startDenoTls(LEAF);
    await using http = startFiles({});
    const { missing, problems } = await analyzeUrl(online({ tls, http }));
    assert.deepEqual(missing[0].tried?.map(({ problem }) => problem), [
      "It answered with an error",
    ]);
    assert(problems.some(({ message }) => message.includes("http://aia.test/ca.der: It answered")));
  });

  it("returns what is proven if an authority is slow", async () => {
    await using http = startRaw(drain);
    const operations = online({ http, deadlines: { ...FAR, issuerMs: 300 } });
    const answer = await analyze(operations, LEAF);
    assert.deepEqual(sources(answer), ["input"]);
    assert.equal(answer.missing[0].tried?.[0].problem, "It did not answer in time");
  });

  it("ends with the deadline of the request if the host is silent", async () => {
    await using tls = startRaw(drain);
    const operations = online({ tls, deadlines: { ...FAR, overallMs: 300 } });
    const outcome = await execute(
      operations,
      "chain/analyze-url",
      { url: HOST },
      createContext(),
    );
    assert(!outcome.ok);
    assert.equal(outcome.error.code, "host_timeout");
  });

  it("returns what is proven at the deadline of the request", async () => {
    await using tls = startDenoTls(LEAF);
    await using http = startRaw(drain);
    const operations = online({ tls, http, deadlines: { ...FAR, overallMs: 400 } });
    const answer = await analyzeUrl(operations);
    assert.deepEqual(sources(answer), ["server"]);
    assert.equal(answer.missing[0].tried?.[0].problem, "It did not answer in time");
  });
});

describe("internal hosts", () => {
  const guard = createAddressGuard({ allowPrivateNetwork: false, denyNetworks: [] });
  const REFUSAL = {
    ok: false,
    error: { code: "host_refused", message: "HOST NOT FOUND OR NOT PUBLIC", issues: [] },
  };

  it("get the same answer whether they exist, listen or neither, and no connection", async () => {
    let connected = 0;
    await using listening = startRaw(drain);
    const closed = Deno.listen({ hostname: "127.0.0.1", port: 0 });
    const closedPort = closed.addr.port;
    closed.close();
    const inside: Record<string, { addresses: string[]; port: number }> = {
      "unknown.test": { addresses: [], port: closedPort },
      "open.test": { addresses: ["127.0.0.1"], port: listening.port },
      "closed.test": { addresses: ["127.0.0.1"], port: closedPort },
      "silent.test": { addresses: ["10.255.255.1"], port: closedPort },
      "mixed.test": { addresses: ["8.8.8.8", "127.0.0.1"], port: listening.port },
    };
    for (const [host, { addresses, port }] of Object.entries(inside)) {
      const connectPort = () => {
        connected += 1;
        return port;
      };
      const operations = online({ guard, resolve: answer(addresses), connectPort });
      assert.deepEqual(
        await execute(operations, "chain/analyze-url", { url: host }, createContext()),
        REFUSAL,
        host,
      );
    }
    // There is no connection, so no answer takes longer than its look-up.
    assert.equal(connected, 0);
    assert.equal(listening.accepted, 0);
  });

  it("get the same answer in URLs of issuers", async () => {
    await using listening = startRaw(drain);
    const answers = new Set<string>();
    for (const addresses of [[], ["127.0.0.1"], ["10.255.255.1"], ["8.8.8.8", "127.0.0.1"]]) {
      const operations = online({
        guard,
        resolve: answer(addresses),
        connectPort: () => listening.port,
      });
      const outcome = await execute(
        operations,
        "chain/analyze",
        { certificate: LEAF, at: "2027-01-01T00:00:00Z" },
        createContext(),
      );
      answers.add(JSON.stringify(outcome));
    }
    assert.equal(answers.size, 1);
    assert.equal(listening.accepted, 0);
  });

  function answer(addresses: string[]) {
    return () => Promise.resolve(addresses);
  }
});

describe("network operations over HTTP", () => {
  it("maps each outcome to its status", async () => {
    await using silent = startRaw(drain);
    await using plain = startRaw(async (connection) => {
      await connection.read(new Uint8Array(1024));
      await connection.write(new TextEncoder().encode("HTTP/1.1 400 Bad Request\r\n\r\n"));
    });
    const cases: [Partial<TlsAccess>, number, string][] = [
      [{ resolve: () => Promise.resolve([]) }, 400, "host_refused"],
      [{ resolve: () => Promise.reject(new NotResolved()) }, 504, "host_timeout"],
      [{ connectPort: () => 1 }, 502, "host_unreachable"],
      [{ connectPort: () => plain.port }, 502, "host_without_tls"],
      [{ connectPort: () => silent.port }, 504, "host_timeout"],
    ];
    for (const [parts, status, code] of cases) {
      const deadlines = { ...DEADLINES, handshakeMs: 300 };
      await using server = await startServer({ operations: online({ deadlines, ...parts }) });
      const answer = await callApi(server.origin, "chain/analyze-url", { url: HOST });
      assert.deepEqual([answer.status, answer.body.code], [status, code]);
    }
  });

  it("closes the connection to the host when the client disconnects", async () => {
    const connected = Promise.withResolvers<void>();
    await using silent = startRaw(async (connection) => {
      connected.resolve();
      await drain(connection);
    });
    await using server = await startServer({ operations: online({ tls: silent }) });
    const controller = new AbortController();
    const call = fetch(`${server.origin}/api/chain/analyze-url`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ url: HOST }),
      signal: controller.signal,
    });
    const left = assert.rejects(call, { name: "AbortError" });
    await connected.promise;
    controller.abort();
    await left;
    await silent.closed;
  });

  it("answers others during a hundred analyses of slow hosts", async () => {
    const released = Promise.withResolvers<void>();
    await using silent = startRaw(() => released.promise);
    await using server = await startServer({ operations: online({ tls: silent, deadlines: FAR }) });
    const before = Deno.memoryUsage().rss;
    const slow = Array.from(
      { length: 100 },
      () => callApi(server.origin, "chain/analyze-url", { url: HOST }),
    );
    for (let index = 0; index < 20; index++) {
      const answer = await callApi(server.origin, "csr/decode", { csr: "nothing" });
      assert.equal(answer.status, 200);
    }
    const during = Deno.memoryUsage().rss - before;
    // No host has answered so far. The server may have refused some requests because all places are taken.
    released.resolve();
    for (const { status } of await Promise.all(slow)) {
      assert([502, 503].includes(status), `${status}`);
    }
    assert(during < 100 * 1024 * 1024, `${during} bytes more`);
  });
});
