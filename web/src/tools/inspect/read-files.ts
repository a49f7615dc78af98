/**
 * Files out of a drop into bites for the worker: read a few at a time and ahead of it. A browser that
 * is asked for the size of a file from a folder looks it up on the disk while the page stands still,
 * so no size is asked for: what is large shows itself while it is read.
 */
import type { InspectedFile } from "../../../../core/inspect/session-contract.ts";
import type { Aside } from "../../../../core/inspect/contract.ts";
import * as TEXT from "../../../../core/texts.ts";
import type { DroppedFile } from "../../ui/form/dropped-files.ts";

const MIB = 1024 * 1024;
/** A file above this is not read to its end. */
const MAX_FILE = 64 * MIB;
/** Above this a file is read while no other is. */
const LARGE_FILE = MIB;
/** What goes into the worker at once: enough to be quick, little enough to be ended at any moment. */
const BITE_FILES = 64;
const BITE_BYTES = 2 * MIB;
/** Files that are read at the same time. */
const AHEAD = 64;

export interface Bite {
  files: InspectedFile[];
  /** Files that are not worth a look. */
  refused: Aside[];
  /** Behind the last file of it. */
  end: number;
}

/** All of them in their order, as many at a time as go into the worker at once. */
export async function* bitesOf(all: readonly DroppedFile[]): AsyncGenerator<Bite> {
  const ahead: Promise<Content>[] = [];
  let started = 0;
  const start = () => {
    while (started < all.length && ahead.length < AHEAD) {
      ahead.push(read(all[started++].file, LARGE_FILE));
    }
  };
  let bite: Bite = { files: [], refused: [], end: 0 };
  let bytes = 0;
  for (const [index, { path, file }] of all.entries()) {
    start();
    let content = await ahead.shift()!;
    if (content === "too large") content = await read(file, MAX_FILE);
    bite.end = index + 1;
    if (typeof content === "string") {
      const message = content === "unreadable"
        ? TEXT.fileUnreadable
        : TEXT.tooLarge("THE FILE", file.size / MIB, MAX_FILE / MIB);
      bite.refused.push({ file: path, position: 0, message, id: null });
    } else {
      bite.files.push({ name: path, bytes: content });
      bytes += content.length;
    }
    const isFull = bite.files.length + bite.refused.length === BITE_FILES || bytes >= BITE_BYTES;
    if (!isFull && bite.end < all.length) continue;
    start();
    yield bite;
    bite = { files: [], refused: [], end: 0 };
    bytes = 0;
  }
}

type Content = Uint8Array<ArrayBuffer> | "too large" | "unreadable";

function read(file: File, most: number): Promise<Content> {
  return new Promise((resolve) => {
    const reader = new FileReader();
    const tooLarge = () => {
      reader.abort();
      resolve("too large");
    };
    // Told before the first octet by some browsers, and by the others while it is read.
    reader.onloadstart = reader.onprogress = ({ loaded, total }) => {
      if (Math.max(loaded, total) > most) tooLarge();
    };
    reader.onerror = () => resolve("unreadable");
    reader.onload = () => {
      const bytes = new Uint8Array(reader.result as ArrayBuffer);
      resolve(bytes.length > MAX_FILE ? "too large" : bytes);
    };
    reader.readAsArrayBuffer(file);
  });
}
