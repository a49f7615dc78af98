/**
 * Hostile clients, over real sockets. Each gets a defined answer in bounded time, and the next
 * well-formed request is served normally.
 */
import assert from "node:assert/strict";
import { gzipSync } from "node:zlib";
import { describe, it } from "@std/testing/bdd";
import { SERVER_LIMITS } from "../../api/http/server.ts";
import { callApi, startServer } from "../support/server.ts";
import { exchange } from "../support/raw-http.ts";

/**
 * For connections that only a deadline ends. The others have the server's own deadlines, which even
 * a busy machine does not reach.
 */
const SHORT = { ...SERVER_LIMITS, headers: 150, request: 400, keepAlive: 300 };

const post = (headers: string[], body = "") =>
  ["POST /api/csr/decode HTTP/1.1", "Host: localhost", ...headers, "", body].join("\r\n");
const json = (body: string, ...headers: string[]) =>
  post([
    "Content-Type: application/json",
    `Content-Length: ${new TextEncoder().encode(body).length}`,
    ...headers,
  ], body);
const get = (target: string, method = "GET") =>
  `${method} ${target} HTTP/1.1\r\nHost: localhost\r\n\r\n`;

interface Case {
  name: string;
  send: string | Uint8Array;
  drip?: string;
  /** Statuses of the answers, in order; empty if the connection is only closed. */
  statuses: number[];
  /** Code in the last answer's envelope. */
  code?: string;
  /** Whether the server closes the connection. */
  closes?: boolean;
}

const OPEN =
  "POST /api/csr/decode HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n";

