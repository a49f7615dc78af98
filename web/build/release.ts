/**
 * Writes a release into `dist-release`, or into the folder that is given: an archive with the built site, the server and
 * the packages that serving needs, its SHA-256, and the list of its components (CycloneDX). It needs only Deno to start,
 * without a build and without the network. Two releases of the same sources have the same octets.
 */
/// <reference lib="deno.ns" />
import { createHash } from "node:crypto";
import { fileURLToPath } from "node:url";
import { provider } from "../../core/provider.ts";
import { VERSION } from "../../core/version.ts";
import { packageFolder } from "./module-list.ts";
import { listFiles, readRecord } from "./sources.ts";

const root = new URL("../../", import.meta.url);
const out = Deno.args[0] ? new URL(`file://${Deno.args[0]}/`) : new URL("dist-release/", root);
const NAME = `${provider.packageName}-server-${VERSION}`;
const folder = new URL(`${NAME}/`, out);
/** The files of the release, by their paths. */
const written = new Set<string>();

/** The scripts that Deno starts: the launcher, the server, a compute process, and those of api/deploy. */
const ENTRIES = [
  ...["api/launch.ts", "api/main.ts", "api/compute/child.ts"],
  ...["api/deploy/fetch.ts", "api/deploy/verify.ts"],
];
/** Documents and settings for those who run it. */
const PLAIN = [
  "LICENSE",
  "SECURITY.md",
  "CHANGELOG.md",
  "deno.lock",
  "core/deno.json",
  "wasm/deno.json",
];

/** A package of npm in Deno's module graph. */
interface Package {
  readonly name: string;
  readonly version: string;
  /** The keys of the packages that it imports. */
  readonly dependencies: readonly string[];
  readonly localPath: string;
}

interface Graph {
  readonly modules: readonly { readonly specifier: string; readonly kind?: string }[];
  readonly npmPackages: Readonly<Record<string, Package>>;
}

await Deno.remove(out, { recursive: true }).catch((thrown) => {
  if (!(thrown instanceof Deno.errors.NotFound)) throw thrown;
});
const graphs = await Promise.all(ENTRIES.map(graphOf));
const packages: Record<string, Package> = Object.assign(
  {},
  ...graphs.map(({ npmPackages }) => npmPackages),
);
const served = withDependencies(graphs.flatMap(importedPackages));

await copyServer();
await copySite();
for (const path of PLAIN) await copy(path);
for (const [path, text] of Object.entries(await ownFiles())) await write(path, text);
await placePackages();
await write("sbom.cdx.json", json(await components()));
await write("SHA256SUMS", await sums());
await pack();

/** Deno's graph of the modules that a script can load. In the manual mode it would have no packages. */
async function graphOf(entry: string): Promise<Graph> {
  const { stdout } = await run(Deno.execPath(), [
    ...["info", "--json", "--node-modules-dir=auto"],
    entry,
  ]);
  return JSON.parse(stdout);
}

/** The keys of the packages that the code of a graph imports. */
function importedPackages({ modules, npmPackages }: Graph): string[] {
  const imported = modules.filter(({ kind }) => kind === "npm")
    .map(({ specifier }) => /^npm:\/(@[^/]+\/[^/]+|[^/]+)/.exec(specifier)![1]);
  return Object.entries(npmPackages).filter(([, { name, version }]) =>
    imported.includes(`${name}@${version}`)
  )
    .map(([key]) => key);
}

function withDependencies(keys: readonly string[], found = new Set<string>()): Set<string> {
  for (const key of keys) {
    if (found.has(key)) continue;
    found.add(key);
    withDependencies(packages[key].dependencies, found);
  }
  return found;
}

async function copyServer(): Promise<void> {
  const paths = graphs.flatMap(({ modules }) => modules.map(({ specifier }) => specifier))
    .filter((specifier) => specifier.startsWith(root.href) && !specifier.includes("/node_modules/"))
    .map((specifier) => decodeURIComponent(specifier.slice(root.href.length)));
  for (const path of new Set(paths)) await copy(path);
  for (const file of await listFiles(new URL("api/deploy/", root))) {
    if (!file.pathname.endsWith("Containerfile")) await copy(file.href.slice(root.href.length));
  }
}

/** Copies what the server reads of the build; its record without the time. */
async function copySite(): Promise<void> {
  for (const file of await listFiles(new URL("dist/", root))) {
    const path = file.href.slice(root.href.length);
    if (!path.startsWith("dist/.vite/") && path !== "dist/build.json") {
      await copy(decodeURIComponent(path));
    }
  }
  await write("dist/build.json", json({ sources: (await readRecord())!.sources }));
}

/** The configuration of Deno, the list of packages that it resolves names with, and the guide. */
async function ownFiles(): Promise<Record<string, string>> {
  const { imports, tasks, unstable } = JSON.parse(
    await Deno.readTextFile(new URL("deno.json", root)),
  );
  const names = new Set([...served].map((key) => packages[key].name));
  const needed = Object.fromEntries(
    Object.entries(imports as Record<string, string>).filter(([name]) => names.has(name)),
  );
  const task = {
    description: "Serve the app and the API on http://localhost:8000; PORT is another port",
    command: tasks.serve.command,
  };
  return {
    "deno.json": json({
      unstable,
      nodeModulesDir: "manual",
      lock: false,
      tasks: { start: task },
      imports: needed,
    }),
    "package.json": json({
      name: NAME,
      private: true,
      dependencies: Object.fromEntries(
        Object.entries(needed).map((
          [name, specifier],
        ) => [name, specifier.slice(`npm:${name}@`.length)]),
      ),
    }),
    "README.md": `# SSL Tools ${VERSION}, ready to serve

It needs [Deno](https://deno.com) 2.9 or Node, and neither a build nor an installation:

\`\`\`sh
deno task start                    # serve the app and the API on http://localhost:8000
npx --yes deno@${Deno.version.deno} task start   # the same, with Node only
sha256sum --check --quiet SHA256SUMS
\`\`\`

[api/deploy/README.md](api/deploy/README.md) has the settings, a service, proxies, and how to scale. \`sbom.cdx.json\`
lists the packages inside.
`,
  };
}

