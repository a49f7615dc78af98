/**
 * The same sources give the same build, byte for byte, in any folder and at any time. Users rely on it
 * to compare a site's files with their own build. Runs only in test:full, because it builds a second
 * time.
 */
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { describe, it } from "@std/testing/bdd";
import { listFiles } from "../../web/build/sources.ts";
import { copySources } from "../support/copy-sources.ts";
import { ensureBuilt } from "../support/process.ts";

const ROOT = new URL("../../", import.meta.url);
/** Files with the time of the build and the paths of modules. The server does not send them. */
const OF_THIS_BUILD = /^(build\.json|\.vite\/.*)$/;

/** SHA-256 of every file of a build, by its path. */
async function digests(root: URL): Promise<Record<string, string>> {
  const dist = new URL("dist/", root);
  const files = (await listFiles(dist)).map((file) => file.pathname.slice(dist.pathname.length))
    .filter((path) => !OF_THIS_BUILD.test(path));
  return Object.fromEntries(
    await Promise.all(files.map(async (path) => {
      const content = await Deno.readFile(new URL(path, dist));
      return [path, createHash("sha256").update(content).digest("hex")];
    })),
  );
}

async function deno(cwd: URL, args: string[]): Promise<void> {
  const { success, stderr } = await new Deno.Command(Deno.execPath(), { args, cwd }).output();
  assert(success, new TextDecoder().decode(stderr));
}

/** The line with the SHA-256 of a release of a project. */
async function releaseDigest(root: URL): Promise<string> {
  const folder = await Deno.makeTempDir();
  try {
    await deno(root, ["run", "-A", "--no-check", "web/build/release.ts", folder]);
    const file = [...Deno.readDirSync(folder)].find(({ name }) => name.endsWith(".sha256"))!;
    return await Deno.readTextFile(`${folder}/${file.name}`);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

describe("a build", () => {
  it("is the same, byte for byte, in another folder", async () => {
    await ensureBuilt();
    const copy = new URL(`file://${await Deno.makeTempDir()}/elsewhere/`);
    try {
      await copySources(ROOT, copy);
      await deno(copy, ["install"]);
      await deno(copy, ["run", "-A", "--no-check", "web/build/build.ts"]);
      const here = await digests(ROOT);
      assert(Object.keys(here).length > 100);
      assert.deepEqual(await digests(copy), here);
      assert.equal(await releaseDigest(copy), await releaseDigest(ROOT));
    } finally {
      await Deno.remove(copy, { recursive: true });
    }
  });
});
