/**
 * Answers in parts: lines of JSON (NDJSON), so that a caller sees the parts of a long analysis as
 * soon as they are known.
 */
import { chainAnalyzeUrl } from "../../core/chain/contract.ts";
import type { Contract } from "../../core/kernel/contract.ts";
import { concatenate } from "../../core/kernel/octets.ts";
import type { Part } from "../request-context.ts";

type Bytes = Uint8Array<ArrayBuffer>;

export const PARTS_TYPE = "application/x-ndjson";

/** Whether an operation answers in parts. Only one does, because it waits for hosts for seconds. */
export const isInParts = (contract: Contract): boolean => contract === chainAnalyzeUrl;

/** Whether the client accepts an answer in parts. */
export function wantsParts({ headers }: Request): boolean {
  return headers.get("accept")?.toLowerCase().includes(PARTS_TYPE) ?? false;
}

/** The most bytes of parts before the answer. They wait in memory for slow clients. */
const MAX_PARTS_BYTES = 512 * 1024;

/** Computes an answer, and calls `onPart` with each part that is known before. */
type Work<A> = (onPart: (part: Part) => void) => Promise<A>;

/**
 * Returns a response of JSON lines: the parts of the answer as they become known, then the whole
 * answer. If the answer is ready before any part, returns only the answer with its own status.
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
      // Tells proxies not to buffer the parts until the end of the answer.
      "x-accel-buffering": "no",
    },
  });
}

function line(before: string, body: Bytes, after: string): Bytes {
  const encoder = new TextEncoder();
  return concatenate([encoder.encode(before), body, encoder.encode(after)]);
}
