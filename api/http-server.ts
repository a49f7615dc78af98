/**
 * The listening server, on `node:http`: it has a deadline for headers and one for the whole request,
 * which Deno.serve has not (a connection that sends half a header stays open there for ever). Measured
 * on a bare echo of 1 kB, Deno.serve answers 1.4 times as many requests a second; no operation
 * here is so cheap that this shows.
 */
import { createServer, type IncomingMessage, type ServerResponse, STATUS_CODES } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import type { ServerErrorCode } from "../core/errors.ts";
import { TEXT } from "../core/texts.ts";
import { refusalBody } from "./envelope.ts";
import { SECURITY_HEADERS } from "./headers.ts";
import { STATUS } from "../core/status.ts";

export interface ServerLimits {
  /** Milliseconds for the request line and headers. */
  headers: number;
  /** Milliseconds for the whole request, its body included. */
  request: number;
  /** Milliseconds that a connection stays open between requests; more than a proxy keeps its own. */
  keepAlive: number;
  /** Milliseconds without a byte in either direction. */
  silence: number;
  /** Bytes of the request line and all headers. */
  headerBytes: number;
  /** Open connections; beyond them the oldest idle one is closed for a new one. */
  connections: number;
  /** Connections that the system takes before we see them. */
  backlog: number;
}

export const SERVER_LIMITS: Readonly<ServerLimits> = {
  headers: 10_000,
  request: 30_000,
  keepAlive: 75_000,
  silence: 120_000,
  headerBytes: 16 * 1024,
  connections: 8_000,
  backlog: 511,
};

/** Bytes of a body that nobody wanted, below which closing the connection would cost more. */
const MAX_UNREAD = 64 * 1024;

export interface HttpServer {
  readonly port: number;
  /** Stops accepting, lets requests finish, and cuts off those that take longer than `grace` ms. */
  shutdown(grace: number): Promise<void>;
}

/** Answers a request; the peer's address is that of the connection. */
export type Fetch = (request: Request, peer: { address: string }) => Response | Promise<Response>;

export async function listen(
  fetch: Fetch,
  { hostname, port, limits = SERVER_LIMITS }: {
    hostname: string;
    port: number;
    limits?: ServerLimits;
  },
): Promise<HttpServer> {
  const listener = getRequestListener(
    async (request, { incoming, outgoing }) => {
      if (hostsOf(incoming) > 1) {
        await send(malformed(), outgoing as ServerResponse);
        return RESPONSE_ALREADY_SENT;
      }
      const address = incoming.socket.remoteAddress ?? "";
      const response = await fetch(request, { address });
      // What was answered without its body: little is read away, so that the connection can serve on.
      if (Number(incoming.headers["content-length"]) <= MAX_UNREAD) incoming.resume();
      await send(response, outgoing as ServerResponse);
      return RESPONSE_ALREADY_SENT;
    },
    // Without its stand-ins for Request and Response, which would replace them everywhere.
    { overrideGlobalObjects: false, errorHandler: () => malformed() },
  );
  const server = createServer({
    headersTimeout: limits.headers,
    requestTimeout: limits.request,
    keepAliveTimeout: limits.keepAlive,
    connectionsCheckingInterval: Math.min(Math.ceil(limits.headers / 4), 1_000),
    maxHeaderSize: limits.headerBytes,
  });
  const connections = new Connections(limits.connections);
  let closing = false;

  server.setTimeout(limits.silence);
  server.on("connection", (socket) => connections.add(socket));
  server.on("request", (incoming: IncomingMessage, outgoing) => {
    connections.begin(incoming.socket);
    outgoing.once("close", () => {
      connections.end(incoming.socket);
      if (closing) connections.closeIdle();
    });
    if (closing) outgoing.setHeader("connection", "close");
    listener(incoming, outgoing);
  });
  server.on("clientError", (error: Error & { code?: string }, socket) => {
    const code = CLIENT_ERRORS.get(error.code ?? "") ?? "malformed_request";
    if (socket.writable && error.code !== "ECONNRESET") socket.write(rawRefusal(code));
    socket.destroy();
  });

  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen({ port, host: hostname, backlog: limits.backlog }, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    shutdown(grace) {
      closing = true;
      return new Promise((resolve) => {
        const timer = setTimeout(() => server.closeAllConnections(), grace);
        server.close(() => {
          clearTimeout(timer);
          resolve();
        });
        connections.closeIdle();
      });
    },
  };
}

