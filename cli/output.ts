/** Files that a command writes. Nothing is overwritten unasked, and a file with a key is only its owner's. */
import { lstat, mkdir, open, stat } from "node:fs/promises";
import { constants } from "node:fs";
import { dirname, join } from "node:path";
import process from "node:process";
import { valueOf, type Values } from "./command.ts";
import { UnreadablePath } from "./files.ts";
import type { MadeFile } from "./made.ts";
import type { Report } from "./report.ts";

const { O_CREAT, O_EXCL, O_NOFOLLOW, O_NONBLOCK, O_TRUNC, O_WRONLY } = constants;
/** The owner may read and write; for other files the usual mask applies. */
const SECRET_MODE = 0o600;
const PUBLIC_MODE = 0o666;

/** The path that stands for standard output. */
export const STDOUT = "-";

/** The path of a file for the value of --output: in a folder the file has `name`. "" is this folder. */
async function pathIn(output: string, name: string): Promise<string> {
  const isFolder = output === "" || output.endsWith("/") ||
    await stat(output).then((found) => found.isDirectory(), () => false);
  return isFolder ? join(output, name) : output;
}

const STANDARD_OUTPUT = "standard output";

/**
 * Writes to standard output. Returns false if no program reads it any more, as after `head`. Throws UnreadablePath
 * if it cannot be written.
 */
export async function print(content: string | Uint8Array): Promise<boolean> {
  try {
    await new Promise<void>((resolve, reject) => {
      // Node gives the error to the callback, and Deno throws it.
      process.stdout.write(content, (error) => error ? reject(error) : resolve());
    });
    return true;
  } catch (thrown) {
    const { code = "" } = thrown as { code?: string };
    if (code === "EPIPE") return false;
    throw new UnreadablePath(STANDARD_OUTPUT, REASONS[code] ?? `It cannot be written (${code})`);
  }
}

/** How a command writes what an operation has made. */
interface Saving<Answer> {
  /** The files that the answer holds. */
  readonly files: (answer: Answer) => readonly MadeFile[];
  /** The answer without the texts that only files may hold. */
  readonly withoutSecrets: (answer: Answer) => object;
  /** --output names a folder, which is made if it is missing. Otherwise it may also be the name of the file. */
  readonly isFolder: boolean;
}

/**
 * Writes the files of the report's answer to the place of --output. Returns the report without their secrets. If one of the
 * files exists, none is written.
 */
export async function saved<Answer>(
  report: Report,
  values: Values,
  { files, withoutSecrets, isFolder }: Saving<Answer>,
): Promise<Report> {
  const [one] = report.answered;
  if (one === undefined) return report;
  const answer = one.answer as Answer;
  const output = valueOf(values, "output");
  const force = values.force === true;
  const made = await Promise.all(
    files(answer).map(async (file) => {
      const path = output === STDOUT
        ? STDOUT
        : isFolder
        ? join(output, file.name)
        : await pathIn(output, file.name);
      return { ...file, path };
    }),
  );
  for (const { path } of made) {
    if (!force && path !== STDOUT && await exists(path)) {
      throw new UnreadablePath(path, REASONS.EEXIST);
    }
  }
  for (const { path, content, isSecret } of made) {
    if (isFolder && path !== STDOUT) await folderFor(path);
    await writeFile(path, content, { isSecret, force });
  }
  const written = made.map(({ path }) => path);
  return { ...report, answered: [{ ...one, answer: withoutSecrets(answer) }], written };
}

const exists = (path: string): Promise<boolean> => lstat(path).then(() => true, () => false);

async function folderFor(path: string): Promise<void> {
  const folder = dirname(path);
  try {
    await mkdir(folder, { recursive: true });
  } catch (thrown) {
    const { code = "" } = thrown as { code?: string };
    throw new UnreadablePath(folder, REASONS[code] ?? `It cannot be made (${code})`);
  }
}

const REASONS: Readonly<Record<string, string>> = {
  EEXIST: "It exists already, and is overwritten only with --force",
  ELOOP: "It is a link, and we do not write through links",
  EISDIR: "It is a folder",
  ENOENT: "Its folder does not exist",
  ENOTDIR: "A part of this path is a file and not a folder",
  ENOSPC: "There is no space left",
  EPIPE: "The program that reads it has ended",
  ENXIO: "It is not a file, and we write only to files",
  EACCES: "We may not write it",
  EPERM: "We may not write it",
};

/**
 * Writes a file that does not exist yet; with `force` it may exist, but not be a link. Throws UnreadablePath with the
 * reason.
 */
export async function writeFile(
  path: string,
  content: string | Uint8Array,
  { isSecret, force }: { isSecret: boolean; force: boolean },
): Promise<void> {
  if (path === STDOUT) {
    if (!await print(content)) throw new UnreadablePath(STANDARD_OUTPUT, REASONS.EPIPE);
    return;
  }
  // Windows has neither O_NOFOLLOW nor O_NONBLOCK, without which a pipe waits for its reader.
  const flags = O_WRONLY | O_CREAT | (O_NOFOLLOW ?? 0) | (O_NONBLOCK ?? 0) |
    (force ? O_TRUNC : O_EXCL);
  let file;
  try {
    file = await open(path, flags, isSecret ? SECRET_MODE : PUBLIC_MODE);
    // A device has no content to overwrite, and its mode is not ours to change.
    if (!(await file.stat()).isFile()) throw new UnreadablePath(path, REASONS.ENXIO);
    // An existing file keeps its mode when it is opened.
    if (isSecret) await file.chmod(SECRET_MODE);
    await file.writeFile(content);
  } catch (thrown) {
    if (thrown instanceof UnreadablePath) throw thrown;
    const { code = "" } = thrown as { code?: string };
    throw new UnreadablePath(path, REASONS[code] ?? `It cannot be written (${code})`);
  } finally {
    await file?.close();
  }
}
