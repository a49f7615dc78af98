/** Files that a command writes. Nothing is overwritten unasked, and a file with a key is only its owner's. */
import { open, stat } from "node:fs/promises";
import { constants } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { UnreadablePath } from "./files.ts";

const { O_CREAT, O_EXCL, O_NOFOLLOW, O_TRUNC, O_WRONLY } = constants;
/** The owner may read and write; for other files the usual mask applies. */
const SECRET_MODE = 0o600;
const PUBLIC_MODE = 0o666;

/** The path that stands for standard output. */
export const STDOUT = "-";

/** The path of a file for the value of --output: in a folder the file has `name`. "" is this folder. */
export async function pathIn(output: string, name: string): Promise<string> {
  if (output === STDOUT) return STDOUT;
  const isFolder = output === "" || output.endsWith("/") ||
    await stat(output).then((found) => found.isDirectory(), () => false);
  return isFolder ? join(output, name) : output;
}

/**
 * Writes a file that does not exist yet; with `force` it may exist, but not be a link. Throws UnreadablePath with the
 * reason.
 */
export async function writeFile(
  path: string,
  content: string | Uint8Array,
  { isSecret, force }: { isSecret: boolean; force: boolean },
): Promise<void> {
  if (path === STDOUT) return void process.stdout.write(content);
  // Windows has no O_NOFOLLOW.
  const flags = O_WRONLY | O_CREAT | (O_NOFOLLOW ?? 0) | (force ? O_TRUNC : O_EXCL);
  let file;
  try {
    file = await open(path, flags, isSecret ? SECRET_MODE : PUBLIC_MODE);
    // An existing file keeps its mode when it is opened.
    if (isSecret) await file.chmod(SECRET_MODE);
    await file.writeFile(content);
  } catch (thrown) {
    const { code } = thrown as { code?: string };
    const reason = code === "EEXIST"
      ? "It exists already, and is overwritten only with --force"
      : code === "ELOOP"
      ? "It is a link, and we do not write through links"
      : `It cannot be written (${code})`;
    throw new UnreadablePath(path, reason);
  } finally {
    await file?.close();
  }
}
