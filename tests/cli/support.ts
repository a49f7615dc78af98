/** Runs the command line in this process, in a folder of its own. */
import assert from "node:assert/strict";
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

/** Fails if an order stands outside the marks of data in the answer of a tool of `mcp`, or if a character acts. */
export function assertMarked(text: string, order: RegExp): void {
  const lines = text.split("\n");
  const mark = /^<(data-[0-9a-f-]{36})>$/.exec(lines[1])?.[1];
  assert(mark !== undefined, text);
  const end = lines.indexOf(`</${mark}>`);
  assert.deepEqual(lines.slice(end + 1).filter((line) => order.test(line)), []);
  assert.doesNotMatch(text.replaceAll("\n", ""), /[\p{Cc}\p{Cf}]/u);
  assert.equal(text.split(mark).length, 3);
}
