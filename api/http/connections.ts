/**
 * Limits on connections: their number, one request of each at a time, and the bytes of answers that
 * clients have not read. All bytes are counted in one account (api/byte-account.ts).
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { ByteAccount, Held } from "../byte-account.ts";

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
  readonly #hold: (incoming: IncomingMessage) => Held | null;
  /** The waiting requests of each connection that is serving one. */
  readonly #waiting = new WeakMap<Socket, (readonly [IncomingMessage, ServerResponse, Held])[]>();

  /** `hold` counts the bytes of a request that waits; null if there is no room for them. */
  constructor(serve: Serve, ahead: number, hold: (incoming: IncomingMessage) => Held | null) {
    this.#serve = serve;
    this.#ahead = ahead;
    this.#hold = hold;
  }

  arrive(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const { socket } = incoming;
    if (socket.destroyed) return;
    const waiting = this.#waiting.get(socket);
    if (!waiting) {
      this.#waiting.set(socket, []);
      this.#start(incoming, outgoing);
      return;
    }
    const held = waiting.length < this.#ahead ? this.#hold(incoming) : null;
    if (held !== null) waiting.push([incoming, outgoing, held]);
    else {
      release(waiting);
      socket.destroy();
    }
  }

  #start(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const { socket } = incoming;
    this.#serve(incoming, outgoing);
    // This runs after the server's own listener for the end of the request.
    outgoing.once("close", () => {
      const waiting = this.#waiting.get(socket) ?? [];
      const next = socket.destroyed ? undefined : waiting.shift();
      if (next) {
        next[2].release();
        this.#start(next[0], next[1]);
      } else {
        release(waiting);
        this.#waiting.delete(socket);
      }
    });
  }
}

/** Forgets requests that will not be served. */
function release(waiting: (readonly [IncomingMessage, ServerResponse, Held])[]): void {
  for (const [, , held] of waiting.splice(0)) held.release();
}

/** Milliseconds between two checks for stalled clients. */
const CHECK_INTERVAL = 1_000;

interface Pending {
  bytes: number;
  held: Held;
  /** When the client last read some of them. */
  progress: number;
}

/**
 * Counts the bytes of answers that clients have not read. A client that reads nothing for a while is
 * disconnected, and so is one whose bytes have to be given up in the account of bytes.
 */
export class Unread {
  readonly #account: ByteAccount;
  readonly #patience: number;
  readonly #pending = new Map<Socket, Pending>();
  #timer: ReturnType<typeof setInterval> | undefined;

  constructor(account: ByteAccount, patience: number) {
    this.#account = account;
    this.#patience = patience;
  }

  /** Sets the number of unread bytes of a client's connection; 0 when it has read all of them. */
  set(socket: Socket, client: string, bytes: number): void {
    const before = this.#pending.get(socket);
    // More bytes are a further part of the answer. The client has read nothing, and keeps its place.
    const isFurther = before !== undefined && bytes > before.bytes;
    if (isFurther && before.held.grow(bytes - before.bytes)) {
      before.bytes = bytes;
      return;
    }
    this.#pending.delete(socket);
    before?.held.release();
    const held = bytes > 0 && !socket.destroyed ? this.#hold(socket, client, bytes) : null;
    if (held !== null) {
      const progress = isFurther ? before.progress : performance.now();
      this.#pending.set(socket, { bytes, held, progress });
      this.#timer ??= setInterval(
        () => this.#disconnectStalled(),
        Math.min(CHECK_INTERVAL, this.#patience),
      );
    } else if (bytes > 0) socket.destroy();
    if (this.#pending.size === 0) {
      clearInterval(this.#timer);
      this.#timer = undefined;
    }
  }

  /** Older answers of the same client make room, because this one is made already. */
  #hold(socket: Socket, client: string, bytes: number): Held | null {
    for (;;) {
      const held = this.#account.hold(client, bytes, () => this.#disconnect(socket));
      if (held !== null || !this.#account.giveUpOldest(client)) return held;
    }
  }

  #disconnectStalled(): void {
    const late = performance.now() - this.#patience;
    for (const [socket, { progress }] of this.#pending) {
      if (progress <= late) this.#disconnect(socket);
    }
  }

  #disconnect(socket: Socket): void {
    this.set(socket, "", 0);
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
