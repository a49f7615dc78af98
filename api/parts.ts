/**
 * Parts of an answer that are known before the rest: sent to a caller who wants to see them as they
 * come, and kept, so that an operation that is begun anew with one more fact does not work them out
 * again (api/compute/messages.ts).
 */

import { chainAnalyzeUrl } from "../core/chain/contract.ts";
import type { Contract } from "../core/kernel/contract.ts";

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

export const PARTS_TYPE = "application/x-ndjson";

/** Whether an operation makes parts: the one that asks hosts for seconds. */
export const isInParts = (contract: Contract): boolean => contract === chainAnalyzeUrl;

/** Whether a caller wants parts of the answer as they come. */
export function wantsParts({ headers }: Request): boolean {
  return headers.get("accept")?.toLowerCase().includes(PARTS_TYPE) ?? false;
}

/** The most bytes of parts before the answer, which has them all: they wait for slow readers. */
const MAX_PARTS_BYTES = 512 * 1024;

/** Works an answer out, and calls `onPart` with the parts that are known before. */
type Work<A> = (onPart: (part: Part) => void) => Promise<A>;

/**
 * Lines of JSON: parts of the answer as they come, then the whole answer as it would have come
 * without them. Where no part comes before it, the answer itself, with its own status.
 */
export async function inParts<A>(
  work: Work<A>,
  whole: (answer: A) => Response,
): Promise<Response> {
  const first = Promise.withResolvers<null>();
  let left = MAX_PARTS_BYTES;
  let open = true;
  let lines!: ReadableStreamDefaultController<Bytes>;
  const stream = new ReadableStream<Bytes>({
    start: (controller) => void (lines = controller),
    cancel: () => void (open = false),
  });
  const answering = work(({ sent }) => {
    if (!open || sent === null || sent.length > left) return;
    left -= sent.length;
    lines.enqueue(line('{"part":', sent, "}\n"));
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
