/** HTTP as bytes on a socket, for requests that an HTTP client would refuse to send. */

interface RawAnswer {
  /** Status of each answer in the stream, in order. */
  statuses: number[];
  text: string;
  /** Whether the server closed the connection. */
  closed: boolean;
}

/**
 * Sends bytes and reads until the server closes the connection or `answers` answers have arrived. The
 * bytes in `drip` are sent every `every` milliseconds until then.
 */
export async function exchange(
  port: number,
  request: string | Uint8Array,
  { answers = Infinity, drip, every = 20 }: { answers?: number; drip?: string; every?: number } =
    {},
): Promise<RawAnswer> {
  const connection = await Deno.connect({ hostname: "127.0.0.1", port });
  const encoder = new TextEncoder();
  const dripping = drip === undefined ? undefined : setInterval(() => {
    connection.write(encoder.encode(drip)).catch(() => {});
  }, every);
  let text = "";
  let closed = false;
  try {
    const bytes = typeof request === "string" ? encoder.encode(request) : request;
    // A server may close the connection during our writing.
    const writing = writeAll(connection, bytes).catch(() => {});
    const buffer = new Uint8Array(64 * 1024);
    const decoder = new TextDecoder();
    while (statusesOf(text).length < answers || !lastIsComplete(text)) {
      const read = await connection.read(buffer).catch(() => null);
      if (read === null) {
        closed = true;
        break;
      }
      text += decoder.decode(buffer.subarray(0, read), { stream: true });
    }
    if (closed) await writing;
  } finally {
    clearInterval(dripping);
    connection.close();
  }
  return { statuses: statusesOf(text), text, closed };
}

async function writeAll(connection: Deno.Conn, bytes: Uint8Array): Promise<void> {
  for (let at = 0; at < bytes.length;) at += await connection.write(bytes.subarray(at));
}

function statusesOf(text: string): number[] {
  return [...text.matchAll(/HTTP\/1\.[01] (\d{3}) /g)].map(([, status]) => Number(status))
    .filter((status) => status !== 100);
}

function lastIsComplete(text: string): boolean {
  const last = text.slice(text.lastIndexOf("HTTP/1."));
  const end = last.indexOf("\r\n\r\n");
  if (end < 0) return false;
  const length = /^content-length: (\d+)/im.exec(last.slice(0, end));
  return !length || new TextEncoder().encode(last.slice(end + 4)).length >= Number(length[1]) ||
    // The answer to HEAD has a length and no body.
    last.slice(end + 4) === "";
}
