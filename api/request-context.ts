/** The context that the server gives an operation, in addition to the kernel's. */
import type { Context } from "../core/kernel/context.ts";

export interface RequestContext extends Context {
  /** Sends and keeps parts of the answer. Tests that do not need them leave it out. */
  readonly parts?: Parts;
  /** Aborted when the client disconnects. Tests leave it out. */
  readonly signal?: AbortSignal;
  /** Logs a fault of our own code that does not end the operation. */
  readonly onFault?: (thrown: unknown) => void;
}

type Bytes = Uint8Array<ArrayBuffer>;

/** A part as it crosses threads. */
export interface Part {
  name: string;
  /** The value that the operation continues with, as JSON. */
  kept: Bytes;
  /** The fields of the answer to send to the client, as JSON; null if there are none. */
  sent: Bytes | null;
}

/**
 * Results that an operation computes before its whole answer is known. A part is sent to clients
 * that accept answers in parts (api/http/parts.ts). It is also kept, so that an operation that runs
 * again does not compute it again (api/compute/protocol.ts).
 */
export class Parts {
  readonly #known: Map<string, Part>;
  readonly #fresh: Part[] = [];
  readonly #onPart: (part: Part) => void;

  /** `known`: the parts of earlier turns. `onPart` is called once for each new part. */
  constructor(known: readonly Part[] = [], onPart: (part: Part) => void = () => {}) {
    this.#known = new Map(known.map((part) => [part.name, part]));
    this.#onPart = onPart;
  }

  /** The parts that were computed in this turn. */
  get fresh(): readonly Part[] {
    return this.#fresh;
  }

  /** Returns the kept value, or else computes it with `make`. `fields` selects the fields to send. */
  async once<T extends object>(
    name: string,
    make: () => Promise<T>,
    fields: (value: T) => object | null = (value) => value,
  ): Promise<T> {
    const known = this.#known.get(name);
    if (known) return JSON.parse(new TextDecoder().decode(known.kept));
    const value = await make();
    const sent = fields(value);
    const part = { name, kept: encode(value), sent: sent && encode(sent) };
    this.#known.set(name, part);
    this.#fresh.push(part);
    this.#onPart(part);
    return value;
  }
}

const encode = (value: object): Bytes => new TextEncoder().encode(JSON.stringify(value));
