import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import { createAddressGuard } from "../../../api/network/guard.ts";
import { Deadline } from "../../../api/network/concurrency.ts";
import { certificatesAt, FetchQuota } from "../../../api/network/issuers/search.ts";
import { fetchIssuer } from "../../../api/network/issuers/fetch.ts";
import { type FetchProblem, type HttpAccess } from "../../../api/network/outbound-http.ts";
import { runAsServed } from "../../support/process.ts";
import {
  access,
  bytes,
  ders,
  drain,
  never,
  path,
  pem,
  startDenoTls,
  startHttp,
  startRaw,
} from "./support.ts";

const CA = bytes("ca.der");
const URL_OF_CA = "http://aia.test/ca.der";
const ENCODER = new TextEncoder();

const HEAD = "HTTP/1.1 200 OK\r\nContent-Type: application/pkix-cert\r\n";

/** Fetches, and expects this problem. */
async function problem(url: string, network: HttpAccess, expected: FetchProblem): Promise<void> {
  assert.deepEqual(await fetchIssuer(url, network, never()), {
    certificates: [],
    problem: expected,
  });
}

describe("network: issuers by AIA", () => {
  const forms: [string, BodyInit, Uint8Array[]][] = [
    ["DER", CA, [CA]],
    ["PEM", pem("ca.pem"), [CA]],
    ["PEM with text around it", `Issuer:\r\n${pem("ca.pem")}\r\nend`, [CA]],
    ["base64 alone", btoa(String.fromCharCode(...CA)), [CA]],
    ["PKCS#7 in DER", bytes("ca.p7c"), [...ders(pem("unrelated.pem")), CA]],
    ["PKCS#7 in PEM", pem("ca.p7b.pem"), [...ders(pem("unrelated.pem")), CA]],
    ["several in PEM", pem("ca.pem") + pem("root.pem"), [CA, bytes("root.der")]],
  ];
  for (const [name, body, expected] of forms) {
    it(`reads ${name}`, async () => {
      await using server = startHttp(() => new Response(body));
      const answer = await fetchIssuer(URL_OF_CA, access(server.port), never());
      assert.deepEqual(answer, { certificates: expected, problem: null });
    });
  }

  it("requests the path with the host's name, and does not identify a user", async () => {
    const asked: { url: string; method: string; headers: Headers }[] = [];
    await using server = startHttp(({ url, method, headers }) => {
      asked.push({ url, method, headers: new Headers(headers) });
      return new Response(CA);
    });
    await fetchIssuer("http://aia.test/a%20b/ca.der?x=1#y", access(server.port), never());
    const { pathname, search } = new URL(asked[0].url);
    assert.equal(pathname + search, "/a%20b/ca.der?x=1");
    assert.equal(asked[0].headers.get("host"), "aia.test");
    assert.equal(asked[0].method, "GET");
    for (const name of ["cookie", "authorization", "referer", "from"]) {
      assert.equal(asked[0].headers.get(name), null);
    }
  });

  it("reads a body in chunks", async () => {
    await using server = startHttp(() =>
      new Response(
        new ReadableStream({
          start(controller) {
            for (let at = 0; at < CA.length; at += 100) {
              controller.enqueue(CA.slice(at, at + 100));
            }
            controller.close();
          },
        }),
      )
    );
    const answer = await fetchIssuer(URL_OF_CA, access(server.port), never());
    assert.deepEqual(answer.certificates, [CA]);
  });

  it("reads over https, regardless of that host's certificate", async () => {
    await using server = startHttp(() => new Response(CA), {
      cert: pem("leaf.pem"),
      key: pem("leaf.key"),
    });
    const asked: number[] = [];
    const answer = await fetchIssuer(
      "https://aia.test/ca.der",
      access(0, {
        connectPort: (port) => {
          asked.push(port);
          return server.port;
        },
      }),
      never(),
    );
    assert.deepEqual(answer.certificates, [CA]);
    assert.deepEqual(asked, [443]);
  });

  it("reads over https with NODE_EXTRA_CA_CERTS set and the permissions of the server", async () => {
    await using server = startHttp(() => new Response(CA), {
      cert: pem("leaf.pem"),
      key: pem("leaf.key"),
    });
    const script = `
      import { fetchIssuer } from ${
      JSON.stringify(import.meta.resolve("../../../api/network/issuers/fetch.ts"))
    };
      import { access, never } from ${JSON.stringify(import.meta.resolve("./support.ts"))};
      const { certificates, problem } =
        await fetchIssuer("https://aia.test/ca.der", access(${server.port}), never());
      console.log(JSON.stringify([problem, certificates.map((bytes) => bytes.toHex())]));
    `;
    const environment = { NODE_EXTRA_CA_CERTS: path("root.pem") };
    assert.deepEqual(JSON.parse(await runAsServed(script, environment)), [null, [CA.toHex()]]);
  });

  it("reports an unknown fault and treats the URL as unreachable", async () => {
    const faults: unknown[] = [];
    const fault = new Deno.errors.NotCapable("sys");
    const network = access(1, {
      connectPort: () => {
        throw fault;
      },
    });
    const answer = await fetchIssuer(
      URL_OF_CA,
      { ...network, onFault: (thrown) => faults.push(thrown) },
      never(),
    );
    assert.deepEqual(answer, { certificates: [], problem: "unreachable" });
    assert.deepEqual(faults, [fault]);
  });

  it("reads over IPv6", async () => {
    const listening = Promise.withResolvers<number>();
    const server = Deno.serve({
      hostname: "::1",
      port: 0,
      onListen: ({ port }) => listening.resolve(port),
    }, () => new Response(CA));
    const network = access(await listening.promise, {
      resolve: () => Promise.resolve(["::1"]),
      guard: (address) => address === "::1",
    });
    for (const url of [URL_OF_CA, "http://[::1]/ca.der"]) {
      assert.deepEqual((await fetchIssuer(url, network, never())).certificates, [CA], url);
    }
    await server.shutdown();
  });

  it("tries the next address if the first one refuses connections", async () => {
    await using server = startHttp(() => new Response(CA));
    const network = access(server.port, {
      resolve: () => Promise.resolve(["127.0.0.99", "127.0.0.1"]),
      guard: () => true,
    });
    assert.deepEqual((await fetchIssuer(URL_OF_CA, network, never())).certificates, [CA]);
  });
});

