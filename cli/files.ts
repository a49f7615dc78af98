/** The files that a command reads: paths, folders with all that is below them, and standard input. */
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

/**
 * Reads the files of paths one after another, in the order of their names. Links to folders are not followed, so that a
 * folder that contains itself ends. Throws UnreadablePath.
 */
export async function* filesOf(
  paths: readonly string[],
): AsyncGenerator<GivenFile> {
  for (const path of paths) {
    if (path === STDIN) {
      yield { name: "standard input", bytes: await standardInput() };
    } else if ((await read(path, () => stat(path))).isDirectory()) {
      yield* below(path);
    } else yield { name: path, bytes: await bytesOf(path) };
  }
}

async function* below(folder: string): AsyncGenerator<GivenFile> {
  const entries = await read(
    folder,
    () => readdir(folder, { withFileTypes: true }),
  );
  entries.sort((a, b) => a.name < b.name ? -1 : 1);
  for (const entry of entries) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* below(path);
    else if (entry.isFile()) yield { name: path, bytes: await bytesOf(path) };
  }
}

const bytesOf = async (path: string): Promise<Uint8Array<ArrayBuffer>> =>
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
