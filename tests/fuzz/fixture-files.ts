/** Every file of tests/fixtures but code and descriptions. */
const ROOT = new URL("../fixtures/", import.meta.url);

export interface FixtureFile {
  /** Below tests/fixtures. */
  path: string;
  bytes: Uint8Array<ArrayBuffer>;
}

/** In the order of their names, the same everywhere. */
export function* walkFixtures(folder = ""): Generator<FixtureFile> {
  const entries = [...Deno.readDirSync(new URL(folder, ROOT))]
    .sort((a, b) => a.name < b.name ? -1 : 1);
  for (const { name, isDirectory } of entries) {
    const path = `${folder}${encodeURIComponent(name)}`;
    if (isDirectory) yield* walkFixtures(`${path}/`);
    else if (!/\.(ts|sh|md|json|jpg)$/.test(name)) {
      yield { path: decodeURIComponent(path), bytes: Deno.readFileSync(new URL(path, ROOT)) };
    }
  }
}