describe("network: refused AIA", () => {
  const urls = [
    "ldap://aia.test/cn=ca?cACertificate",
    "ftp://aia.test/ca.der",
    "file:///etc/passwd",
    "data:application/pkix-cert;base64,AAAA",
    "http://aia.test:8080/ca.der",
    "https://aia.test:8443/ca.der",
    "http://aia.test:22/",
    "http://user:password@aia.test/ca.der",
    "ca.der",
    "//aia.test/ca.der",
    "",
    "http://",
    "http://127.0.0.1/ca.der",
    "http://2130706433/ca.der",
    "http://0x7f.1/ca.der",
    "http://0177.0.0.1/ca.der",
    "http://１２７.０.０.１/ca.der",
    "http://[::1]/ca.der",
    "http://[::ffff:127.0.0.1]/ca.der",
    "http://[fd00::1]/ca.der",
    "http://10.0.0.1/ca.der",
    "http://169.254.169.254/latest/meta-data/",
    "http://168.63.129.16/ca.der",
    "http://localhost/ca.der",
    "http://inside.test/ca.der",
  ];
  for (const url of urls) {
    it(`with the URL ${url || "(empty)"}`, async () => {
      await using server = startRaw(drain);
      const network = access(server.port, {
        guard: createAddressGuard({ allowPrivateNetwork: false, denyNetworks: [] }),
      });
      await problem(url, network, "refused");
      assert.equal(server.accepted, 0);
    });
  }

  it("except both schemes on both ports", async () => {
    const asked: number[] = [];
    await using server = startHttp(() => new Response(CA));
    const network = access(0, {
      connectPort: (port) => {
        asked.push(port);
        return server.port;
      },
    });
    await fetchIssuer("http://aia.test:443/ca.der", network, never());
    await fetchIssuer("http://aia.test/ca.der", network, never());
    assert.deepEqual(asked, [443, 80]);
  });

  for (const status of [204, 206, 304, 400, 403, 404, 410, 500, 503]) {
    it(`status ${status}`, async () => {
      const empty = [204, 304].includes(status);
      await using server = startHttp(() => new Response(empty ? null : CA, { status }));
      await problem(URL_OF_CA, access(server.port), "not_found");
    });
  }

  const bodies: [string, BodyInit | null][] = [
    ["an empty body", null],
    ["a page", "<!doctype html><title>Moved</title>"],
    ["DER of something else", new Uint8Array([0x30, 0x03, 0x02, 0x01, 0x00])],
    ["a PKCS#7 that is cut off", bytes("ca.p7c").slice(0, 400)],
    ["a compressed body", bytes("ca.der").map((octet) => octet ^ 0x55)],
  ];
  for (const [name, body] of bodies) {
    it(`${name}`, async () => {
      await using server = startHttp(() => new Response(body));
      await problem(URL_OF_CA, access(server.port), "unreadable");
    });
  }

  it("with a refused connection", async () => {
    const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
    const { port } = listener.addr;
    listener.close();
    await problem(URL_OF_CA, access(port), "unreachable");
  });

  it("from a server that closes at once, or does not use HTTP", async () => {
    await using closing = startRaw(() => Promise.resolve());
    await problem(URL_OF_CA, access(closing.port), "unreachable");
    await using foreign = startRaw(async (connection) => {
      await connection.write(ENCODER.encode("220 mail.example ESMTP\r\n"));
    });
    await problem(URL_OF_CA, access(foreign.port), "unreachable");
  });

  it("with a body that ends too early", async () => {
    await using server = startRaw(async (connection) => {
      await connection.read(new Uint8Array(4096));
      await connection.write(ENCODER.encode(`${HEAD}Content-Length: ${CA.length}\r\n\r\n`));
      await connection.write(CA.slice(0, 100));
    });
    await problem(URL_OF_CA, access(server.port), "unreachable");
  });
});

