/**
 * Writes responses to connections, in slices and at the speed of the client, so that a slow client
 * costs little memory.
 */

import type { ServerResponse } from "node:http";
import { PARTS_TYPE } from "./parts.ts";

type Bytes = Uint8Array<ArrayBuffer>;

const bodies = new WeakMap<Response, Bytes>();

/**
 * A response whose body is `bytes`, which must not change. `send` writes from these bytes without a
 * copy. Copies took 100 MB when many clients requested a large file at the same time.
 */
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

/** The bytes of a response's body, without a copy if `respondFromMemory` made it. */
async function bodyOf(response: Response): Promise<Bytes> {
  return bodies.get(response) ?? new Uint8Array(await response.arrayBuffer());
}

/** Bytes of one write to a connection. Progress of a client is measured in these. */
const SLICE = 64 * 1024;

/** Takes the number of bytes that the client of this answer has not read. */
type SetUnread = (bytes: number) => void;

/**
 * Writes a response. A body that is in memory is written directly and not through a stream, each slice
 * after the client has read the previous one.
 */
export async function send(
  response: Response,
  outgoing: ServerResponse,
  setUnread: SetUnread,
): Promise<void> {
  if (response.headers.get("content-type") === PARTS_TYPE) {
    return await sendParts(response, outgoing, setUnread);
  }
  // Do not test response.body first: reading that property would convert the body to a stream.
  const body = await bodyOf(response);
  const { socket } = outgoing;
  if (!socket || socket.destroyed) return;
  if (body.length > 0 && !response.headers.has("content-length")) {
    outgoing.setHeader("content-length", body.length);
  }
  outgoing.writeHead(response.status, headersOf(response));
  // Bytes that the server keeps anyway, as those of the site, are shared by all their readers. Of these,
  // only the slice that is being written counts.
  const kept = bodies.has(response) ? SLICE : Infinity;
  // The headers count as one byte, because a response without a body has them too.
  setUnread(Math.min(body.length, kept) + 1);
  let at = 0;
  for (; body.length - at > SLICE; at += SLICE) {
    if (outgoing.write(body.subarray(at, at + SLICE))) continue;
    if (!await drained(outgoing)) return;
    setUnread(Math.min(body.length - at, kept));
  }
  outgoing.end(body.subarray(at));
}

/**
 * Writes an answer in parts, also in slices. A part waits until the client has read the previous ones,
 * and counts as unread from the instant at which it is available.
 */
async function sendParts(
  response: Response,
  outgoing: ServerResponse,
  setUnread: SetUnread,
): Promise<void> {
  const { socket } = outgoing;
  if (!socket || socket.destroyed) return await response.body!.cancel();
  outgoing.writeHead(response.status, headersOf(response));
  let waiting = 0;
  let writing = Promise.resolve();
  const write = async (part: Uint8Array) => {
    for (let at = 0; at < part.length && !socket.destroyed; at += SLICE) {
      const slice = part.subarray(at, at + SLICE);
      if (!outgoing.write(slice)) await drained(outgoing);
      waiting -= slice.length;
      setUnread(waiting);
    }
  };
  for await (const part of response.body!) {
    if (socket.destroyed) return;
    waiting += part.length;
    setUnread(waiting);
    writing = writing.then(() => write(part));
  }
  await writing;
  outgoing.end();
}

function headersOf(response: Response): Record<string, string> {
  const headers: Record<string, string> = {};
  // Use forEach, because the iterator of Headers takes as long as writing an answer.
  response.headers.forEach((value, name) => {
    headers[name] = value;
  });
  return headers;
}

/** Waits until the client has read what was written; false if the connection ended before. */
function drained(outgoing: ServerResponse): Promise<boolean> {
  return new Promise((resolve) => {
    const settle = () => {
      outgoing.off("drain", settle);
      outgoing.off("close", settle);
      resolve(!outgoing.destroyed);
    };
    outgoing.on("drain", settle);
    outgoing.on("close", settle);
  });
}
