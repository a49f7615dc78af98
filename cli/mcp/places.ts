/**
 * The folders that an assistant may use. Every path is resolved first, with its links and "..", and is then compared with
 * the folders that were named at the start.
 */
import { constants } from "node:fs";
import { lstat, open, readdir, realpath, stat } from "node:fs/promises";
import { basename, extname, isAbsolute, join, relative, sep } from "node:path";
import { MAX_TEXT_LENGTH } from "../../core/kernel/contract.ts";
import { Misuse } from "../command.ts";
import { type GivenFile, UnreadablePath } from "../files.ts";
import type { MadeFile } from "../made.ts";
import { writeFile } from "../output.ts";

/**
 * The purpose of a file. Folders for purposes do not overlap: the tools repeat parts of public objects in their answers, so
 * they must not read a file with a passphrase or with a password that was made.
 */
export type Purpose = "public" | "key" | "password";

export interface Places {
  /** Whether there is a folder to read for this purpose. */
  canRead(purpose: Purpose): boolean;
  /** Whether there is a folder to write. */
  readonly canWrite: boolean;
  /** Reads files, and folders with all that is below them. Throws UnreadablePath. */
  read(paths: readonly string[], purpose: Purpose): Promise<GivenFile[]>;
  /** Writes a new file that only its owner may read. Returns its path. */
  write(file: MadeFile): Promise<string>;
}

/** The most files of one call, which is the most texts of the inspector. */
const MAX_FILES = 1_000;
/** The most octets that one call reads, because all of them are in memory until it ends. */
const MAX_OCTETS = 16 * MAX_TEXT_LENGTH;
/** The most numbers that are tried for the name of a new file. */
const MAX_NUMBERS = 1_000;

const OUTSIDE = "It is not in a folder that may be read for this";

/** Resolves the folders. Throws Misuse if one is not a folder, or if they overlap. */
export async function placesOf(
  { folders, write, secrets }: { folders: readonly string[]; write: string; secrets: string },
): Promise<Places> {
  const readable = await Promise.all(folders.map(folderOf));
  const [written] = write === "" ? [] : [await folderOf(write)];
  const [secret] = secrets === "" ? [] : [await folderOf(secrets)];
  const hidden = [written, secret].filter((folder) => folder !== undefined);
  const pairs = [
    ...hidden.flatMap((one) => readable.map((other) => [one, other] as const)),
    ...written !== undefined && secret !== undefined ? [[written, secret] as const] : [],
  ];
  if (pairs.some(([one, other]) => isBelow(one, other) || isBelow(other, one))) {
    throw new Misuse(
      "The folders to read, --write and --secrets must not contain each other, because passwords must not be read as other files",
    );
  }
  const roots: Record<Purpose, readonly string[]> = {
    public: readable,
    key: written === undefined ? readable : [...readable, written],
    password: hidden,
  };
  return {
    canRead: (purpose) => roots[purpose].length > 0,
    canWrite: written !== undefined,
    async read(paths, purpose) {
      const files: GivenFile[] = [];
      let octets = 0;
      for (const path of paths) {
        for await (const file of filesAt(path, roots[purpose])) {
          if (files.length === MAX_FILES) {
            throw new UnreadablePath(path, `There are more than ${MAX_FILES} files`);
          }
          octets += file.bytes.length;
          if (octets > MAX_OCTETS) {
            throw new UnreadablePath(
              path,
              "The files of one call are larger than 16 MiB. Name fewer of them",
            );
          }
          files.push(file);
        }
      }
      return files;
    },
    async write(file) {
      if (written === undefined) throw new UnreadablePath(file.name, "No folder may be written");
      // A link that took the folder's place would lead elsewhere.
      if (await realpath(written) !== written) throw new UnreadablePath(written, OUTSIDE);
      const path = await freePath(written, basename(file.name));
      await writeFile(path, file.content, { isSecret: true, force: false });
      return path;
    },
  };
}

async function folderOf(path: string): Promise<string> {
  const found = await realpath(path).catch(() => null);
  if (found === null || !(await stat(found)).isDirectory()) {
    throw new Misuse(`"${path}" is not a folder`);
  }
  return found;
}

/** Whether a resolved path is a folder or is below it. */
function isBelow(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way === "" || way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

/**
 * The files at a path, which may be relative to any of the folders. A missing file and one outside have the same answer, so
 * that nothing is learned about other folders.
 */
async function* filesAt(path: string, folders: readonly string[]): AsyncGenerator<GivenFile> {
  const candidates = isAbsolute(path) ? [path] : folders.map((folder) => join(folder, path));
  for (const candidate of candidates) {
    const found = await realpath(candidate).catch(() => null);
    const folder = found === null ? undefined : folders.find((one) => isBelow(found, one));
    if (found !== null && folder !== undefined) return yield* below(found, folder);
  }
  throw new UnreadablePath(path, OUTSIDE);
}

async function* below(path: string, folder: string): AsyncGenerator<GivenFile> {
  const found = await lstat(path);
  // A link below a folder is not followed.
  if (found.isFile()) {
    yield { name: relative(folder, path) || path, bytes: await bytesOf(path) };
  } else if (found.isDirectory()) {
    for (const name of (await readdir(path)).sort()) yield* below(join(path, name), folder);
  }
}

/** The octets of a regular file. It is opened as a file and not as a link, and without waiting for a pipe. */
async function bytesOf(path: string): Promise<Uint8Array<ArrayBuffer>> {
  const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants;
  let file;
  try {
    file = await open(path, O_RDONLY | (O_NOFOLLOW ?? 0) | (O_NONBLOCK ?? 0));
    const found = await file.stat();
    if (!found.isFile()) throw new UnreadablePath(path, OUTSIDE);
    if (found.size > MAX_TEXT_LENGTH) {
      throw new UnreadablePath(path, "It is larger than 1 MiB");
    }
    return new Uint8Array(await file.readFile());
  } catch (thrown) {
    if (thrown instanceof UnreadablePath) throw thrown;
    throw new UnreadablePath(path, `It cannot be read (${(thrown as { code?: string }).code})`);
  } finally {
    await file?.close();
  }
}

/** A path that does not exist yet: with the name, or with a number in it. */
async function freePath(folder: string, name: string): Promise<string> {
  const ending = extname(name);
  const base = name.slice(0, name.length - ending.length);
  for (let number = 1; number <= MAX_NUMBERS; number++) {
    const path = join(folder, number === 1 ? name : `${base}-${number}${ending}`);
    if (await lstat(path).then(() => false, () => true)) return path;
  }
  throw new UnreadablePath(join(folder, name), "There are too many files with this name");
}
