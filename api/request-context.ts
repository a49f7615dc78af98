/** What the server adds to an operation's context: that its caller has left, and parts. */
import type { Context } from "../core/kernel/context.ts";

export interface RequestContext extends Context {
  /** Where parts of the answer are sent and kept; absent in tests that ask for none. */
  readonly parts?: Parts;
  /** Absent where nobody can leave, as in a test. */
  readonly signal?: AbortSignal;
}

type Bytes = Uint8Array<ArrayBuffer>;

/** A part as it crosses threads. */
export interface Part {
  name: string;
  /** JSON of what the operation goes on with. */
  kept: Bytes;
  /** JSON of the fields of the answer that are sent; null where none are. */
  sent: Bytes | null;
}

/**
 * The parts of one answer. `known`: those that earlier turns made; `onPart` is called once for
 * each new one.
 */
export class Parts {
  readonly #known: Map<string, Part>;
  readonly #fresh: Part[] = [];
  readonly #onPart: (part: Part) => void;

  constructor(known: readonly Part[] = [], onPart: (part: Part) => void = () => {}) {
    this.#known = new Map(known.map((part) => [part.name, part]));
    this.#onPart = onPart;
  }

  /** Those that were not known before. */
  get fresh(): readonly Part[] {
    return this.#fresh;
  }

  /** What was made before, else what is made now. `fields`: what is sent of it. */
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
