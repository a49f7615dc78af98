/**
 * Load over many kept-alive connections. It does as little work as possible, because it shares the
 * machine with the measured server.
 */

export interface Target {
  port: number;
  /** The whole request in bytes. */
  request: Uint8Array<ArrayBuffer>;
}

export interface Measured {
  requests: number;
  seconds: number;
  /** The number of answers by status; 0 counts broken connections. */
  statuses: Map<number, number>;
  /** Milliseconds, sorted. */
  latencies: Float64Array;
}

/** A POST of JSON in bytes, with the header that a proxy sets to the address of the client. */
export function postRequest(
  path: string,
  body: string,
  client = "192.0.2.1",
): Uint8Array<ArrayBuffer> {
  const length = new TextEncoder().encode(body).length;
  return new TextEncoder().encode(
    `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n` +
      `X-Forwarded-For: ${client}\r\n` +
      `Content-Length: ${length}\r\n\r\n${body}`,
  );
}

/**
 * Keeps `connections` busy for the given time. Each takes the targets in turn, and each starts with
 * another target.
 */
export async function load(
  targets: readonly Target[],
  connections: number,
  seconds: number,
): Promise<Measured> {
  const latencies: number[] = [];
  const statuses = new Map<number, number>();
  const started = performance.now();
  const end = started + seconds * 1000;
  await Promise.all(Array.from({ length: connections }, async (_, index) => {
    const open = new Map<number, Connection>();
    for (let turn = index; performance.now() < end; turn++) {
      const { port, request } = targets[turn % targets.length];
      let status = 0;
      const sent = performance.now();
      try {
        let connection = open.get(port);
        if (!connection) open.set(port, connection = await Connection.open(port));
        status = await connection.exchange(request);
      } catch {
        open.get(port)?.close();
        open.delete(port);
      }
      latencies.push(performance.now() - sent);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
    for (const connection of open.values()) connection.close();
  }));
  return {
    requests: latencies.length,
    seconds: (performance.now() - started) / 1000,
    statuses,
    latencies: Float64Array.from(latencies).sort(),
  };
}

export function percentile({ latencies }: Measured, part: number): number {
  return latencies[Math.min(Math.floor(latencies.length * part), latencies.length - 1)];
}

/** One kept-alive connection. Answers need a Content-Length, which our server always sends. */
class Connection {
  readonly #socket: Deno.TcpConn;
  readonly #buffer = new Uint8Array(64 * 1024);
  readonly #decoder = new TextDecoder("latin1");

  private constructor(socket: Deno.TcpConn) {
    this.#socket = socket;
    socket.setNoDelay(true);
  }

  static async open(port: number): Promise<Connection> {
    return new Connection(await Deno.connect({ hostname: "127.0.0.1", port }));
  }

  async exchange(request: Uint8Array<ArrayBuffer>): Promise<number> {
    for (let at = 0; at < request.length;) at += await this.#socket.write(request.subarray(at));
    let head = "";
    let received = 0;
    let whole = Infinity;
    while (received < whole) {
      const read = await this.#socket.read(this.#buffer);
      if (read === null) throw new Error("closed");
      received += read;
      if (whole !== Infinity) continue;
      head += this.#decoder.decode(this.#buffer.subarray(0, read));
      const end = head.indexOf("\r\n\r\n");
      if (end < 0) continue;
      const length = /content-length: (\d+)/i.exec(head.slice(0, end));
      whole = end + 4 + Number(length?.[1] ?? 0);
    }
    return Number(head.slice(9, 12));
  }

  close(): void {
    try {
      this.#socket.close();
    } catch {
      // Closed already.
    }
  }
}
