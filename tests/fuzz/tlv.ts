/**
 * The elements of DER, BER and similar encodings, for mutations. The reader is lenient: it opens
 * strings that contain elements and skips unreadable parts.
 */

/** Elements by number, parents before their children. The parent of an outermost element is -1. */
export interface Elements {
  readonly count: number;
  readonly tag: Uint8Array;
  readonly start: Int32Array;
  readonly body: Int32Array;
  readonly end: Int32Array;
  readonly parent: Int32Array;
}

const MAX_ELEMENTS = 2048;
const MAX_DEPTH = 24;

/** Reused by each reading: mutations use one tree at a time, thousands of times per second. */
const scratch = {
  count: 0,
  tag: new Uint8Array(MAX_ELEMENTS),
  start: new Int32Array(MAX_ELEMENTS),
  body: new Int32Array(MAX_ELEMENTS),
  end: new Int32Array(MAX_ELEMENTS),
  parent: new Int32Array(MAX_ELEMENTS),
};

/** The elements of `bytes`. They are overwritten by the next call. */
export function elementsOf(bytes: Uint8Array): Elements {
  scratch.count = 0;
  walk(bytes, 0, bytes.length, -1, 0);
  return scratch;
}

/** Reads what is between two offsets; false if it is not elements to the end. */
function walk(
  bytes: Uint8Array,
  from: number,
  limit: number,
  parent: number,
  depth: number,
): boolean {
  let at = from;
  while (at + 2 <= limit) {
    if (scratch.count === MAX_ELEMENTS) return false;
    const tag = bytes[at];
    let body = at + 1;
    if ((tag & 0x1f) === 0x1f) {
      while (body < limit && bytes[body] >= 0x80) body++;
      body++;
    }
    let length = bytes[body++];
    if (length === 0x80) length = limit - body;
    else if (length > 0x80) {
      const octets = length & 0x7f;
      length = 0;
      for (let i = 0; i < octets && i < 5; i++) length = length * 256 + (bytes[body + i] ?? 0);
      body += octets;
    }
    const end = body + length;
    if (!(end <= limit)) return false;
    const index = scratch.count++;
    scratch.tag[index] = tag;
    scratch.start[index] = at;
    scratch.body[index] = body;
    scratch.end[index] = end;
    scratch.parent[index] = parent;
    if (depth < MAX_DEPTH && length > 1) {
      if ((tag & 0x20) !== 0) walk(bytes, body, end, index, depth + 1);
      else if (tag === 0x04 || tag === 0x03) {
        const inner = tag === 0x03 ? body + 1 : body;
        const before = scratch.count;
        // Many strings begin like an element; only one that fits to its end is opened.
        const looks = bytes[inner] <= 0x31 && bytes[inner] > 0;
        if (looks && !walk(bytes, inner, end, index, depth + 1)) scratch.count = before;
      }
    }
    at = end;
  }
  return at === limit;
}
