/** Files out of a drop or a file dialog, folders walked, each with its path. */

export interface DroppedFile {
  /** Path within what was dropped: "site/keys/a.pem". */
  path: string;
  file: File;
}

/** Files of one drop that are looked at; a folder may be a whole disk. */
const MAX_FILES = 20_000;

/** Must be called while the drop is handled: what was dropped is gone afterwards. */
export function filesOfDrop(transfer: DataTransfer): Promise<DroppedFile[]> {
  const entries = [...transfer.items]
    .filter(({ kind }) => kind === "file")
    .map((item) => item.webkitGetAsEntry?.() ?? null);
  return filesOf(entries, [...transfer.files]);
}

/** Of what was taken out of a drop or a paste while that was handled. */
export function filesOf(
  entries: readonly (FileSystemEntry | null)[],
  files: readonly File[],
): Promise<DroppedFile[]> {
  if (entries.some((entry) => entry?.isDirectory)) return walk(entries);
  return Promise.resolve(files.map((file) => ({ path: file.name, file })));
}

export function filesOfInput(input: HTMLInputElement): DroppedFile[] {
  return [...input.files ?? []].map((file) => (
    { path: file.webkitRelativePath || file.name, file }
  ));
}

async function walk(entries: readonly (FileSystemEntry | null)[]): Promise<DroppedFile[]> {
  const found: DroppedFile[] = [];
  const waiting = entries.filter((entry) => entry !== null).reverse();
  for (let entry = waiting.pop(); entry && found.length < MAX_FILES; entry = waiting.pop()) {
    try {
      if (entry.isFile) {
        const { fullPath } = entry;
        const file = await new Promise<File>((resolve, reject) =>
          (entry as FileSystemFileEntry).file(resolve, reject)
        );
        found.push({ path: fullPath.replace(/^\//, ""), file });
      } else waiting.push(...(await childrenOf(entry as FileSystemDirectoryEntry)).reverse());
    } catch {
      // What cannot even be listed holds nothing that could be shown.
    }
  }
  return found;
}

/** A reader hands out some hundred entries at a time, and an empty list at the end. */
async function childrenOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const children: FileSystemEntry[] = [];
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject)
    );
    if (some.length === 0) return children;
    children.push(...some);
  }
}
