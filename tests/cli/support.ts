/** Runs the command line in this process, in a folder of its own. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "@std/testing/bdd";
import { run } from "../../cli/run.ts";

/** One call of `ssl-tools`: its exit status and its output. */
export async function ssl(...args: string[]) {
  let out = "";
  let error = "";
  const status = await run(args, {
    out: (text) => out += text,
    error: (text) => error += text,
    isColoured: false,
  });
  return { status, out, error };
}

/** A folder with these files, which is removed at the end. Returns the function that names a path in it. */
export async function folderOf(files: Readonly<Record<string, string | Uint8Array>>) {
  const folder = await mkdtemp(join(tmpdir(), "ssl-tools-"));
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content);
  afterAll(() => rm(folder, { recursive: true }));
  return (name: string) => join(folder, name);
}
