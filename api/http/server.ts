/**
 * The HTTP server, on `node:http`, which has deadlines for the headers and for the whole request.
 * Deno.serve has none: a connection that sends half a header stays open for more than a minute. Deno.serve
 * answers 1.4 times as many requests a second (measured with an echo of 1 kB), but it would need a
 * proxy in front of every server.
 */
import { createServer, type IncomingMessage, type ServerResponse, STATUS_CODES } from "node:http";
import type { AddressInfo } from "node:net";
import type { Duplex } from "node:stream";
import { getRequestListener } from "@hono/node-server";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import type { ServerErrorCode } from "../../core/kernel/errors.ts";
import * as TEXT from "../../core/texts.ts";
import { send } from "./send.ts";
import { ByteAccount, type Held } from "../byte-account.ts";
import { Connections, Turns, Unread } from "./connections.ts";
import { clientKey } from "./forwarded.ts";
import type { Arrive } from "./body.ts";
import { SlowBodies } from "./slow-bodies.ts";
import { refusalBody } from "./envelope.ts";
import { SECURITY_HEADERS } from "./headers.ts";
import { STATUS } from "./errors.ts";

export interface ServerLimits {
  /** Milliseconds for the request line and headers. */
  headers: number;
  /** Milliseconds for the whole request, including its body. */
  request: number;
  /** Milliseconds that an idle connection stays open; longer than a proxy keeps its own. */
  keepAlive: number;
  /** Milliseconds without a byte in either direction, after which a connection is closed. */
  silence: number;
  /** Bytes of the request line and all headers. */
  headerBytes: number;
  /** Open connections. For a new one beyond them, the oldest idle one is closed. */
  connections: number;
  /** Connections that the system accepts before the server sees them. */
  backlog: number;
  /** Pipelined requests of one connection that wait for the current one. */
  ahead: number;
  /** Milliseconds after which a client that reads nothing of its answer is disconnected. */
  stalled: number;
  /** Milliseconds within which a body has to bring `bodyBytes`, or its rest. */
  bodyWindow: number;
  bodyBytes: number;
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
  // Two kB a second, which the slowest mobile networks have.
  bodyWindow: 10_000,
  bodyBytes: 20_000,
};

/** Reading an unused body of at most this many bytes costs less than a new connection. */
const MAX_UNWANTED = 64 * 1024;

export interface HttpServer {
  readonly port: number;
  /** Stops accepting, lets requests finish, and aborts those that take longer than `grace` ms. */
  shutdown(grace: number): Promise<void>;
}

/** Answers a request. `address` is the peer of the connection, and `arrive` reads the body. */
type Fetch = (
  request: Request,
  peer: { address: string; arrive: Arrive },
) => Response | Promise<Response>;

