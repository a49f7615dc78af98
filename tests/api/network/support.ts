/** Real servers on loopback, and network code whose look-ups and ports lead to them. */
import assert from "node:assert/strict";
import { isOperationError, type OperationErrorCode } from "../../../core/kernel/errors.ts";
import { readPem } from "../../../core/x509/pem/pem.ts";
import { DEADLINES, type Deadlines } from "../../../api/network/limits.ts";
import { HTTPS, type TlsAccess } from "../../../api/network/tls/presented-chain.ts";

const FIXTURES = new URL("../../fixtures/network/", import.meta.url);

/** Reads a fixture as text. */
export const pem = (name: string): string => Deno.readTextFileSync(new URL(name, FIXTURES));
/** Reads a fixture as bytes. */
export const bytes = (name: string) => Deno.readFileSync(new URL(name, FIXTURES));
/** Path of a fixture, for openssl. */
export const path = (name: string): string => new URL(name, FIXTURES).pathname;
/** The certificates of a PEM text. */
export const ders = (text: string) => readPem(text).map((block) => block.bytes!);

export const HOST = "www.chain.test";

export interface Listening extends AsyncDisposable {
  port: number;
}

/**
 * `openssl s_server` on a free port, or where another `-accept` among the arguments says. Its standard input stays open, because s_server ends with it.
 */
export async function startOpenssl(...args: string[]): Promise<Listening> {
  const child = new Deno.Command("openssl", {
    args: ["s_server", "-accept", "127.0.0.1:0", ...args],
    stdin: "piped",
    stdout: "piped",
    stderr: "null",
  }).spawn();
  const output = child.stdout.getReader();
  const decoder = new TextDecoder();
  let said = "";
  let port: number | null = null;
  while (port === null) {
    const { value, done } = await output.read();
    if (done) throw new Error(`openssl s_server ended: ${said}`);
    said += decoder.decode(value, { stream: true });
    // A port that was chosen for it is not printed.
    const ready = /ACCEPT(?: 127\.[\d.]+:(\d+))?\n/.exec(said);
    if (ready) port = Number(ready[1] ?? args[args.indexOf("-accept") + 1].split(":")[1]);
  }
  // Read and drop further output, because a full pipe would block the program.
  const drained = (async () => {
    while (!(await output.read()).done);
  })();
  return {
    port,
    async [Symbol.asyncDispose]() {
      child.kill("SIGKILL");
      await child.status;
      await drained;
      await child.stdin.close().catch(() => {});
    },
  };
}

export interface RawServer extends Listening {
  /** Connections accepted so far. */
  accepted: number;
  /** Resolves when a connection was closed by the client. */
  closed: Promise<void>;
}

/** A TCP server that passes each connection to `talk`, and closes it afterwards. */
export function startRaw(
  talk: (connection: Deno.Conn) => Promise<void>,
  { hostname = "127.0.0.1", port = 0 } = {},
): RawServer {
  const listener = Deno.listen({ hostname, port });
  return accept(listener, talk);
}

/** Deno's TLS server, which sends the certificates exactly as they are in `cert`. */
export function startDenoTls(
  cert: string,
  key = pem("leaf.key"),
  { hostname = "127.0.0.1", port = 0 } = {},
): RawServer {
  const listener = Deno.listenTls({ hostname, port, cert, key });
  return accept(listener, async (connection) => {
    await (connection as Deno.TlsConn).handshake();
    await drain(connection);
  });
}

function accept(
  listener: Deno.Listener<Deno.Conn>,
  talk: (connection: Deno.Conn) => Promise<void>,
): RawServer {
  const talking = new Set<Promise<void>>();
  const open = new Set<Deno.Conn>();
  const closed = Promise.withResolvers<void>();
  const server: RawServer = {
    port: (listener.addr as Deno.NetAddr).port,
    accepted: 0,
    closed: closed.promise,
    async [Symbol.asyncDispose]() {
      listener.close();
      for (const connection of open) close(connection);
      await accepting;
      await Promise.all(talking);
    },
  };
  const accepting = (async () => {
    for await (const connection of listener) {
      server.accepted++;
      open.add(connection);
      const talked = talk(connection).catch(() => {}).finally(() => {
        open.delete(connection);
        close(connection);
        talking.delete(talked);
        closed.resolve();
      });
      talking.add(talked);
    }
  })().catch(() => {});
  return server;
}

/** Closes the connection if it is open. */
export function close(connection: Deno.Conn): void {
  try {
    connection.close();
  } catch {
    // It is closed already.
  }
}

/** Reads until the other side closes. */
export async function drain(connection: Deno.Conn): Promise<void> {
  const buffer = new Uint8Array(4096);
  while (await connection.read(buffer) !== null);
}

/** An HTTP server for a test. */
export function startHttp(
  answer: (request: Request) => Response | Promise<Response>,
  tls: { cert?: string; key?: string } = {},
): Listening {
  const server = Deno.serve({
    hostname: "127.0.0.1",
    port: 0,
    onListen: () => {},
    ...tls as { cert: string; key: string },
  }, answer);
  return { port: server.addr.port, [Symbol.asyncDispose]: () => server.shutdown() };
}

export interface Counting {
  /** Names that were looked up, in order. */
  lookups: string[];
}

/**
 * The network code with every name on loopback and every port on `port`. Only loopback is allowed,
 * unless a guard is given.
 */
export function access(
  port: number,
  parts: Partial<TlsAccess> & { limits?: Partial<Deadlines> } = {},
): TlsAccess & Counting {
  const lookups: string[] = [];
  const { limits, ...rest } = parts;
  const deadlines = { ...DEADLINES, ...limits };
  return {
    resolve: () => Promise.resolve(["127.0.0.1"]),
    guard: (address) => address === "127.0.0.1",
    connectPort: () => port,
    service: HTTPS,
    resolveMs: deadlines.resolveMs,
    deadlines,
    ...rest,
    lookups,
  };
}

/** A signal that is never aborted. */
export const never = (): AbortSignal => new AbortController().signal;

/** Expects an OperationError with this code and message. */
export async function refused(
  promise: Promise<unknown>,
  code: OperationErrorCode,
  message: string | RegExp,
): Promise<void> {
  await assert.rejects(promise, (fault) => {
    assert(isOperationError(fault), String(fault));
    assert.equal(fault.code, code);
    if (typeof message === "string") assert.equal(fault.message, message);
    else assert.match(fault.message, message);
    return true;
  });
}
