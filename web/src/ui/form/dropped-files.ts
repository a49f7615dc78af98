/** Files of a drop or a file dialog, with their paths. Folders are read recursively. */

export interface DroppedFile {
  /** The path within the dropped folder, such as "site/keys/a.pem". */
  path: string;
  file: File;
}

/** The maximum number of files, because a folder may be a whole disk. */
export const MAX_FILES = 20_000;
/** One file more than the maximum is returned, so that the caller can see that there are too many. */
const MOST = MAX_FILES + 1;

/** Call it synchronously in the drop event, because the data is gone afterwards. */
export function filesOfDrop(transfer: DataTransfer): Promise<DroppedFile[]> {
  const entries = [...transfer.items]
    .filter(({ kind }) => kind === "file")
    .map((item) => item.webkitGetAsEntry?.() ?? null);
  return filesOf(entries, [...transfer.files]);
}

/** Returns the files of entries that were read during a drop or paste event. */
export function filesOf(
  entries: readonly (FileSystemEntry | null)[],
  files: readonly File[],
): Promise<DroppedFile[]> {
  if (entries.some((entry) => entry?.isDirectory)) return walk(entries);
  return Promise.resolve(files.slice(0, MOST).map((file) => ({ path: file.name, file })));
}

/** Returns the files of a file dialog. */
export function filesOfInput(input: Pick<HTMLInputElement, "files">): DroppedFile[] {
  return [...input.files ?? []].slice(0, MOST).map((file) => (
    { path: file.webkitRelativePath || file.name, file }
  ));
}

/** The number of files opened at the same time, because each needs a disk access. */
const AT_ONCE = 64;

async function walk(entries: readonly (FileSystemEntry | null)[]): Promise<DroppedFile[]> {
  const found: DroppedFile[] = [];
  const waiting = entries.filter((entry) => entry !== null).reverse();
  while (waiting.length > 0 && found.length < MOST) {
    const files: FileSystemFileEntry[] = [];
    const room = Math.min(AT_ONCE, MOST - found.length);
    while (files.length < room && waiting.at(-1)?.isFile) {
      files.push(waiting.pop() as FileSystemFileEntry);
    }
    for (const file of await Promise.all(files.map(fileOf))) if (file) found.push(file);
    if (files.length > 0) continue;
    const folder = waiting.pop() as FileSystemDirectoryEntry;
    for (const child of (await childrenOf(folder)).reverse()) waiting.push(child);
  }
  return found;
}

/** Resolves to null if the file cannot be read. */
function fileOf(entry: FileSystemFileEntry): Promise<DroppedFile | null> {
  const path = entry.fullPath.replace(/^\//, "");
  return new Promise((resolve) =>
    entry.file((file) => resolve({ path, file }), () => resolve(null))
  );
}

/**
 * Reads the entries of a folder. The reader returns about a hundred at a time, and an empty list at the
 * end. A folder that cannot be listed is treated as empty.
 */
async function childrenOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const children: FileSystemEntry[] = [];
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve) =>
      reader.readEntries(resolve, () => resolve([]))
    );
    if (some.length === 0) return children;
    for (const child of some) children.push(child);
  }
}
