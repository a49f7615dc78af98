/**
 * Messages between the server and its compute processes, over a connection.
 *
 * A frame is the length of all that follows (four octets, big endian), the length of the JSON text
 * (four octets), the text, and the octets of all byte arrays of the message. In the text, an array is
 * `{"\u0000": [place, length]}`, so bodies and answers are never converted to text. The format is JSON
 * and not V8's own, because the server reads it from a process that handles untrusted input.
 */

type Bytes = Uint8Array<ArrayBuffer>;

/** The only field of an object that describes a byte array. No field of a message has this name. */
const BYTES = "\u0000";

/** Octets of both lengths. */
const HEAD = 8;

/** The message as one frame. */
export function encode(message: unknown): Bytes {
  const arrays: Uint8Array[] = [];
  let place = 0;
  const text = new TextEncoder().encode(
    JSON.stringify(message, (_, value) => {
      if (!(value instanceof Uint8Array)) return value;
      arrays.push(value);
      place += value.length;
      return { [BYTES]: [place - value.length, value.length] };
    }),
  );
  const frame = new Uint8Array(HEAD + text.length + place);
  const view = new DataView(frame.buffer);
  view.setUint32(0, frame.length - 4);
  view.setUint32(4, text.length);
  frame.set(text, HEAD);
  let at = HEAD + text.length;
  for (const bytes of arrays) {
    frame.set(bytes, at);
    at += bytes.length;
  }
  return frame;
}

/**
 * The message of a frame without its first length. Byte arrays are views of `frame`. Throws if it is
 * malformed.
 */
export function decode(frame: Bytes): unknown {
  const length = new DataView(frame.buffer, frame.byteOffset).getUint32(0);
  const text = new TextDecoder().decode(frame.subarray(4, 4 + length));
  return withBytes(JSON.parse(text), frame.subarray(4 + length));
}

/**
 * A part of a message with its byte arrays, which are views of `octets`. A reviver of JSON.parse would do the same
 * and take three times as long.
 */
function withBytes(part: unknown, octets: Bytes): unknown {
  if (typeof part !== "object" || part === null) return part;
  const fields = part as Record<string, unknown>;
  const range = fields[BYTES];
  if (Array.isArray(range)) return octets.subarray(range[0], range[0] + range[1]);
  for (const name of Object.keys(fields)) {
    const value = withBytes(fields[name], octets);
    if (value !== fields[name]) fields[name] = value;
  }
  return part;
}

/** The part of a connection that frames need. */
type Connection = Pick<Deno.Conn, "read" | "write">;

/** Writes all octets. */
export async function writeAll(to: Connection, bytes: Uint8Array): Promise<void> {
  for (let at = 0; at < bytes.length;) at += await to.write(bytes.subarray(at));
}

/** Reads the frames of a connection, in their order. */
export class Frames {
  readonly #from: Connection;
  readonly #most: number;
  readonly #buffer = new Uint8Array(64 * 1024);
  /** The octets of the buffer that were read and not returned yet. */
  #start = 0;
  #end = 0;

  /** @param most the longest frame, in octets; `read` throws for a longer one */
  constructor(from: Connection, most: number) {
    this.#from = from;
    this.#most = most;
  }

  /** The next frames: at least one, and all others that have arrived whole. None if the connection ended. */
  async readAll(): Promise<Bytes[]> {
    const first = await this.read();
    if (first === null) return [];
    const frames = [first];
    for (let next = this.#arrived(); next !== null; next = this.#arrived()) frames.push(next);
    return frames;
  }

  /** The next frame, if it has arrived whole. */
  #arrived(): Bytes | null {
    const arrived = this.#end - this.#start;
    const length = arrived < 4 ? Infinity : this.#length();
    if (arrived - 4 < length) return null;
    this.#start += 4 + length;
    return this.#buffer.slice(this.#start - length, this.#start);
  }

  /** The length of the frame at the start of the buffer. */
  #length(): number {
    const length = new DataView(this.#buffer.buffer).getUint32(this.#start);
    if (length < 4 || length > this.#most) throw new Error(`A frame has ${length} octets`);
    return length;
  }

  /**
   * The next frame without its first length; null if the connection ended. The octets of a long frame
   * are read to their place directly.
   */
  async read(): Promise<Bytes | null> {
    if (!await this.#fill(4)) return null;
    const length = this.#length();
    this.#start += 4;
    const frame = new Uint8Array(length);
    const known = this.#buffer.subarray(this.#start, Math.min(this.#end, this.#start + length));
    frame.set(known);
    this.#start += known.length;
    for (let at = known.length; at < length;) {
      const count = await this.#from.read(frame.subarray(at));
      if (count === null) return null;
      at += count;
    }
    return frame;
  }

  /** Reads until the buffer has this many octets; false if the connection ended before. */
  async #fill(wanted: number): Promise<boolean> {
    if (this.#start === this.#end) this.#start = this.#end = 0;
    else if (this.#buffer.length - this.#start < wanted) {
      this.#buffer.copyWithin(0, this.#start, this.#end);
      this.#end -= this.#start;
      this.#start = 0;
    }
    while (this.#end - this.#start < wanted) {
      const count = await this.#from.read(this.#buffer.subarray(this.#end));
      if (count === null) return false;
      this.#end += count;
    }
    return true;
  }
}
