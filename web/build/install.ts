/**
 * Installs the packages that building and serving need, before any of them is loaded: Deno itself would
 * install those of tests and benchmarks too. Usage: deno run --no-config -A web/build/install.ts
 */
/// <reference lib="deno.ns" />

const root = new URL("../../", import.meta.url);

/** The packages of deno.json that only tests, the command line and rare build steps import. */
export const NOT_FOR_START: readonly string[] = [
  "@hyperjump/json-schema",
  "@modelcontextprotocol/sdk",
  "@peculiar/asn1-csr",
  "@redocly/openapi-core",
  "axe-core",
  "core-js",
  "fast-check",
  "ical.js",
  "js-yaml",
  "jsrsasign",
  "playwright",
  "typescript",
];

/** In the folder of node_modules, because Deno installs into the folder of the configuration. */
const CONFIG = new URL(".install.json", root);
const LOCK = new URL(".install.lock", root);

if (import.meta.main) {
  const isFirst = !await exists("node_modules/");
  // The packages stay that a run of the tests has installed.
  const isWhole = await exists("node_modules/playwright/");
  if (isFirst) {
    console.log(
      "Installing the packages for building and serving, 280 MB. With a fast connection this takes a minute.",
    );
  }
  const started = performance.now();
  const code = isWhole ? await install([]) : await installForStart();
  if (code !== 0) Deno.exit(code);
  if (isFirst) console.log(`Installed in ${Math.round((performance.now() - started) / 1000)} s.`);
}

async function installForStart(): Promise<number> {
  const { imports, allowScripts } = JSON.parse(
    await Deno.readTextFile(new URL("deno.json", root)),
  );
  const needed = Object.entries<string>(imports).filter(([name, target]) =>
    target.startsWith("npm:") && !NOT_FOR_START.includes(name)
  );
  const config = { nodeModulesDir: "auto", imports: Object.fromEntries(needed), allowScripts };
  try {
    await Deno.writeTextFile(CONFIG, JSON.stringify(config));
    // Deno removes from a lock what the configuration does not name.
    await Deno.copyFile(new URL("deno.lock", root), LOCK);
    return await install(["--config=.install.json", "--lock=.install.lock"]);
  } finally {
    for (const file of [CONFIG, LOCK]) await Deno.remove(file).catch(() => {});
  }
}

async function install(args: readonly string[]): Promise<number> {
  const { code } = await new Deno.Command(Deno.execPath(), {
    args: ["install", "--quiet", ...args],
    cwd: root,
    stdin: "null",
  }).spawn().status;
  return code;
}

async function exists(path: string): Promise<boolean> {
  return await Deno.stat(new URL(path, root)).then(() => true, () => false);
}
