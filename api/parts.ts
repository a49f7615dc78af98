/**
 * Parts of an answer that are known before the rest: told to a caller who wants to see them as they
 * come, and kept, so that an operation that is begun anew with one more fact does not work them out
 * again (api/compute/messages.ts).
 */
type Bytes = Uint8Array<ArrayBuffer>;

/** A part as it crosses threads. */
export interface Part {
  name: string;
  /** JSON of what the operation goes on with. */
  kept: Bytes;
  /** JSON of the fields of the answer that are told; null where nothing is. */
  told: Bytes | null;
}

/**
 * The parts of one answer. `known`: those that earlier turns made; `tell` is called once for each
 * new one.
 */
export class Parts {
  readonly #known: Map<string, Part>;
  readonly #fresh: Part[] = [];
  readonly #tell: (part: Part) => void;

  constructor(known: readonly Part[] = [], tell: (part: Part) => void = () => {}) {
    this.#known = new Map(known.map((part) => [part.name, part]));
    this.#tell = tell;
  }

  /** Those that were not known before. */
  get fresh(): readonly Part[] {
    return this.#fresh;
  }

  /** What was made before, else what is made now. `fields`: what is told of it. */
  async once<T extends object>(
    name: string,
    make: () => Promise<T>,
    fields: (value: T) => object | null = (value) => value,
  ): Promise<T> {
    const known = this.#known.get(name);
    if (known) return JSON.parse(new TextDecoder().decode(known.kept));
    const value = await make();
    const told = fields(value);
    const part = { name, kept: encode(value), told: told && encode(told) };
    this.#known.set(name, part);
    this.#fresh.push(part);
    this.#tell(part);
    return value;
  }
}

const encode = (value: object): Bytes => new TextEncoder().encode(JSON.stringify(value));

export const PARTS_TYPE = "application/x-ndjson";

/** Whether a caller wants parts of the answer as they come. */
export function wantsParts({ headers }: Request): boolean {
  return headers.get("accept")?.toLowerCase().includes(PARTS_TYPE) ?? false;
}

/** Bytes of parts that are told before the answer, which has them all; they wait for slow readers. */
const MAX_TOLD_BYTES = 512 * 1024;

/** How an answer is worked on, with what is told of it before. */
type Work<A> = (tell: (part: Part) => void) => Promise<A>;

/**
 * Lines of JSON: parts of the answer as they come, then the whole answer as it would have come
 * without them. Where no part comes before it, the answer itself, with its own status.
 */
export async function inParts<A>(
  work: Work<A>,
  whole: (answer: A) => Response,
): Promise<Response> {
  const first = Promise.withResolvers<null>();
  let left = MAX_TOLD_BYTES;
  let open = true;
  let lines!: ReadableStreamDefaultController<Bytes>;
  const stream = new ReadableStream<Bytes>({
    start: (controller) => void (lines = controller),
    cancel: () => void (open = false),
  });
  const answering = work(({ told }) => {
    if (!open || told === null || told.length > left) return;
    left -= told.length;
    lines.enqueue(line('{"part":', told, "}\n"));
    first.resolve(null);
  });
  const answer = await Promise.race([first.promise, answering.then((value) => ({ value }))]);
  if (answer !== null) return whole(answer.value);
  answering.then(async (value) => {
    const body = new Uint8Array(await whole(value).arrayBuffer());
    if (!open) return;
    lines.enqueue(line("", body, "\n"));
    lines.close();
  }).catch((fault) => open && lines.error(fault));
  return new Response(stream, {
    headers: {
      "content-type": PARTS_TYPE,
      "cache-control": "no-store",
      // Proxies would keep the parts until the answer has ended.
      "x-accel-buffering": "no",
    },
  });
}

function line(before: string, body: Bytes, after: string): Bytes {
  const [head, tail] = [before, after].map((text) => new TextEncoder().encode(text));
  const whole = new Uint8Array(head.length + body.length + tail.length);
  whole.set(head);
  whole.set(body, head.length);
  whole.set(tail, head.length + body.length);
  return whole;
}
