/**
 * Builds the npm packages into `dist-packages`: the command line, and the engine as a library. Each has its code without
 * dependencies, the licences of all that is in it, and the archive that `npm pack` makes. Two builds of the same sources
 * have the same octets. Publishing is `npm publish FILE --provenance` by the owner of the name.
 */
/// <reference lib="deno.ns" />
import { dirname } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build, type Rolldown } from "vite";
import { provider } from "../../core/provider.ts";
import { VERSION } from "../../core/version.ts";
import { dataModules } from "./data-modules.ts";
import { packageFolder } from "./module-list.ts";
import { declarationsOf } from "./declarations.ts";

const root = new URL("../../", import.meta.url);
/** The folder for the packages; another one can be given. */
const out = Deno.args[0] ? new URL(`file://${Deno.args[0]}/`) : new URL("dist-packages/", root);
/** The oldest Node with Web Crypto and fetch without a flag. */
const NODE = ">=20";
/** It begins with 0 until the exports have proved themselves. */
const ENGINE_VERSION = "0.1.0";

interface Package {
  readonly name: string;
  readonly version: string;
  /** The modules of the sources by the name of their file, without ".js". */
  readonly entries: Readonly<Record<string, string>>;
  readonly readme: string;
  /** Its own members of package.json. */
  readonly manifest: Readonly<Record<string, unknown>>;
  /** Further files with their texts. */
  readonly files?: ReadonlyMap<string, string>;
  /** Modules that become one file with all that they import: opening a hundred small files takes longer. */
  readonly parts?: Readonly<Record<string, readonly string[]>>;
  readonly isProgram?: boolean;
}

const POLYFILLS = "cli/node20.ts";
const ENGINE = "core/mod.ts";

const commandLine: Package = {
  name: provider.packageName,
  version: VERSION,
  entries: { "ssl-tools": "cli/main.ts" },
  readme: "docs/cli.md",
  manifest: {
    description: "Read, check and convert TLS keys and certificates at a terminal and in pipelines",
    bin: { "ssl-tools": "ssl-tools.js" },
    files: ["ssl-tools.js", "parts", "THIRD-PARTY-LICENSES.txt"],
  },
  parts: {
    // Not main.ts, which waits for parts at its top level: a part that imports its file would never be ready.
    start: ["cli/node20.ts", "cli/run.ts"],
    inspect: ["core/inspect/session.ts", "core/kernel/execute.ts"],
  },
  isProgram: true,
};

const types = declarationsOf(ENGINE, root);
const engine: Package = {
  name: provider.enginePackageName,
  version: ENGINE_VERSION,
  entries: { engine: ENGINE, polyfills: POLYFILLS },
  readme: "docs/engine.md",
  manifest: {
    description: "Read, verify and judge X.509 certificates, keys, CSRs and CRLs",
    exports: {
      ".": { types: `./types/${ENGINE.replace(/ts$/, "d.ts")}`, default: "./engine.js" },
      "./polyfills": { types: "./types/polyfills.d.ts", default: "./polyfills.js" },
    },
    sideEffects: ["./polyfills.js"],
    files: ["engine.js", "polyfills.js", "parts", "types", "THIRD-PARTY-LICENSES.txt"],
  },
  files: new Map([
    ...[...types].map(([path, text]) => [`types/${path}`, text] as const),
    ["types/polyfills.d.ts", "export {};\n"],
  ]),
};

await Deno.remove(out, { recursive: true }).catch(ignoreMissing);
for (const one of [commandLine, engine]) await write(one);

async function write(one: Package): Promise<void> {
  const folder = new URL(`${one.name}/`, out);
  const packages = await bundle(one, folder);
  const files = new Map([
    ["package.json", `${JSON.stringify(manifestOf(one), null, 2)}\n`],
    ["LICENSE", await Deno.readTextFile(new URL("LICENSE", root))],
    ["README.md", await Deno.readTextFile(new URL(one.readme, root))],
    ["THIRD-PARTY-LICENSES.txt", await licensesOf(packages)],
    ...one.files ?? [],
  ]);
  for (const [name, text] of files) {
    const file = fileURLToPath(new URL(name, folder));
    await Deno.mkdir(dirname(file), { recursive: true });
    await Deno.writeTextFile(file, text);
  }
  await pack(one, folder);
}

function ignoreMissing(thrown: unknown): void {
  if (!(thrown instanceof Deno.errors.NotFound)) throw thrown;
}

/** Writes the code. Returns the folders of the packages in it. */
async function bundle(
  { name, entries, parts, isProgram }: Package,
  folder: URL,
): Promise<Set<string>> {
  const homes = new Set<string>();
  const collect: Rolldown.Plugin = {
    name: "collect-packages",
    generateBundle(_options, chunks) {
      for (const chunk of Object.values(chunks)) {
        if (chunk.type !== "chunk") continue;
        for (const id of chunk.moduleIds) {
          const home = packageFolder(id);
          if (home !== null) homes.add(home);
        }
      }
    },
  };
  await build({
    configFile: false,
    logLevel: "warn",
    root: fileURLToPath(root),
    cacheDir: fileURLToPath(new URL(`.vite/${name}`, root)),
    publicDir: false,
    plugins: [dataModules(), collect],
    ssr: { noExternal: true, target: "node" },
    build: {
      ssr: true,
      outDir: fileURLToPath(folder),
      emptyOutDir: true,
      target: "node20",
      minify: true,
      rolldownOptions: {
        input: Object.fromEntries(
          Object.entries(entries).map(([file, path]) => [file, fileURLToPath(new URL(path, root))]),
        ),
        output: {
          banner: (chunk) => isProgram && chunk.isEntry ? "#!/usr/bin/env node" : "",
          entryFileNames: "[name].js",
          chunkFileNames: "parts/[name]-[hash].js",
          codeSplitting: { groups: [{ name: partNamer(parts), debugName: "parts" }] },
        },
      },
    },
  });
  return homes;
}

function manifestOf({ name, version, manifest }: Package) {
  return {
    name,
    version,
    license: "MIT",
    type: "module",
    engines: { node: NODE },
    homepage: provider.source,
    repository: provider.source,
    ...manifest,
  };
}

/**
 * Returns the function that names the part of a module; null if the bundler decides it. A part has its modules and all that
 * these always load, unless an earlier part has it.
 */
function partNamer(parts: Package["parts"]) {
  const named = Object.entries(parts ?? {}).map(([name, paths]) => ({
    name,
    modules: new Set(paths.map((path) => fileURLToPath(new URL(path, root)))),
    isComplete: false,
  }));
  return (id: string, context: Rolldown.ChunkingContext): string | null => {
    for (const part of named) {
      if (!part.isComplete) {
        // A Set visits members that are added meanwhile.
        for (const each of part.modules) {
          for (const next of context.getModuleInfo(each)?.importedIds ?? []) part.modules.add(next);
        }
        part.isComplete = true;
      }
      if (part.modules.has(id)) return part.name;
    }
    return null;
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
async function pack({ name, version }: Package, folder: URL): Promise<void> {
  const { success, stderr } = await new Deno.Command("npm", {
    args: ["pack", "--silent", "--ignore-scripts", "--pack-destination", fileURLToPath(out)],
    cwd: folder,
    stdout: "null",
    stderr: "piped",
  }).output();
  if (!success) throw new Error(new TextDecoder().decode(stderr));
  console.log(`Built into ${fileURLToPath(out)}${name}-${version}.tgz.`);
}