describe("network: redirects of AIA", () => {
  const redirect = (location: string, status = 302) =>
    new Response(null, { status, headers: { location } });
  const follow = (network: HttpAccess, quota = new FetchQuota(), url = URL_OF_CA) =>
    certificatesAt(url, (url, signal) => fetchIssuer(url, network, signal), quota, never());

  const FOUND = { certificates: [CA], problem: null };
  const none = (problem: string) => ({ certificates: [], problem });

  for (const status of [301, 302, 303, 307, 308]) {
    it(`follows ${status}, to a path and to another host`, async () => {
      const hosts: (string | null)[] = [];
      await using server = startHttp((request) => {
        hosts.push(request.headers.get("host"));
        const { pathname } = new URL(request.url);
        if (pathname === "/ca.der") return redirect("/moved", status);
        if (pathname === "/moved") return redirect("http://cdn.test/here", status);
        return new Response(CA);
      });
      assert.deepEqual(await follow(access(server.port)), FOUND);
      assert.deepEqual(hosts, ["aia.test", "aia.test", "cdn.test"]);
    });
  }

  it("requests at most three times from one host", async () => {
    const asked: string[] = [];
    await using server = startHttp((request) => {
      const { searchParams } = new URL(request.url);
      asked.push(request.headers.get("host")!);
      return redirect(`/?step=${Number(searchParams.get("step")) + 1}`);
    });
    assert.deepEqual(await follow(access(server.port)), none("moved"));
    assert.deepEqual(asked, ["aia.test", "aia.test", "aia.test"]);
  });

  it("requests at most six times in total", async () => {
    let asked = 0;
    let lookups = 0;
    await using server = startHttp(() => redirect(`http://host-${++asked}.test/`));
    const network = access(server.port, {
      resolve: () => {
        lookups++;
        return Promise.resolve(["127.0.0.1"]);
      },
    });
    const quota = new FetchQuota();
    assert.deepEqual(await follow(network, quota), none("moved"));
    assert.deepEqual(await follow(network, quota, "http://fresh.test/"), none("limit"));
    assert.deepEqual([asked, lookups], [6, 6]);
  });

  it("ends in a loop", async () => {
    let asked = 0;
    await using server = startHttp(() => {
      asked++;
      return redirect(URL_OF_CA);
    });
    assert.deepEqual(await follow(access(server.port)), none("moved"));
    assert.equal(asked, 3);
  });

  it("does not count a URL that is never requested", async () => {
    await using server = startHttp(() => new Response(CA));
    const quota = new FetchQuota();
    for (let count = 0; count < 20; count++) {
      await follow(access(server.port), quota, "ldap://aia.test/cn=ca?cACertificate");
    }
    assert.deepEqual(await follow(access(server.port), quota), FOUND);
  });

  for (
    const location of [
      "http://10.0.0.1/ca.der",
      "http://inside.test/ca.der",
      "http://[::1]/ca.der",
      "http://169.254.169.254/latest/",
      "http://167772161/",
      "http://aia.test:8080/",
      "file:///etc/passwd",
      "http://user@aia.test/",
    ]
  ) {
    it(`does not follow to ${location}`, async () => {
      let asked = 0;
      await using server = startHttp(() => {
        asked++;
        return redirect(location);
      });
      const network = access(server.port, {
        resolve: (host) =>
          Promise.resolve(host === "inside.test" ? ["127.0.0.1", "10.0.0.7"] : ["127.0.0.1"]),
      });
      assert.deepEqual(await follow(network), none("refused"));
      assert.equal(asked, 1);
    });
  }

  it("looks up each host once and connects only to the checked address", async () => {
    let lookups = 0;
    await using server = startHttp(() => new Response(CA));
    const answer = await fetchIssuer(
      URL_OF_CA,
      access(server.port, {
        resolve: () => Promise.resolve(lookups++ === 0 ? ["127.0.0.1"] : ["10.0.0.1"]),
      }),
      never(),
    );
    assert.deepEqual(answer.certificates, [CA]);
    assert.equal(lookups, 1);
  });
});

