/**
 * A slow line in front of a server: a proxy on the loopback interface that delays and limits what passes.
 * The browser's own emulation reaches neither workers nor the service worker, which share a real line with the
 * page.
 */

/** Octets that take the line at a time, so that connections share it. */
const SLICE = 4096;

export interface SlowLine extends AsyncDisposable {
  readonly origin: string;
  /** The requests and octets so far; those of the service worker count apart. */
  readonly counted: { requests: number; ofServiceWorker: number; bytes: number };
}

export interface Line {
  /** Of the direction to the browser. */
  bytesPerSecond: number;
  /** Milliseconds from a request to the first octet of an immediate answer. */
  roundTrip: number;
}

const until = (time: number) =>
  new Promise<void>((resolve) => setTimeout(resolve, Math.max(0, time - performance.now())));

export function slowLine(port: number, { bytesPerSecond, roundTrip }: Line): SlowLine {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const counted = { requests: 0, ofServiceWorker: 0, bytes: 0 };
  const open = new Set<Deno.Conn>();
  /** When the line has sent all that it was given. */
  let free = 0;

  /** Writes in order, each piece at its own time. */
  function delayed(to: Deno.Conn): (piece: Uint8Array, at: number) => void {
    const writer = to.writable.getWriter();
    let last: Promise<void> = Promise.resolve();
    return (piece, at) => {
      last = last.then(() => until(at)).then(() => writer.write(piece)).catch(() => {});
    };
  }

  async function carry(browser: Deno.Conn): Promise<void> {
    const server = await Deno.connect({ hostname: "127.0.0.1", port });
    open.add(browser).add(server);
    // The handshake of TCP.
    await until(performance.now() + roundTrip);
    const up = async () => {
      const write = delayed(server);
      for await (const piece of browser.readable) {
        count(piece);
        write(piece, performance.now() + roundTrip / 2);
      }
    };
    const down = async () => {
      const write = delayed(browser);
      for await (const piece of server.readable) {
        for (let at = 0; at < piece.length; at += SLICE) {
          const slice = piece.subarray(at, at + SLICE);
          free = Math.max(free, performance.now()) + slice.length / bytesPerSecond * 1000;
          counted.bytes += slice.length;
          await until(free);
          write(slice, free + roundTrip / 2);
        }
      }
    };
    await Promise.allSettled([up(), down()]);
    for (const connection of [browser, server]) {
      open.delete(connection);
      try {
        connection.close();
      } catch { /* It is closed already. */ }
    }
  }

  function count(piece: Uint8Array): void {
    const head = new TextDecoder().decode(piece);
    if (!/^(?:GET|POST) /.test(head)) return;
    if (/^(?:referer: .*\/sw\.js|service-worker: script)\r?$/im.test(head)) {
      counted.ofServiceWorker++;
    } else counted.requests++;
  }

  const accepting = (async () => {
    for await (const browser of listener) carry(browser).catch(() => {});
  })();
  return {
    origin: `http://localhost:${listener.addr.port}`,
    counted,
    async [Symbol.asyncDispose]() {
      listener.close();
      for (const connection of open) {
        try {
          connection.close();
        } catch { /* It is closed already. */ }
      }
      await accepting.catch(() => {});
    },
  };
}
