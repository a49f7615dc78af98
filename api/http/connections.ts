/**
 * Limits on connections: their number, one request of each at a time, and the bytes of answers that
 * clients have not read.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** Limits the number of connections, so that idle ones cannot use up the process's open files. */
export class Connections {
  readonly #max: number;
  /** Connections without a request, the oldest first. */
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
    // Remove it now: it counts as open until it is closed, and another may arrive before that.
    this.#idle.delete(oldest);
    oldest.destroy();
  }

  begin(socket: Socket): void {
    this.#idle.delete(socket);
  }

  end(socket: Socket): void {
    if (!socket.destroyed) this.#idle.add(socket);
  }

  /** Closes idle connections. The server's closeIdleConnections skips those without any request. */
  closeIdle(): void {
    for (const socket of this.#idle) socket.destroySoon();
  }
}

type Serve = (incoming: IncomingMessage, outgoing: ServerResponse) => void;

/**
 * Serves the requests of a connection one after the other. A client may pipeline some (RFC 9112,
 * 9.3.2). One that pipelines more is disconnected, because each request takes memory as soon as it is
 * read, and a well-behaved client repeats requests that were not answered.
 */
export class Turns {
  readonly #serve: Serve;
  readonly #ahead: number;
  /** The waiting requests of each connection that is serving one. */
  readonly #waiting = new WeakMap<Socket, (readonly [IncomingMessage, ServerResponse])[]>();

  constructor(serve: Serve, ahead: number) {
    this.#serve = serve;
    this.#ahead = ahead;
  }

  arrive(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const { socket } = incoming;
    if (socket.destroyed) return;
    const waiting = this.#waiting.get(socket);
    if (!waiting) {
      this.#waiting.set(socket, []);
      this.#start(incoming, outgoing);
    } else if (waiting.length < this.#ahead) {
      waiting.push([incoming, outgoing]);
    } else {
      waiting.length = 0;
      socket.destroy();
    }
  }

  #start(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const { socket } = incoming;
    this.#serve(incoming, outgoing);
    // This runs after the server's own listener for the end of the request.
    outgoing.once("close", () => {
      const next = this.#waiting.get(socket)?.shift();
      if (next && !socket.destroyed) this.#start(...next);
      else this.#waiting.delete(socket);
    });
  }
}

/** Milliseconds between two checks for stalled clients. */
const CHECK_INTERVAL = 1_000;

interface Pending {
  bytes: number;
  /** When the client last read some of them. */
  progress: number;
}

/**
 * Counts the bytes of answers that clients have not read. A client that reads nothing for a while is
 * disconnected. When there are too many bytes in total, the client that has been stalled for longest is
 * disconnected too.
 */
export class Unread {
  readonly #most: number;
  readonly #patience: number;
  /** The connection that has been stalled for longest comes first. */
  readonly #pending = new Map<Socket, Pending>();
  #all = 0;
  #timer: ReturnType<typeof setInterval> | undefined;

  constructor({ bytes, patience }: { bytes: number; patience: number }) {
    this.#most = bytes;
    this.#patience = patience;
  }

  /** Sets the number of unread bytes of a connection; 0 when the client has read all of them. */
  set(socket: Socket, bytes: number): void {
    const before = this.#pending.get(socket);
    this.#all -= before?.bytes ?? 0;
    if (before && bytes > before.bytes && !socket.destroyed) {
      // A further part of the answer has arrived. The client has read nothing and keeps its place.
      this.#all += bytes;
      before.bytes = bytes;
    } else {
      this.#pending.delete(socket);
      if (bytes > 0 && !socket.destroyed) this.#begin(socket, bytes);
    }
    if (this.#pending.size === 0) {
      clearInterval(this.#timer);
      this.#timer = undefined;
    }
    while (this.#all > this.#most) this.#disconnect(this.#pending.keys().next().value!);
  }

  #begin(socket: Socket, bytes: number): void {
    this.#all += bytes;
    this.#pending.set(socket, { bytes, progress: performance.now() });
    this.#timer ??= setInterval(
      () => this.#disconnectStalled(),
      Math.min(CHECK_INTERVAL, this.#patience),
    );
  }

  #disconnectStalled(): void {
    const late = performance.now() - this.#patience;
    for (const [socket, { progress }] of this.#pending) {
      if (progress > late) break;
      this.#disconnect(socket);
    }
  }

  #disconnect(socket: Socket): void {
    this.set(socket, 0);
    socket.destroy();
  }
}

/** Open files that are not connections of clients: outbound connections, Redis, the log, Deno's. */
const OWN_FILES = 96;
/** Connections that the system accepts before the server sees them. This is Node's default. */
const BACKLOG = 511;

interface ConnectionLimits {
  connections: number;
  backlog: number;
}

/**
 * Returns `wanted` connections, or fewer if the limit of open files is lower. A process that reaches
 * that limit stops accepting connections for good, because a listener of Deno 2.9 does not recover.
 *
 * The limit is found by opening `file` repeatedly, because reading the limit would need all
 * permissions. A whole backlog may be accepted before the first of them is closed, so files for it
 * are left free.
 */
export function connectionsWithin(file: URL, wanted: number): ConnectionLimits {
  const opened: Deno.FsFile[] = [];
  try {
    while (opened.length < wanted + BACKLOG + OWN_FILES) opened.push(Deno.openSync(file));
  } catch {
    // The limit is reached, or the file does not exist. In the second case, the result is the minimum.
  } finally {
    for (const one of opened) one.close();
  }
  const backlog = Math.max(Math.min(BACKLOG, Math.floor(opened.length / 4)), 16);
  return {
    connections: Math.max(Math.min(wanted, opened.length - backlog - OWN_FILES), 16),
    backlog,
  };
}
