/**
 * Reads dropped files in batches for the worker, a few at a time and ahead of it. Reading the `size`
 * of a file from a folder blocks the page while the browser accesses the disk. This code therefore
 * detects a large file while it reads the content, and reads `size` only for the error message.
 */
import type { InspectedFile } from "../../../../core/inspect/session-contract.ts";
import type { SkippedPart } from "../../../../core/inspect/contract.ts";
import * as TEXT from "../../../../core/texts.ts";
import type { DroppedFile } from "../../ui/form/dropped-files.ts";

const MIB = 1024 * 1024;
/** No file is read beyond this size. */
const MAX_FILE = 64 * MIB;
/** A larger file is not read ahead, but when its turn comes. */
const LARGE_FILE = MIB;
/** The size of a batch: large enough to be fast, and small enough to be cancelled quickly. */
const BATCH_FILES = 64;
const BATCH_BYTES = 2 * MIB;
/** Files that are read at the same time. */
const AHEAD = 64;

export interface Batch {
  files: InspectedFile[];
  /** Files that are too large or unreadable. */
  refused: SkippedPart[];
  /** The number of files in this batch and those before it. */
  end: number;
}

/** All files in their order, in batches. */
export async function* batchesOf(all: readonly DroppedFile[]): AsyncGenerator<Batch> {
  const ahead: Promise<Content>[] = [];
  let started = 0;
  const start = () => {
    while (started < all.length && ahead.length < AHEAD) {
      ahead.push(read(all[started++].file, LARGE_FILE));
    }
  };
  let batch: Batch = { files: [], refused: [], end: 0 };
  let bytes = 0;
  for (const [index, { path, file }] of all.entries()) {
    start();
    let content = await ahead.shift()!;
    if (content === "too large") content = await read(file, MAX_FILE);
    batch.end = index + 1;
    if (typeof content === "string") {
      const message = content === "unreadable"
        ? TEXT.fileUnreadable
        : TEXT.tooLarge("The file", file.size / MIB, MAX_FILE / MIB);
      batch.refused.push({ file: path, position: 0, message, id: null });
    } else {
      batch.files.push({ name: path, bytes: content });
      bytes += content.length;
    }
    const isFull = batch.files.length + batch.refused.length === BATCH_FILES ||
      bytes >= BATCH_BYTES;
    if (!isFull && batch.end < all.length) continue;
    start();
    yield batch;
    batch = { files: [], refused: [], end: 0 };
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
    // Some browsers report the size before the first octet, the others while they read.
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
