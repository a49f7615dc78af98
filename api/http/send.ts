/**
 * Bodies that are in memory for as long as the server runs: an answer is written from there. A copy
 * for each answer lifted the memory by 100 MB where many clients asked for a large file at once.
 */

import type { ServerResponse } from "node:http";
import type { Unread } from "./connections.ts";
import { PARTS_TYPE } from "./parts.ts";

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
async function bodyOf(response: Response): Promise<Bytes> {
  return bodies.get(response) ?? new Uint8Array(await response.arrayBuffer());
}

/** Bytes that are handed to a connection at a time; what a client takes of an answer shows by these. */
const SLICE = 64 * 1024;

/**
 * All answers are in memory: written without the detour over a stream, and in slices, each when the
 * client has taken the one before, so that little is copied for a client that does not read.
 */
export async function send(
  response: Response,
  outgoing: ServerResponse,
  unread: Unread,
): Promise<void> {
  if (response.headers.get("content-type") === PARTS_TYPE) {
    return await sendParts(response, outgoing, unread);
  }
  // Whether there is a body is not asked: that alone would turn it into a stream.
  const body = await bodyOf(response);
  const { socket } = outgoing;
  if (!socket || socket.destroyed) return;
  if (body.length > 0 && !response.headers.has("content-length")) {
    outgoing.setHeader("content-length", body.length);
  }
  outgoing.writeHead(response.status, headersOf(response));
  // With its headers; there are some even where there is no body.
  unread.set(socket, body.length + 1);
  let at = 0;
  for (; body.length - at > SLICE; at += SLICE) {
    if (outgoing.write(body.subarray(at, at + SLICE))) continue;
    if (!await taken(outgoing)) return;
    unread.set(socket, body.length - at);
  }
  outgoing.end(body.subarray(at));
}

/**
 * An answer in parts. Each waits here until the client has taken those before, in slices as well, and
 * counts as unread from the moment at which it is there.
 */
async function sendParts(
  response: Response,
  outgoing: ServerResponse,
  unread: Unread,
): Promise<void> {
  const { socket } = outgoing;
  if (!socket || socket.destroyed) return await response.body!.cancel();
  outgoing.writeHead(response.status, headersOf(response));
  let waiting = 0;
  let writing = Promise.resolve();
  const write = async (part: Uint8Array) => {
    for (let at = 0; at < part.length && !socket.destroyed; at += SLICE) {
      const slice = part.subarray(at, at + SLICE);
      if (!outgoing.write(slice)) await taken(outgoing);
      waiting -= slice.length;
      unread.set(socket, waiting);
    }
  };
  for await (const part of response.body!) {
    if (socket.destroyed) return;
    waiting += part.length;
    unread.set(socket, waiting);
    writing = writing.then(() => write(part));
  }
  await writing;
  outgoing.end();
}

function headersOf(response: Response): Record<string, string> {
  const headers: Record<string, string> = {};
  // Not by its iterator, which takes as long as writing an answer.
  response.headers.forEach((value, name) => {
    headers[name] = value;
  });
  return headers;
}

/** Waits until what was written has been taken; false when the connection has ended instead. */
function taken(outgoing: ServerResponse): Promise<boolean> {
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