/** Copies the packages; where two versions of one are needed, the second is below the package that imports it. */
async function placePackages(): Promise<void> {
  const top = new Map<string, string>();
  const direct = new Set(graphs.flatMap(importedPackages));
  for (const key of direct) top.set(packages[key].name, key);
  for (const key of served) if (!top.has(packages[key].name)) top.set(packages[key].name, key);
  for (const key of top.values()) await copyPackage(key, "node_modules/");

  async function copyPackage(key: string, home: string): Promise<void> {
    const { name, localPath, dependencies } = packages[key];
    const from = new URL(`file://${localPath}/`);
    for (const file of await listFiles(from)) {
      await copyFile(
        file,
        `${home}${name}/${decodeURIComponent(file.href.slice(from.href.length))}`,
      );
    }
    for (const needed of dependencies) {
      if (top.get(packages[needed].name) !== needed) {
        await copyPackage(needed, `${home}${name}/node_modules/`);
      }
    }
  }
}

/** The packages in the server and in the site, in CycloneDX 1.6. */
async function components() {
  const modules: Record<string, string[]> = JSON.parse(
    await Deno.readTextFile(new URL("dist/.vite/modules.json", root)),
  );
  const { npm }: { npm: Record<string, { integrity: string }> } = JSON.parse(
    await Deno.readTextFile(new URL("deno.lock", root)),
  );
  const homes = new Set([...served].map((key) => `${packages[key].localPath}/`));
  for (const id of Object.values(modules).flat()) {
    const home = packageFolder(id);
    if (home !== null) homes.add(home);
  }
  const found = new Map<string, unknown>();
  for (const home of homes) {
    const { name, version, license } = JSON.parse(await Deno.readTextFile(`${home}package.json`));
    const key = Object.keys(npm).find((one) =>
      one === `${name}@${version}` || one.startsWith(`${name}@${version}_`)
    );
    const [algorithm, digest] = key === undefined ? [] : npm[key].integrity.split("-");
    const purl = `pkg:npm/${name.replace("@", "%40")}@${version}`;
    found.set(purl, {
      type: "library",
      "bom-ref": purl,
      name,
      version,
      ...digest && {
        hashes: [{
          alg: algorithm.replace("sha", "SHA-"),
          content: Uint8Array.fromBase64(digest).toHex(),
        }],
      },
      ...license && { licenses: [{ expression: license }] },
      purl,
    });
  }
  return {
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    version: 1,
    metadata: { component: { type: "application", "bom-ref": NAME, name: NAME, version: VERSION } },
    components: [...found].sort(([a], [b]) => a < b ? -1 : 1).map(([, component]) => component),
  };
}

/** A line for each file, as sha256sum reads it. */
async function sums(): Promise<string> {
  const lines = [];
  for (const path of [...written].sort()) {
    lines.push(`${await sha256(new URL(path, folder))}  ${path}\n`);
  }
  return lines.join("");
}

/** Makes the archive. All files have the same time and owner, so that it depends only on their octets. */
async function pack(): Promise<void> {
  const archive = new URL(`${NAME}.tar.gz`, out);
  await run("tar", [
    ...[
      "--sort=name",
      "--mtime=@0",
      "--owner=0",
      "--group=0",
      "--numeric-owner",
      "--mode=u=rwX,go=rX",
    ],
    ...["--format=ustar", "--use-compress-program=gzip -n", "-cf", fileURLToPath(archive)],
    ...["-C", fileURLToPath(out), NAME],
  ]);
  const { size } = await Deno.stat(archive);
  await Deno.writeTextFile(
    new URL(`${NAME}.tar.gz.sha256`, out),
    `${await sha256(archive)}  ${NAME}.tar.gz\n`,
  );
  await Deno.copyFile(new URL("sbom.cdx.json", folder), new URL(`${NAME}.cdx.json`, out));
  console.log(`Wrote ${fileURLToPath(archive)} (${(size / 1e6).toFixed(1)} MB).`);
}

function copy(path: string): Promise<void> {
  return copyFile(new URL(path, root), path);
}

async function copyFile(from: URL, path: string): Promise<void> {
  await Deno.copyFile(from, await place(path));
}

async function write(path: string, text: string): Promise<void> {
  await Deno.writeTextFile(await place(path), text);
}

/** The address of a new file of the release. */
async function place(path: string): Promise<URL> {
  const to = new URL(path, folder);
  await Deno.mkdir(new URL(".", to), { recursive: true });
  written.add(path);
  return to;
}

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

async function sha256(file: URL): Promise<string> {
  return createHash("sha256").update(await Deno.readFile(file)).digest("hex");
}

async function run(program: string, args: string[]): Promise<{ stdout: string }> {
  const { success, stdout, stderr } = await new Deno.Command(program, { args, cwd: root }).output();
  const decoder = new TextDecoder();
  if (!success) throw new Error(`${program} ${args[0]}: ${decoder.decode(stderr)}`);
  return { stdout: decoder.decode(stdout) };
}
