/** The files that a command reads: paths, folders with all that is below them, patterns, and standard input. */
import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import process from "node:process";

export interface GivenFile {
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** A path that cannot be read, with the reason as a sentence without a full stop. */
export class UnreadablePath extends Error {
  constructor(readonly path: string, message: string) {
    super(message);
  }
}

/** The argument that stands for standard input. */
const STDIN = "-";
/** Larger files below a folder are skipped: no key or certificate is that large, and films are. */
const MAX_FILE = 64 * 1024 * 1024;

/** Called for a file below a folder that was not read, with the reason. */
type OnSkipped = (path: string, message: string) => void;

/**
 * Reads the files of paths one after another, in the order of their names. Links to files are followed, as those of
 * /etc/ssl/certs, and links to folders are not, so that a folder that contains itself ends. A file below a folder that cannot be read goes to `onSkipped`; without it, and for a
 * path that was given, it throws UnreadablePath.
 */
export async function* filesOf(
  paths: readonly string[],
  onSkipped?: OnSkipped,
): AsyncGenerator<GivenFile> {
  for (const path of paths) {
    if (path === STDIN) {
      yield { name: "standard input", bytes: await standardInput() };
      continue;
    }
    // A shell that expands no patterns leaves them to us. A file of this name goes first.
    const isPattern = /[*?]/.test(path) && !await stat(path).then(() => true, () => false);
    const found = isPattern ? await matching(path) : [path];
    if (found.length === 0) throw new UnreadablePath(path, "No file has such a name");
    for (const one of found) {
      if ((await read(one, () => stat(one))).isDirectory()) yield* below(one, onSkipped);
      else yield { name: one, bytes: await bytesOf(one) };
    }
  }
}

async function* below(folder: string, onSkipped?: OnSkipped): AsyncGenerator<GivenFile> {
  let entries;
  try {
    entries = await entriesOf(folder);
  } catch (thrown) {
    if (onSkipped === undefined || !(thrown instanceof UnreadablePath)) throw thrown;
    return onSkipped(thrown.path, thrown.message);
  }
  for (const entry of entries) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      yield* below(path, onSkipped);
      continue;
    }
    // A pipe or a device would wait or never end.
    if (!entry.isFile() && !entry.isSymbolicLink()) continue;
    try {
      const found = await read(path, () => stat(path));
      if (!found.isFile()) continue;
      if (found.size > MAX_FILE) {
        throw new UnreadablePath(path, "It is larger than 64 MiB, so it was not read");
      }
      yield { name: path, bytes: await bytesOf(path) };
    } catch (thrown) {
      if (onSkipped === undefined || !(thrown instanceof UnreadablePath)) throw thrown;
      onSkipped(path, thrown.message);
    }
  }
}

async function entriesOf(folder: string) {
  const entries = await read(folder, () => readdir(folder, { withFileTypes: true }));
  return entries.sort((a, b) => a.name < b.name ? -1 : 1);
}

/** The paths that a pattern matches. `*` and `?` match within a name, and `**` any number of folders. */
async function matching(pattern: string): Promise<string[]> {
  let found = [pattern.startsWith("/") ? "/" : ""];
  for (const part of pattern.split("/").filter((part) => part !== "")) {
    const next = [];
    for (const folder of found) next.push(...await inFolder(folder, part));
    // Several ** find a folder in several ways.
    found = [...new Set(next)];
  }
  return found;
}

async function inFolder(folder: string, part: string): Promise<string[]> {
  if (!/[*?]/.test(part)) {
    const path = join(folder, part);
    return await stat(path).then(() => [path], () => []);
  }
  const entries = await entriesOf(folder === "" ? "." : folder).catch(() => []);
  if (part === "**") {
    const folders = entries.filter((entry) => entry.isDirectory());
    const deeper = await Promise.all(folders.map(({ name }) => inFolder(join(folder, name), part)));
    return [folder, ...deeper.flat()];
  }
  const name = nameExpression(part);
  return entries.filter((entry) => name.test(entry.name)).map((entry) => join(folder, entry.name));
}

/** A pattern for one name as a regular expression; a leading dot has to be written, as in a shell. */
function nameExpression(part: string): RegExp {
  const source = part.replace(/[.+^${}()|[\]\\]/g, "\\$&").replaceAll("*", ".*").replaceAll(
    "?",
    ".",
  );
  return new RegExp(`^${part.startsWith(".") ? "" : "(?!\\.)"}${source}$`, "s");
}

/** The bytes of one file. Throws UnreadablePath. */
export const bytesOf = async (path: string): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(await read(path, () => readFile(path)));

async function standardInput(): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array[] = [];
  for await (const part of process.stdin) parts.push(part);
  return new Uint8Array(Buffer.concat(parts));
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: "There is no such file or folder",
  EACCES: "We may not read it",
  EPERM: "We may not read it",
};

async function read<T>(path: string, task: () => Promise<T>): Promise<T> {
  try {
    return await task();
  } catch (thrown) {
    const code = (thrown as { code?: string }).code ?? "";
    throw new UnreadablePath(
      path,
      REASONS[code] ?? `It cannot be read (${code})`,
    );
  }
}
