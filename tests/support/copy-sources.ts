/** Copies the project's sources without installed packages and built files. */
export async function copySources(from: URL, to: URL): Promise<void> {
  await Deno.mkdir(to, { recursive: true });
  for await (const { name, isDirectory } of Deno.readDir(from)) {
    if (name.startsWith(".") || /^(node_modules|dist|dist-previous)$/.test(name)) continue;
    if (isDirectory) await copySources(new URL(`${name}/`, from), new URL(`${name}/`, to));
    else await Deno.copyFile(new URL(name, from), new URL(name, to));
  }
}
