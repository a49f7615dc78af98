/** Files of a drop or a file dialog. Folders are walked, and each file has its path. */

export interface DroppedFile {
  /** Path within what was dropped: "site/keys/a.pem". */
  path: string;
  file: File;
}

/** At most so many files of one choice are read; a folder may be a whole disk. */
export const MAX_FILES = 20_000;
/** One more is given, so that the reader of the files sees that there were too many. */
const MOST = MAX_FILES + 1;

/** Must be called while the drop event is handled: its data is gone afterwards. */
export function filesOfDrop(transfer: DataTransfer): Promise<DroppedFile[]> {
  const entries = [...transfer.items]
    .filter(({ kind }) => kind === "file")
    .map((item) => item.webkitGetAsEntry?.() ?? null);
  return filesOf(entries, [...transfer.files]);
}

/** The files of entries that were taken from a drop or a paste during its event. */
export function filesOf(
  entries: readonly (FileSystemEntry | null)[],
  files: readonly File[],
): Promise<DroppedFile[]> {
  if (entries.some((entry) => entry?.isDirectory)) return walk(entries);
  return Promise.resolve(files.slice(0, MOST).map((file) => ({ path: file.name, file })));
}

/** The files of a file dialog. */
export function filesOfInput(input: Pick<HTMLInputElement, "files">): DroppedFile[] {
  return [...input.files ?? []].slice(0, MOST).map((file) => (
    { path: file.webkitRelativePath || file.name, file }
  ));
}

/** How many files of a folder are opened at the same time: each needs a disk access. */
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

/** Null if the file cannot be read. */
function fileOf(entry: FileSystemFileEntry): Promise<DroppedFile | null> {
  const path = entry.fullPath.replace(/^\//, "");
  return new Promise((resolve) =>
    entry.file((file) => resolve({ path, file }), () => resolve(null))
  );
}

/**
 * A reader returns some hundred entries at a time, and an empty list at the end. A folder that
 * cannot be listed counts as empty.
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