/** How many Host headers there are. With two, what is behind us might go by the other (RFC 9112, 3.2). */
function hostsOf({ rawHeaders }: Pick<IncomingMessage, "rawHeaders">): number {
  return rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === "host").length;
}

/** All answers are in memory: written in one piece, without the detour over a stream. */
async function send(response: Response, outgoing: ServerResponse): Promise<void> {
  // Not asked whether it has a body: that alone would turn the body into a stream.
  const body = new Uint8Array(await response.arrayBuffer());
  if (body.length > 0 && !response.headers.has("content-length")) {
    outgoing.setHeader("content-length", body.length);
  }
  const headers: Record<string, string> = {};
  // Not by its iterator, which takes as long as all the rest of this function.
  response.headers.forEach((value, name) => {
    headers[name] = value;
  });
  outgoing.writeHead(response.status, headers);
  outgoing.end(body);
}

/** Keeps connections below a bound, so that idle ones can never use up the machine's files. */
class Connections {
  readonly #max: number;
  /** All that are open and serve no request, the oldest first. */
  readonly #idle = new Set<Socket>();
  #open = 0;

  constructor(max: number) {
    this.#max = max;
  }

  add(socket: Socket): void {
    this.#open += 1;
    this.#idle.add(socket);
    socket.once("close", () => {
      this.#open -= 1;
      this.#idle.delete(socket);
    });
    const [oldest] = this.#idle;
    if (this.#open <= this.#max || oldest === undefined) return;
    // Taken out at once: it counts as open until it is closed, and the next may come before that.
    this.#idle.delete(oldest);
    oldest.destroy();
  }

  begin(socket: Socket): void {
    this.#idle.delete(socket);
  }

  end(socket: Socket): void {
    if (!socket.destroyed) this.#idle.add(socket);
  }

  /** The server's own closeIdleConnections spares those that have not asked for anything yet. */
  closeIdle(): void {
    for (const socket of this.#idle) socket.destroySoon();
  }
}

const CLIENT_ERRORS = new Map<string, ServerErrorCode>([
  ["ERR_HTTP_REQUEST_TIMEOUT", "request_timeout"],
  ["HPE_HEADER_OVERFLOW", "headers_too_large"],
]);

const MESSAGES = new Map<ServerErrorCode, string>([
  ["request_timeout", TEXT.requestTimeout],
  ["headers_too_large", TEXT.headersTooLarge],
  ["malformed_request", TEXT.malformedRequest],
]);

/** The error envelope as the bytes of a whole answer, for a request that never became one. */
function rawRefusal(code: ServerErrorCode): string {
  const body = refusalBody({ code, message: MESSAGES.get(code)! });
  const status = STATUS[code];
  return [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    "Content-Type: application/json; charset=utf-8",
    "Cache-Control: no-store",
    ...Object.entries(SECURITY_HEADERS.api).map(([name, value]) => `${name}: ${value}`),
    `Content-Length: ${new TextEncoder().encode(body).length}`,
    "Connection: close",
    "",
    body,
  ].join("\r\n");
}

function malformed(): Response {
  const code = "malformed_request";
  return new Response(refusalBody({ code, message: TEXT.malformedRequest }), {
    status: STATUS[code],
    headers: {
      "content-type": "application/json; charset=utf-8",
      "connection": "close",
      ...SECURITY_HEADERS.api,
    },
  });
}