/** Listens on the port, or on any free one if it is 0. Rejects if the port is in use. */
export async function listen(
  fetch: Fetch,
  { hostname, port, limits = SERVER_LIMITS, account = new ByteAccount(), trustProxy = 0 }: {
    hostname: string;
    port: number;
    limits?: ServerLimits;
    /** Counts answers that are not read, and requests that wait for the one before them. */
    account?: ByteAccount;
    /** The number of our own proxies in front, which report the client. */
    trustProxy?: number;
  },
): Promise<HttpServer> {
  const clientOf = ({ socket, headers }: IncomingMessage) =>
    clientKey(socket.remoteAddress, String(headers["x-forwarded-for"] ?? ""), trustProxy);
  const listener = getRequestListener(
    async (request, { incoming, outgoing }) => {
      const { socket } = incoming as IncomingMessage;
      const client = clientOf(incoming as IncomingMessage);
      const setUnread = (bytes: number) => unread.set(socket, client, bytes);
      if (hostsOf(incoming) > 1) {
        await send(malformed(), outgoing as ServerResponse, setUnread);
        return RESPONSE_ALREADY_SENT;
      }
      const address = socket.remoteAddress ?? "";
      const response = await fetch(request, {
        address,
        arrive: arriveFrom(incoming as IncomingMessage),
      });
      // Discard a small body that was not read, so that the connection can be used again.
      if (Number(incoming.headers["content-length"]) <= MAX_UNWANTED) incoming.resume();
      else if (!(incoming as IncomingMessage).complete) {
        (outgoing as ServerResponse).once("finish", () => linger(incoming as IncomingMessage));
      }
      await send(response, outgoing as ServerResponse, setUnread);
      return RESPONSE_ALREADY_SENT;
    },
    // Keep the global Request and Response, which the library would otherwise replace.
    {
      overrideGlobalObjects: false,
      // `linger` closes connections whose body was not read. The library would read up to 64 MiB of it.
      autoCleanupIncoming: false,
      errorHandler: () => malformed(),
    },
  );
  const server = createServer({
    headersTimeout: limits.headers,
    requestTimeout: limits.request,
    keepAliveTimeout: limits.keepAlive,
    connectionsCheckingInterval: Math.min(Math.ceil(limits.headers / 4), 1_000),
    maxHeaderSize: limits.headerBytes,
  });
  const connections = new Connections(limits.connections);
  const unread = new Unread(account, limits.stalled);
  const turns = new Turns(serve, limits.ahead, (incoming) => holdWaiting(incoming));
  const slow = new SlowBodies(
    { bytes: limits.bodyBytes, window: limits.bodyWindow },
    (incoming) => {
      const { socket } = incoming;
      if (!serving.get(socket)?.[1].headersSent) socket.write(rawRefusal("request_timeout"));
      socket.destroy();
    },
  );
  /** The current exchange of each connection. */
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
      unread.set(socket, "", 0);
      slow.end(incoming);
      connections.end(socket);
      if (closing) connections.closeIdle();
    });
    if (closing) outgoing.setHeader("connection", "close");
    slow.begin(incoming);
    listener(incoming, outgoing);
  }
  /** Counts the headers of a request that waits. A client without room for them is disconnected. */
  function holdWaiting(incoming: IncomingMessage): Held | null {
    const bytes = incoming.rawHeaders.reduce(
      (sum, text) => sum + text.length,
      incoming.url!.length,
    );
    return account.hold(clientOf(incoming), bytes, () => incoming.socket.destroy());
  }
  server.on("clientError", (error: Error & { code?: string }, socket) => {
    const code = CLIENT_ERRORS.get(error.code ?? "") ?? "malformed_request";
    const [incoming, outgoing] = serving.get(socket) ?? [];
    // If a request is complete or its answer has started, the client would take this refusal for the
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

/** Milliseconds that a client has to read the refusal of a body before the connection is closed. */
const LINGER = 500;

/**
 * Closes the connection of a refused body without reading the rest. Closing it at once could take the
 * answer from the client (RFC 9112, 9.6).
 */
function linger(incoming: IncomingMessage): void {
  const { socket } = incoming;
  incoming.pause();
  socket.pause();
  const timer = setTimeout(() => socket.destroy(), LINGER);
  socket.once("close", () => clearTimeout(timer));
}

/** Reads a body from its connection. A stream of the Request costs several times as much. */
const arriveFrom = (incoming: IncomingMessage): Arrive => (take, stop) =>
  new Promise((resolve) => {
    const settle = (isWhole: boolean) => {
      incoming.off("data", onData).off("end", onEnd).off("close", onClose).off("error", onClose);
      if (!isWhole) incoming.pause();
      resolve(isWhole);
    };
    const onData = (part: Uint8Array) => void (take(part) || settle(false));
    const onEnd = () => settle(true);
    const onClose = () => settle(false);
    stop.end = onClose;
    incoming.on("data", onData).on("end", onEnd).on("close", onClose).on("error", onClose);
    if (incoming.destroyed) settle(incoming.readableEnded);
  });

/** The number of Host headers. With two, a proxy in front may use the other one (RFC 9112, 3.2). */
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

/** The error envelope as a raw HTTP response, for a request that could not be parsed. */
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
