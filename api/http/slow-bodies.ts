/** The minimum rate of request bodies. */
import type { IncomingMessage } from "node:http";

/** Milliseconds between two looks at the bodies that arrive. */
const CHECK_INTERVAL = 1_000;

interface Arriving {
  /** The bytes that the connection had received at the beginning of the window. */
  received: number;
  since: number;
}

/**
 * Finds requests whose bodies arrive too slowly: in each window of time, `bytes` have to arrive, or the rest of
 * the body. Otherwise many clients could each keep a part of a body in memory until the deadline.
 */
export class SlowBodies {
  readonly #bytes: number;
  readonly #window: number;
  readonly #onSlow: (incoming: IncomingMessage) => void;
  readonly #arriving = new Map<IncomingMessage, Arriving>();
  #timer: ReturnType<typeof setInterval> | undefined;

  /** `window` is in milliseconds. */
  constructor(
    { bytes, window }: { bytes: number; window: number },
    onSlow: (incoming: IncomingMessage) => void,
  ) {
    this.#bytes = bytes;
    this.#window = window;
    this.#onSlow = onSlow;
  }

  /** A request's headers have arrived. Requests without a body are ignored. */
  begin(incoming: IncomingMessage): void {
    const { headers, socket } = incoming;
    const hasBody = Number(headers["content-length"] ?? 0) > 0 ||
      headers["transfer-encoding"] !== undefined;
    if (!hasBody) return;
    this.#arriving.set(incoming, { received: socket.bytesRead, since: performance.now() });
    this.#timer ??= setInterval(() => this.#look(), Math.min(CHECK_INTERVAL, this.#window));
  }

  end(incoming: IncomingMessage): void {
    this.#arriving.delete(incoming);
    if (this.#arriving.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  #look(): void {
    const now = performance.now();
    for (const [incoming, arriving] of this.#arriving) {
      if (incoming.complete) this.end(incoming);
      else if (now - arriving.since >= this.#window) {
        const received = incoming.socket.bytesRead;
        const isSlow = received - arriving.received < this.#bytes;
        Object.assign(arriving, { received, since: now });
        if (isSlow) this.#onSlow(incoming);
      }
    }
  }
}