const CASES: Case[] = [
  // Two Host headers: a proxy before or behind this server may use the other one
  {
    name: "names two hosts",
    send: "GET /api/health HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\n\r\n",
    statuses: [400],
    code: "malformed_request",
    closes: true,
  },
  {
    name: "names one host twice, in different case",
    send: "GET / HTTP/1.1\r\nHost: localhost\r\nX: y\r\nhOST: localhost\r\n\r\n",
    statuses: [400],
    code: "malformed_request",
    closes: true,
  },
  {
    name: "names no host",
    send: "GET / HTTP/1.1\r\n\r\n",
    statuses: [400],
    closes: true,
  },
  // Slow ones
  { name: "says nothing", send: "", statuses: [408], code: "request_timeout", closes: true },
  {
    name: "sends half a header",
    send: "GET / HTTP/1.1\r\nHo",
    statuses: [408],
    code: "request_timeout",
    closes: true,
  },
  {
    name: "sends headers for ever",
    send: "GET / HTTP/1.1\r\nHost: localhost\r\n",
    drip: "X: y\r\n",
    statuses: [408],
    code: "request_timeout",
    closes: true,
  },
  {
    name: "announces a body and sends none",
    send: `${OPEN}Content-Length: 100\r\n\r\n`,
    statuses: [408],
    code: "request_timeout",
    closes: true,
  },
  {
    name: "sends a body for ever",
    send: `${OPEN}Content-Length: 100000\r\n\r\n{`,
    drip: " ",
    statuses: [408],
    code: "request_timeout",
    closes: true,
  },
  {
    name: "sends chunks for ever",
    send: `${OPEN}Transfer-Encoding: chunked\r\n\r\n`,
    drip: "1\r\n \r\n",
    statuses: [408],
    code: "request_timeout",
    closes: true,
  },
  {
    name: "waits for 100 Continue",
    send: `${OPEN}Content-Length: 2\r\nExpect: 100-continue\r\n\r\n`,
    drip: "{}",
    statuses: [400],
    code: "invalid_input",
  },

  // Not HTTP
  {
    name: "speaks TLS",
    send: new Uint8Array([0x16, 0x03, 0x01, 0x00, 0xf4, 0x01, 0x00, 0x00, 0xf0, 0x03, 0x03]),
    statuses: [400],
    code: "malformed_request",
    closes: true,
  },
  {
    name: "speaks HTTP/2",
    send: "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    statuses: [400],
    code: "malformed_request",
    closes: true,
  },
  {
    name: "sends chunked garbage",
    send: `${OPEN}Transfer-Encoding: chunked\r\n\r\nzz\r\n\r\n`,
    statuses: [400],
    code: "malformed_request",
    closes: true,
  },
  {
    name: "sends a chunk size of 2^64",
    send: `${OPEN}Transfer-Encoding: chunked\r\n\r\n10000000000000000\r\n`,
    statuses: [400],
    code: "malformed_request",
    closes: true,
  },
  {
    name: "tries request smuggling with a length and chunks",
    send: `${OPEN}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    statuses: [400],
    code: "malformed_request",
    closes: true,
  },
  {
    name: "tries request smuggling with two lengths",
    send: `${OPEN}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{} `,
    statuses: [400],
    code: "malformed_request",
    closes: true,
  },
  {
    name: "sends a negative length",
    send: `${OPEN}Content-Length: -1\r\n\r\n`,
    statuses: [400],
    code: "malformed_request",
    closes: true,
  },
  {
    name: "names no host",
    send: "GET / HTTP/1.1\r\n\r\n",
    statuses: [400],
    closes: true,
  },
  {
    name: "names an invalid host",
    send: "GET /api/health HTTP/1.1\r\nHost: a b/c\r\n\r\n",
    statuses: [400],
    code: "malformed_request",
  },
  {
    name: "puts a line break into a header",
    send: "GET / HTTP/1.1\r\nHost: localhost\r\nX: a\nb: c\r\n\r\n",
    statuses: [400],
    code: "malformed_request",
    closes: true,
  },

  // Too large
  {
    name: "sends a header of 100 kB",
    send: `GET / HTTP/1.1\r\nHost: localhost\r\nX: ${"a".repeat(100_000)}\r\n\r\n`,
    statuses: [431],
    code: "headers_too_large",
    closes: true,
  },
  {
    name: "requests a path of 100 kB",
    send: get(`/${"a".repeat(100_000)}`),
    statuses: [431],
    code: "headers_too_large",
    closes: true,
  },
  {
    name: "sends ten thousand headers",
    send: `GET / HTTP/1.1\r\nHost: localhost\r\n${"X: y\r\n".repeat(10_000)}\r\n`,
    statuses: [431],
    code: "headers_too_large",
    closes: true,
  },
  {
    name: "announces 1 GiB",
    send: `${OPEN}Content-Length: 1073741824\r\n\r\n{`,
    statuses: [413],
    code: "body_too_large",
    closes: true,
  },
  {
    name: "exceeds the limit in chunks",
    send: `${OPEN}Transfer-Encoding: chunked\r\n\r\n180000\r\n${" ".repeat(0x180000)}\r\n`,
    statuses: [413],
    code: "body_too_large",
    closes: true,
  },

  // Media types and codings
  {
    name: "sends a gzip bomb",
    send: (() => {
      const bomb = gzipSync(new Uint8Array(8 * 1024 * 1024));
      const head = new TextEncoder().encode(
        `${OPEN}Content-Encoding: gzip\r\nContent-Length: ${bomb.length}\r\n\r\n`,
      );
      return new Uint8Array([...head, ...bomb]);
    })(),
    statuses: [415],
    code: "content_type",
  },
  {
    name: "sends UTF-16",
    send: json("{}").replace("application/json", "application/json; charset=utf-16"),
    statuses: [415],
    code: "content_type",
  },
  {
    name: "sends a form",
    send: json("csr=a").replace("application/json", "application/x-www-form-urlencoded"),
    statuses: [415],
    code: "content_type",
  },
  { name: "sends no type", send: post(["Content-Length: 2"], "{}"), statuses: [415] },

  // JSON
  {
    name: "nests 100,000 brackets",
    send: json("[".repeat(100_000) + "]".repeat(100_000)),
    statuses: [400],
    code: "invalid_input",
  },
  {
    name: "nests 100,000 brackets in a field",
    send: json(`{"csr":${"[".repeat(100_000)}${"]".repeat(100_000)}}`),
    statuses: [400],
    code: "invalid_input",
  },
  {
    name: "nests 100,000 objects and stops",
    send: json('{"a":'.repeat(100_000)),
    statuses: [400],
    code: "invalid_input",
  },
  {
    name: "sends a number of 100,000 digits",
    send: json(`{"csr":${"9".repeat(100_000)}}`),
    statuses: [400],
    code: "invalid_input",
  },
  {
    name: "sends 1e999999",
    send: json('{"csr":1e999999}'),
    statuses: [400],
    code: "invalid_input",
  },
  { name: "sends a field twice", send: json('{"csr":1,"csr":"x"}'), statuses: [200] },
  {
    name: "sends __proto__",
    send: json('{"__proto__":{"csr":"x"},"constructor":{"prototype":{"csr":"x"}}}'),
    statuses: [400],
    code: "invalid_input",
  },
  {
    name: "sends fifty thousand members",
    send: json(`{${Array.from({ length: 50_000 }, (_, i) => `"k${i}":0`).join(",")}}`),
    statuses: [400],
    code: "invalid_input",
  },
  { name: "sends a lone surrogate", send: json('{"csr":"\\ud800"}'), statuses: [200] },

  // Methods
  { name: "pipelines", send: get("/api/health").repeat(3), statuses: [200, 200, 200] },
  {
    name: "pipelines after a bad request",
    send: json("{") + get("/api/health"),
    statuses: [400, 200],
  },
  { name: "sends HEAD", send: get("/api/health", "HEAD"), statuses: [200] },
  {
    name: "sends HEAD to an operation",
    send: get("/api/csr/decode", "HEAD"),
    statuses: [405],
  },
  {
    name: "sends TRACE",
    send: get("/api/csr/decode", "TRACE"),
    statuses: [405],
    code: "method_not_allowed",
  },
  {
    name: "sends TRACE to a page",
    send: get("/", "TRACE"),
    statuses: [405],
    code: "method_not_allowed",
  },
  {
    name: "sends CONNECT",
    send: "CONNECT a:443 HTTP/1.1\r\nHost: a\r\n\r\n",
    statuses: [],
    closes: true,
  },
  {
    name: "invents a method",
    send: get("/api/health", "BREW"),
    statuses: [400],
    code: "malformed_request",
    closes: true,
  },
  {
    name: "requests an upgrade",
    send:
      "GET /api/health HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n",
    statuses: [200],
  },

  // Paths
  ...[
    "/api/../../etc/passwd",
    "/api/csr/../../api/main.ts",
    "/api/%2e%2e/%2e%2e/etc/passwd",
    "/api/csr%2fdecode",
    "/api//csr/decode",
    "/api/csr/decode/",
    "/api/csr/decode%00",
    "/api/csr/decode;a=b",
    "/API/csr/decode",
    "/api/constructor",
    "/api/__proto__",
    "/api/%ff",
    "//api/csr/decode",
  ].map((path): Case => ({ name: `asks for ${path}`, send: get(path), statuses: [404] })),
  { name: "requests *", send: get("*", "OPTIONS"), statuses: [400] },
  {
    name: "requests a URL of another host",
    send: get("http://elsewhere.example/api/nope"),
    statuses: [404],
  },
];

describe("hostile client", () => {
  for (const { name, send, drip, statuses, code, closes } of CASES) {
    it(name, async () => {
      const faults: unknown[] = [];
      const limits = statuses.length === 0 || statuses.includes(408) ? SHORT : SERVER_LIMITS;
      await using server = await startServer({ limits, onFault: (_, fault) => faults.push(fault) });
      const answer = await exchange(server.port, send, {
        drip,
        answers: closes ? Infinity : statuses.length,
      });
      assert.deepEqual(answer.statuses, statuses, answer.text.slice(0, 500));
      if (code) assert(answer.text.includes(`"code":"${code}"`), answer.text.slice(0, 500));
      if (closes) assert(answer.closed);
      assert.deepEqual(faults, []);
      assert(!/node_modules|file:|at async/.test(answer.text), "no trace of the inside");

      const honest = await callApi(server.origin, "csr/decode", { csr: "x" });
      assert.equal(honest.status, 200);
    });
  }

  it("opens all available connections", async () => {
    const wanted = 1_000;
    await using server = await startServer({ limits: { ...SERVER_LIMITS, connections: 500 } });
    const held: Deno.Conn[] = [];
    try {
      for (let count = 0; count < wanted; count++) {
        held.push(await Deno.connect({ hostname: "127.0.0.1", port: server.port }));
      }
      const honest = await callApi(server.origin, "csr/decode", { csr: "x" });
      assert.equal(honest.status, 200);
    } finally {
      for (const connection of held) connection.close();
    }
  });

  it("loses a connection that is idle for too long", async () => {
    await using server = await startServer({ limits: { ...SERVER_LIMITS, keepAlive: 300 } });
    const answer = await exchange(server.port, get("/api/health"));
    assert.deepEqual(answer.statuses, [200]);
    assert(answer.closed);
  });
});
