/** The npm packages as `deno task package` builds them. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { provider } from "../../core/provider.ts";

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

/** Builds both packages into a folder. Returns the paths of their archives. */
export async function builtPackages(
  folder: string,
): Promise<{ commandLine: string; engine: string }> {
  const { status, error } = await program(Deno.execPath(), ["task", "-q", "package", folder]);
  assert.equal(status, 0, error);
  const archives = [...Deno.readDirSync(folder)].map(({ name }) => name)
    .filter((name) => name.endsWith(".tgz"));
  const pathOf = (name: string) => {
    const archive = archives.find((file) => new RegExp(`^${name}-\\d`).test(file));
    assert(archive !== undefined, `${name} is not among ${archives}`);
    return join(folder, archive);
  };
  return { commandLine: pathOf(provider.packageName), engine: pathOf(provider.enginePackageName) };
}
