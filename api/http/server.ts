/**
 * The listening server, on `node:http`: it has a deadline for headers and one for the whole request,
 * which Deno.serve has not (a connection that sends half a header stays open there for ever). Measured
 * on a bare echo of 1 kB, Deno.serve answers 1.4 times as many requests a second; no operation
 * here is so cheap that this shows.
 */
import { createServer, type IncomingMessage, type ServerResponse, STATUS_CODES } from "node:http";
import type { AddressInfo } from "node:net";
import type { Duplex } from "node:stream";
import { getRequestListener } from "@hono/node-server";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import type { ServerErrorCode } from "../../core/kernel/errors.ts";
import * as TEXT from "../../core/texts.ts";
import { send } from "./send.ts";
import { Connections, Turns, Unread } from "./connections.ts";
import { refusalBody } from "./envelope.ts";
import { SECURITY_HEADERS } from "./headers.ts";
import { STATUS } from "./errors.ts";

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
  /** Requests that a connection may send ahead of the one that is answered. */
  ahead: number;
  /** Milliseconds in which a client takes nothing of its answer. */
  stalled: number;
  /** Bytes of answers that clients have not taken, over all connections. */
  unreadBytes: number;
}

export const SERVER_LIMITS: Readonly<ServerLimits> = {
  headers: 10_000,
  request: 30_000,
  keepAlive: 75_000,
  silence: 120_000,
  headerBytes: 16 * 1024,
  connections: 8_000,
  backlog: 511,
  ahead: 16,
  stalled: 20_000,
  unreadBytes: 64 * 1024 * 1024,
};

/** Bytes of a body that nobody wanted, up to which reading it costs less than a new connection. */
const MAX_UNWANTED = 64 * 1024;

export interface HttpServer {
  readonly port: number;
  /** Stops accepting, lets requests finish, and cuts off those that take longer than `grace` ms. */
  shutdown(grace: number): Promise<void>;
}

/** Answers a request; the peer's address is that of the connection. */
type Fetch = (request: Request, peer: { address: string }) => Response | Promise<Response>;

/** Listens on the port; 0 is any that is free. Rejects where it is taken. */
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
        await send(malformed(), outgoing as ServerResponse, unread);
        return RESPONSE_ALREADY_SENT;
      }
      const address = incoming.socket.remoteAddress ?? "";
      const response = await fetch(request, { address });
      // Where the body was not read, a small one is read away, so that the connection can serve on.
      if (Number(incoming.headers["content-length"]) <= MAX_UNWANTED) incoming.resume();
      await send(response, outgoing as ServerResponse, unread);
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
  const unread = new Unread({ bytes: limits.unreadBytes, patience: limits.stalled });
  const turns = new Turns(serve, limits.ahead);
  /** The exchange of each connection that is served now. */
  const serving = new WeakMap<Duplex, [IncomingMessage, ServerResponse]>();
  let closing = false;

  server.setTimeout(limits.silence);
  server.on("connection", (socket) => connections.add(socket));
  server.on("request", (incoming: IncomingMessage, outgoing) => turns.arrive(incoming, outgoing));
  function serve(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const { socket } = incoming;
    connections.begin(socket);
    serving.set(socket, [incoming, outgoing]);
    outgoing.once("close", () => {
      serving.delete(socket);
      unread.set(socket, 0);
      connections.end(socket);
      if (closing) connections.closeIdle();
    });
    if (closing) outgoing.setHeader("connection", "close");
    listener(incoming, outgoing);
  }
  server.on("clientError", (error: Error & { code?: string }, socket) => {
    const code = CLIENT_ERRORS.get(error.code ?? "") ?? "malformed_request";
    const [incoming, outgoing] = serving.get(socket) ?? [];
    // Behind a whole request, or after the headers of its answer, these bytes would be taken for the
    // answer to that request, or for a part of it.
    const isItsTurn = !incoming?.complete && !outgoing?.headersSent;
    if (isItsTurn && socket.writable && error.code !== "ECONNRESET") socket.write(rawRefusal(code));
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

/** How many Host headers there are. With two, a proxy in front may go by the other (RFC 9112, 3.2). */
function hostsOf({ rawHeaders }: Pick<IncomingMessage, "rawHeaders">): number {
  return rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === "host").length;
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
