/** How dropped files become batches for the worker: the disk accesses, and the size of a batch. */
import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import { filesOf, filesOfInput, MAX_FILES } from "../../web/src/ui/form/dropped-files.ts";
import { type Batch, batchesOf } from "../../web/src/tools/inspect/read-files.ts";

const MIB = 1024 * 1024;

/** Counts how often the size of a file is read, which costs a disk access. */
let sizesAsked = 0;
class DiskFile extends File {
  override get size(): number {
    sizesAsked++;
    return super.size;
  }
}

const fileOf = (name: string, length: number) => ({
  path: name,
  file: new DiskFile([new Uint8Array(length)], name),
});

async function batchesFrom(files: ReturnType<typeof fileOf>[]): Promise<Batch[]> {
  const batches: Batch[] = [];
  for await (const batch of batchesOf(files)) batches.push(batch);
  return batches;
}

// Deno's FileReader leaves a timer behind.
const readsFiles = { sanitizeOps: false, sanitizeResources: false };

describe("files of a drop", () => {
  it("are read without a request for the size of a file", readsFiles, async () => {
    sizesAsked = 0;
    const batches = await batchesFrom(
      Array.from({ length: 200 }, (_, n) => fileOf(`${n}`, 100 + n)),
    );
    assert.deepEqual(batches.map(({ files }) => files.length), [64, 64, 64, 8]);
    assert.deepEqual(batches.map(({ end }) => end), [64, 128, 192, 200]);
    const names = batches.flatMap(({ files }) => files.map(({ name }) => name));
    assert.deepEqual(names, Array.from({ length: 200 }, (_, n) => `${n}`));
    assert(batches.flatMap(({ files }) => files).every(({ bytes }, n) => bytes.length === 100 + n));
    assert.equal(sizesAsked, 0);
  });

  it(
    "are read completely if they are large, end their batch, and are refused above 64 MiB",
    readsFiles,
    async () => {
      const batches = await batchesFrom([
        fileOf("small", 10),
        fileOf("large", 3 * MIB),
        fileOf("larger", 65 * MIB),
        fileOf("last", 20),
      ]);
      assert.deepEqual(batches.map(({ files }) => files.map(({ name }) => name)), [
        ["small", "large"],
        ["last"],
      ]);
      assert.equal(batches[0].files[1].bytes.length, 3 * MIB);
      const [{ file, message }] = batches[1].refused;
      assert.equal(file, "larger");
      assert.match(message, /65\.0 MiB, at most 64 MiB/i);
    },
  );
});

interface Entry {
  isFile: boolean;
  isDirectory: boolean;
  fullPath: string;
}

/**
 * A dropped folder that lists `listed` entries at a time. `most` is the maximum number of files that
 * were opened at the same time.
 */
function folderOf(count: number, listed = 100) {
  const opened = { now: 0, most: 0 };
  const file = (n: number) => ({
    isFile: true,
    isDirectory: false,
    fullPath: `/folder/${n}`,
    file(resolve: (file: File) => void, reject: () => void) {
      opened.most = Math.max(opened.most, ++opened.now);
      queueMicrotask(() => {
        opened.now--;
        if (n === 7) reject();
        else resolve(new File([], `${n}`));
      });
    },
  });
  const entries: Entry[] = Array.from({ length: count }, (_, n) => file(n));
  const nested = directory("/folder/nested", [file(1000)]);
  function directory(fullPath: string, children: Entry[]): Entry {
    let rest = children;
    return {
      isFile: false,
      isDirectory: true,
      fullPath,
      createReader: () => ({
        readEntries(resolve: (entries: Entry[]) => void) {
          const some = rest.slice(0, listed);
          rest = rest.slice(listed);
          resolve(some);
        },
      }),
    } as Entry;
  }
  entries.splice(3, 0, nested);
  return { opened, folder: directory("/folder", entries) as unknown as FileSystemEntry };
}

describe("a folder that is dropped", () => {
  it("is read in order, many files at a time, without unreadable files", async () => {
    const { opened, folder } = folderOf(300);
    const found = await filesOf([folder], []);
    const expected = Array.from({ length: 300 }, (_, n) => `folder/${n}`);
    expected.splice(3, 0, "folder/1000");
    assert.deepEqual(found.map(({ path }) => path), expected.filter((path) => path !== "folder/7"));
    assert(opened.most > 1 && opened.most <= 64, `${opened.most} at a time`);
  });

  it("is cut at the maximum number of files, and shows that it was cut", async () => {
    const { folder } = folderOf(150_000, 150_000);
    const found = await filesOf([folder], []);
    assert.equal(found.length, MAX_FILES + 1);
    assert.equal(found[0].path, "folder/0");
  });

  it("is cut in the same way if it is chosen, or dropped as files", async () => {
    const one = new File([], "one");
    const many: File[] = Array.from({ length: 150_000 }, () => one);
    const chosen = filesOfInput({ files: many as unknown as FileList });
    assert.equal(chosen.length, MAX_FILES + 1);
    assert.equal((await filesOf([], many)).length, MAX_FILES + 1);
  });
});
