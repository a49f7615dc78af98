/**
 * Answers in parts: lines of JSON (NDJSON), so that a caller sees the parts of a long analysis as
 * soon as they are known.
 */
import { chainAnalyzeUrl } from "../../core/chain/contract.ts";
import type { Contract } from "../../core/kernel/contract.ts";
import type { Part } from "../request-context.ts";

type Bytes = Uint8Array<ArrayBuffer>;

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
