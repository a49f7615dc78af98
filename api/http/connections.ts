/**
 * What the connections of one server may hold: so many at a time, one request of each at a time, and
 * a bounded number of bytes that their clients have not read yet.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** Keeps connections below a bound, so that idle ones can never use up the machine's files. */
export class Connections {
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

  /** Closes the idle ones; the server's own closeIdleConnections spares those that never asked. */
  closeIdle(): void {
    for (const socket of this.#idle) socket.destroySoon();
  }
}

type Serve = (incoming: IncomingMessage, outgoing: ServerResponse) => void;

/**
 * Requests of a connection one after the other. A client may send some ahead (RFC 9112, 9.3.2). One
 * that sends more is disconnected: each request takes memory as soon as it is read, and an honest
 * client sends again what was not answered.
 */
export class Turns {
  readonly #serve: Serve;
  readonly #ahead: number;
  /** Of connections that serve a request, those that wait. */
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
    // After what the server itself does at the end of a request.
    outgoing.once("close", () => {
      const next = this.#waiting.get(socket)?.shift();
      if (next && !socket.destroyed) this.#start(...next);
      else this.#waiting.delete(socket);
    });
  }
}

/** Milliseconds between two looks at who has not read. */
const LOOK = 1_000;

interface Pending {
  bytes: number;
  /** When the client last took some of them. */
  progress: number;
}

/**
 * Bytes of answers that clients have not taken. Who takes none for a while is cut off, and so is who
 * has taken none for longest when there are too many in all.
 */
export class Unread {
  readonly #most: number;
  readonly #patience: number;
  /** The one without progress for longest comes first. */
  readonly #pending = new Map<Socket, Pending>();
  #all = 0;
  #timer: ReturnType<typeof setInterval> | undefined;

  constructor({ bytes, patience }: { bytes: number; patience: number }) {
    this.#most = bytes;
    this.#patience = patience;
  }

  /** So many bytes of a connection wait now; 0 when all were taken. */
  set(socket: Socket, bytes: number): void {
    const before = this.#pending.get(socket);
    this.#all -= before?.bytes ?? 0;
    if (before && bytes > before.bytes && !socket.destroyed) {
      // A further part has come: the client has taken nothing, and keeps its place.
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
    while (this.#all > this.#most) this.#cut(this.#pending.keys().next().value!);
  }

  #begin(socket: Socket, bytes: number): void {
    this.#all += bytes;
    this.#pending.set(socket, { bytes, progress: performance.now() });
    this.#timer ??= setInterval(() => this.#look(), Math.min(LOOK, this.#patience));
  }

  #look(): void {
    const late = performance.now() - this.#patience;
    for (const [socket, { progress }] of this.#pending) {
      if (progress > late) break;
      this.#cut(socket);
    }
  }

  #cut(socket: Socket): void {
    this.set(socket, 0);
    socket.destroy();
  }
}

/**
 * How many connections this process may hold. Beyond the machine's limit of open files nothing can
 * be accepted any more, for good: a listener of Deno 2.9 does not recover from it.
 */

/** Files that are no connections of callers: those to other hosts and Redis, the log, Deno's own. */
const OWN_FILES = 96;
/** Connections that the system takes before we see them; Node's usual number. */
const BACKLOG = 511;

interface ConnectionLimits {
  connections: number;
  backlog: number;
}

/**
 * `wanted` connections, or fewer where the limit of open files is lower. It is found by trying, with
 * a file that may be read anyway: to ask for it would take every permission. A whole backlog may
 * be accepted before the first of them is closed, so its files are left free.
 */
export function connectionsWithin(file: URL, wanted: number): ConnectionLimits {
  const opened: Deno.FsFile[] = [];
  try {
    while (opened.length < wanted + BACKLOG + OWN_FILES) opened.push(Deno.openSync(file));
  } catch {
    // The limit, or a file that is not there; then the answer is a careful one.
  } finally {
    for (const one of opened) one.close();
  }
  const backlog = Math.max(Math.min(BACKLOG, Math.floor(opened.length / 4)), 16);
  return {
    connections: Math.max(Math.min(wanted, opened.length - backlog - OWN_FILES), 16),
    backlog,
  };
}
