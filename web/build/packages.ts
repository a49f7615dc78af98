/**
 * Builds the npm package of the command line into `dist-packages`: its code in one folder without dependencies, the
 * licences of all that is in it, and the archive that `npm pack` makes. Two builds of the same sources have the same
 * octets. Publishing is `npm publish FILE --provenance` by the owner of the name.
 */
/// <reference lib="deno.ns" />
import { fileURLToPath, pathToFileURL } from "node:url";
import { build, type Rolldown } from "vite";
import { provider } from "../../core/provider.ts";
import { VERSION } from "../../core/version.ts";
import { dataModules } from "./data-modules.ts";

const root = new URL("../../", import.meta.url);
/** The folder for the packages; another one can be given. */
const out = Deno.args[0] ? new URL(`file://${Deno.args[0]}/`) : new URL("dist-packages/", root);
const folder = new URL(`${provider.packageName}/`, out);
const MAIN = "ssl-tools.js";
/** The oldest Node with Web Crypto and fetch without a flag. */
const NODE = ">=20";

await Deno.remove(out, { recursive: true }).catch(ignoreMissing);
const packages = await bundle();
const files = {
  "package.json": `${JSON.stringify(manifest(), null, 2)}\n`,
  "LICENSE": await Deno.readTextFile(new URL("LICENSE", root)),
  "README.md": await Deno.readTextFile(new URL("docs/cli.md", root)),
  "THIRD-PARTY-LICENSES.txt": await licensesOf(packages),
};
for (const [name, text] of Object.entries(files)) {
  await Deno.writeTextFile(new URL(name, folder), text);
}
await pack();

function ignoreMissing(thrown: unknown): void {
  if (!(thrown instanceof Deno.errors.NotFound)) throw thrown;
}

/** Writes the code. Returns the folders of the packages in it. */
async function bundle(): Promise<Set<string>> {
  const homes = new Set<string>();
  const collect: Rolldown.Plugin = {
    name: "collect-packages",
    generateBundle(_options, chunks) {
      for (const chunk of Object.values(chunks)) {
        if (chunk.type !== "chunk") continue;
        for (const id of chunk.moduleIds) {
          const home = /.*\/node_modules\/(?:@[^/]+\/)?[^/]+\//.exec(id)?.[0];
          if (home !== undefined) homes.add(home.replace(/^\0/, ""));
        }
      }
    },
  };
  await build({
    configFile: false,
    logLevel: "warn",
    root: fileURLToPath(root),
    cacheDir: fileURLToPath(new URL(".vite/packages", root)),
    publicDir: false,
    plugins: [dataModules(), collect],
    ssr: { noExternal: true, target: "node" },
    build: {
      ssr: fileURLToPath(new URL("cli/main.ts", root)),
      outDir: fileURLToPath(folder),
      emptyOutDir: true,
      target: "node20",
      minify: true,
      rolldownOptions: {
        output: {
          banner: (chunk) => chunk.isEntry ? "#!/usr/bin/env node" : "",
          entryFileNames: MAIN,
          chunkFileNames: "parts/[name]-[hash].js",
        },
      },
    },
  });
  return homes;
}

function manifest() {
  return {
    name: provider.packageName,
    version: VERSION,
    description: "Read, check and convert TLS keys and certificates at a terminal and in pipelines",
    license: "MIT",
    type: "module",
    bin: { "ssl-tools": MAIN },
    files: [MAIN, "parts", "THIRD-PARTY-LICENSES.txt"],
    engines: { node: NODE },
    homepage: provider.source,
  };
}

/** The licence of each package, with its name and version. */
async function licensesOf(homes: ReadonlySet<string>): Promise<string> {
  const texts = [];
  for (const path of homes) {
    const home = pathToFileURL(path);
    const { name, version, license } = JSON.parse(
      await Deno.readTextFile(new URL("package.json", home)),
    );
    const file = [...Deno.readDirSync(home)].map(({ name }) => name)
      .sort().find((name) => /^licen[cs]e/i.test(name));
    const text = file === undefined ? license : await Deno.readTextFile(new URL(file, home));
    texts.push(`${name} ${version} (${license})\n\n${text.trim()}\n`);
  }
  return texts.sort().join(`\n${"-".repeat(72)}\n\n`);
}

/** Makes the archive. npm gives all files the same time, so that the archive depends only on their octets. */
async function pack(): Promise<void> {
  const { success, stderr } = await new Deno.Command("npm", {
    args: ["pack", "--silent", "--ignore-scripts", "--pack-destination", fileURLToPath(out)],
    cwd: folder,
    stdout: "null",
    stderr: "piped",
  }).output();
  if (!success) throw new Error(new TextDecoder().decode(stderr));
  console.log(`Built into ${fileURLToPath(out)}${provider.packageName}-${VERSION}.tgz.`);
}