describe("network: limits of AIA", () => {
  const LIMIT = 64 * 1024;

  it("reads at most 64 KiB, whether announced or not", async () => {
    const padded = (size: number) => {
      const text = pem("ca.pem");
      return text + "\n".repeat(size - text.length);
    };
    const streamed = (size: number) =>
      new ReadableStream({
        start(controller) {
          controller.enqueue(ENCODER.encode(padded(size)));
          controller.close();
        },
      });
    for (const body of [padded, streamed]) {
      await using fits = startHttp(() => new Response(body(LIMIT)));
      assert.deepEqual((await fetchIssuer(URL_OF_CA, access(fits.port), never())).certificates, [
        CA,
      ]);
      await using over = startHttp(() => new Response(body(LIMIT + 1)));
      await problem(URL_OF_CA, access(over.port), "too_large");
    }
  });

  it("stops an endless body", async () => {
    let sent = 0;
    await using server = startRaw(async (connection) => {
      await connection.read(new Uint8Array(4096));
      await connection.write(ENCODER.encode(`${HEAD}\r\n`));
      const chunk = new Uint8Array(16 * 1024).fill(0x20);
      for (;;) sent += await connection.write(chunk);
    });
    await problem(URL_OF_CA, access(server.port), "too_large");
    assert(sent < 16 * 1024 * 1024, `${sent} bytes were taken`);
  });

  it("stops endless headers", async () => {
    await using server = startRaw(async (connection) => {
      await connection.read(new Uint8Array(4096));
      await connection.write(ENCODER.encode("HTTP/1.1 200 OK\r\n"));
      const line = ENCODER.encode(`X-Filler: ${"a".repeat(1000)}\r\n`.repeat(16));
      for (;;) await connection.write(line);
    });
    const before = Deno.memoryUsage().rss;
    const network = access(server.port, { limits: { issuerMs: 2_000 } });
    const { problem } = await fetchIssuer(URL_OF_CA, network, never());
    assert.equal(problem, "unreachable");
    assert(Deno.memoryUsage().rss - before < 64 * 1024 * 1024);
  });

  const slow: [string, (connection: Deno.Conn) => Promise<void>][] = [
    ["never answers", drain],
    ["stops in its headers", async (connection) => {
      await connection.write(ENCODER.encode("HTTP/1.1 200 OK\r\nContent-"));
      await drain(connection);
    }],
    ["stops in its body", async (connection) => {
      await connection.write(ENCODER.encode(`${HEAD}Content-Length: ${CA.length}\r\n\r\n`));
      await connection.write(CA.slice(0, 100));
      await drain(connection);
    }],
  ];
  for (const [name, talk] of slow) {
    it(`gives up on a server that ${name}`, async () => {
      await using server = startRaw(talk);
      const network = access(server.port, { limits: { issuerMs: 300 } });
      await problem(URL_OF_CA, network, "timeout");
    });
  }

  it("tries at most two addresses of a host", async () => {
    const tried: string[] = [];
    const addresses = [1, 2, 3, 4].map((last) => `127.0.0.${last}`);
    const first = Deno.listen({ hostname: addresses[0], port: 0 });
    const { port } = first.addr;
    const rest = addresses.slice(1).map((hostname) => Deno.listen({ hostname, port }));
    const closing = [first, ...rest].map(async (listener, index) => {
      for await (const connection of listener) {
        tried.push(addresses[index]);
        connection.close();
      }
    });
    const network = access(port, {
      resolve: () => Promise.resolve(addresses),
      guard: () => true,
    });
    await problem(URL_OF_CA, network, "unreachable");
    assert.deepEqual(tried, addresses.slice(0, 2));
    for (const listener of [first, ...rest]) listener.close();
    await Promise.all(closing);
  });

  it("closes the socket of an aborted request", async () => {
    const connected = Promise.withResolvers<void>();
    await using server = startRaw(async (connection) => {
      connected.resolve();
      await drain(connection);
    });
    const controller = new AbortController();
    const answer = fetchIssuer(URL_OF_CA, access(server.port), controller.signal);
    await connected.promise;
    controller.abort(new Error("gone"));
    await assert.rejects(answer, { message: "gone" });
    await server.closed;
  });

  it("ignores proxies in the environment", async () => {
    await using proxy = startRaw(drain);
    await using server = startHttp(() => new Response(CA));
    await using secure = startDenoTls(pem("leaf.pem"));
    const proxyUrl = `http://127.0.0.1:${proxy.port}`;
    const script = `
      import { fetchIssuer } from ${
      JSON.stringify(
        new URL("../../../api/network/issuers/fetch.ts", import.meta.url).href,
      )
    };
      import { DEADLINES } from ${
      JSON.stringify(
        new URL("../../../api/network/limits.ts", import.meta.url).href,
      )
    };
      const access = (port) => ({
        resolve: () => Promise.resolve(["127.0.0.1"]),
        guard: () => true,
        resolveMs: 1000,
        deadlines: { ...DEADLINES, issuerMs: 1000 },
        connectPort: () => port,
      });
      const { signal } = new AbortController();
      const plain = await fetchIssuer("http://aia.test/", access(${server.port}), signal);
      const tls = await fetchIssuer("https://aia.test/", access(${secure.port}), signal);
      console.log(JSON.stringify([plain.certificates.length, tls.problem]));
    `;
    using deadline = new Deadline(20_000, never());
    const { stdout, stderr } = await new Deno.Command(Deno.execPath(), {
      signal: deadline.signal,
      args: ["eval", "--ext=ts", script],
      env: {
        NODE_USE_ENV_PROXY: "1",
        HTTP_PROXY: proxyUrl,
        HTTPS_PROXY: proxyUrl,
        ALL_PROXY: proxyUrl,
        http_proxy: proxyUrl,
        https_proxy: proxyUrl,
      },
    }).output();
    assert.equal(proxy.accepted, 0);
    assert.equal(secure.accepted, 1);
    const said = new TextDecoder().decode(stdout);
    assert.deepEqual(JSON.parse(said || "null"), [1, "timeout"], new TextDecoder().decode(stderr));
  });
});
