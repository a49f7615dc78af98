/**
 * Bodies that are in memory for as long as the server runs: an answer is written from there. A copy
 * for each answer lifted the memory by 100 MB where many clients asked for a large file at once.
 */

type Bytes = Uint8Array<ArrayBuffer>;

const bodies = new WeakMap<Response, Bytes>();

/** A response whose body is `bytes`, of which no copy is made before somebody reads the response. */
export function respondFromMemory(bytes: Bytes, init: ResponseInit): Response {
  const body = new ReadableStream<Bytes>({
    pull(controller) {
      controller.enqueue(bytes);
      controller.close();
    },
  }, { highWaterMark: 0 });
  const response = new Response(body, init);
  bodies.set(response, bytes);
  return response;
}

/** The bytes of a response's body: those of `respondFromMemory` themselves, of others a copy. */
export async function bodyOf(response: Response): Promise<Bytes> {
  return bodies.get(response) ?? new Uint8Array(await response.arrayBuffer());
}
