/** The npm packages as `deno task package` builds them. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { provider } from "../../core/provider.ts";
import { hashSources } from "../../web/build/sources.ts";

/** Runs a program to its end. */
export async function program(name: string, args: string[], cwd?: string) {
  const { code, stdout, stderr } = await new Deno.Command(name, {
    args,
    cwd,
    env: { NO_COLOR: "1" },
  }).output();
  const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
  return { status: code, out: text(stdout), error: text(stderr) };
}

interface Packages {
  /** The path of its archive. */
  commandLine: string;
  engine: string;
  /** The folder with the content of each. */
  folder: string;
}

/** The packages of these sources, built once for all test files. */
export async function packages(): Promise<Packages> {
  const home = new URL("../../.vite/packages/", import.meta.url).pathname;
  const folder = join(home, await hashSources(["cli"]));
  try {
    await Deno.stat(folder);
  } catch {
    await Deno.mkdir(home, { recursive: true });
    // Another process may be building them too: the first that is done gives the folder its name.
    const own = await Deno.makeTempDir({ dir: home });
    await builtPackages(own);
    await Deno.rename(own, folder).catch(() => Deno.remove(own, { recursive: true }));
  }
  return await packagesIn(folder);
}

/** Builds both packages into a folder. */
export async function builtPackages(folder: string): Promise<Packages> {
  const { status, error } = await program(Deno.execPath(), ["task", "-q", "package", folder]);
  assert.equal(status, 0, error);
  return await packagesIn(folder);
}

async function packagesIn(folder: string): Promise<Packages> {
  const names = await Array.fromAsync(Deno.readDir(folder), ({ name }) => name);
  const archives = names.filter((name) => name.endsWith(".tgz"));
  const pathOf = (name: string) => {
    const archive = archives.find((file) => new RegExp(`^${name}-\\d`).test(file));
    assert(archive !== undefined, `${name} is not among ${archives}`);
    return join(folder, archive);
  };
  return {
    commandLine: pathOf(provider.packageName),
    engine: pathOf(provider.enginePackageName),
    folder,
  };
}
