/**
 * The house rules that no compiler checks: imports run one way, pages carry no implementation, and
 * each folder uses the libraries that are its own (README, "How it is built").
 */
import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import { AT_ONCE } from "../api/compute/at-once.ts";
import { NOT_FOR_START } from "../web/build/install.ts";
import { circles, type Import, readModule, readModules } from "./support/modules.ts";

const ROOT = new URL("../", import.meta.url);

/** The folders of the product. */
const FOLDERS = ["core", "wasm", "workers", "api", "web", "cli"] as const;

/** The folders and packages that each folder may import. */
const RULES: Record<(typeof FOLDERS)[number], { folders: string[]; packages: string[] }> = {
  core: {
    folders: ["core", "wasm"],
    packages: [
      // Algorithms that engines lack: curves, digests, post-quantum signatures, loaded on demand.
      "@noble/curves",
      "@noble/hashes",
      "@noble/post-quantum",
      // The second reader of certificates, the schemas that it reads with, and its polyfill.
      "@peculiar/asn1-schema",
      "@peculiar/asn1-x509",
      "@peculiar/x509",
      "reflect-metadata",
      // The key derivation of OpenSSH's encrypted keys.
      "bcrypt-pbkdf",
      "fflate",
      "node-forge",
      // It reads OCSP responses.
      "pkijs",
      "ipaddr.js",
      "punycode/punycode.es6.js",
      "secure-password-utilities/wordlists",
      "tldts",
      "valibot",
    ],
  },
  wasm: { folders: ["wasm"], packages: ["hash-wasm"] },
  workers: { folders: ["workers", "core"], packages: ["comlink"] },
  api: {
    folders: ["api", "workers", "core"],
    packages: [
      "@valibot/to-json-schema",
      "hono",
      "@hono/node-server",
      "@redis/client",
      "ipaddr.js",
      "lru-cache",
      "node:",
      "rate-limiter-flexible",
      "tldts",
      "valibot",
    ],
  },
  // It runs on Node and on Deno, so it uses neither the DOM nor Deno.
  cli: {
    folders: ["cli", "core", "api"],
    packages: ["node:", "core-js/actual", "@modelcontextprotocol/sdk"],
  },
  web: {
    folders: ["web", "workers", "core"],
    packages: [
      "react",
      "react-dom",
      "react-router-dom",
      "lucide-react",
      "virtual:pwa-register",
      "workbox-core",
      "workbox-precaching",
      "workbox-routing",
      "vite",
    ],
  },
};

/** The layer of every folder of core that LAYERS does not name: the tools. */
const TOOLS: readonly string[] = [];

/**
 * The layers of core, the lowest first: a file may import from its own folder or from a lower layer.
 * The folders of one line share a layer. The longest matching prefix of a path counts.
 */
const LAYERS: readonly (readonly string[])[] = [
  ["core/kernel/", "core/assets/", "core/platform.d.ts"],
  ["core/names/"],
  ["core/x509/"],
  ["core/x509/asn1/"],
  ["core/x509/pem/"],
  ["core/x509/keys/"],
  ["core/x509/signatures/"],
  ["core/x509/objects/"],
  ["core/x509/cms/", "core/x509/constraints/", "core/x509/issuing/"],
  ["core/x509/signed/"],
  ["core/x509/transparency/"],
  ["core/x509/rules/", "core/x509/revocation/"],
  ["core/x509/path/"],
  ["core/specified-texts.ts"],
  // Words, names and examples that tools share.
  [
    "core/texts.ts",
    "core/provider.ts",
    "core/file-names.ts",
    "core/zip.ts",
    "core/examples.ts",
    "core/judge-as.ts",
    "core/targets.ts",
    "core/example-answers.json",
  ],
  // The judge of all tools, and its sentences.
  ["core/verdict/"],
  // It reads the CA that signs, for CRLs too.
  ["core/certificate/"],
  TOOLS,
  // It opens the objects of all tools.
  ["core/inspect/"],
  // It finds the files for a server with the inspector, and writes them with the tools.
  ["core/bundle/"],
  // The registry of all of them.
  ["core/"],
];

/** The imports of the engine. With these it could become a library. */
const ENGINE_USES = ["core/kernel/", "core/assets/", "core/names/", "core/x509/", "wasm/"];

/**
 * The only modules of x509 that pages may load: texts, and the readers with which a page finds a
 * private key before a text leaves the device (private-key-in.ts, with the readers of the inspector). A
 * second reader of PEM in the pages could miss a key that the engine finds.
 */
const FOR_PAGES = [
  "core/x509/asn1/header.ts",
  "core/x509/extension-titles.ts",
  "core/x509/reason-names.ts",
  "core/x509/rules/refusals.ts",
  "core/x509/rules/short-lived.ts",
  "core/x509/weak-schemes.ts",
  "core/x509/pem/base64.ts",
  "core/x509/pem/blocks.ts",
  "core/x509/pem/bodies.ts",
  "core/x509/pem/embedded.ts",
  "core/x509/pem/file-text.ts",
  "core/x509/pem/hex.ts",
  "core/x509/pem/identify.ts",
  "core/x509/pem/foreign-key-signs.ts",
  "core/x509/pem/key-signs.ts",
  "core/x509/pem/key-texts.ts",
  "core/x509/pem/label-lines.ts",
  "core/x509/pem/layers.ts",
  "core/x509/pem/pem.ts",
  "core/x509/pem/private-key-in.ts",
  "core/x509/pem/read-text.ts",
  "core/x509/pem/whole.ts",
  "core/x509/pem/xml-keys.ts",
  "core/x509/texts.ts",
  "core/x509/validity.ts",
];

function layerOf(file: string): { height: number; folder: string } {
  const folders = LAYERS.flatMap((layer, height) => layer.map((folder) => ({ height, folder })));
  const tool = /^core\/[a-z-]+\//.exec(file)?.[0];
  if (tool !== undefined && !folders.some(({ folder }) => folder.startsWith(tool))) {
    return { height: LAYERS.indexOf(TOOLS), folder: tool };
  }
  return folders.filter(({ folder }) => file.startsWith(folder))
    .reduce((best, next) => next.folder.length > best.folder.length ? next : best);
}

/** Build-time code: it may use Node and the build tools, and is never shipped. */
const isBuildTool = (file: string) =>
  file.startsWith("web/build/") || file === "web/vite.config.ts" || file.endsWith(".data.ts");
const BUILD_PACKAGES = [
  "csv-parse",
  "node:",
  "vite",
  "vite-plugin-pwa",
  "@vitejs/plugin-react",
  "playwright",
  "typescript",
  ...RULES.web.packages,
];

/** Scripts of web/build that the build does not run: they draw pictures, and declare types for a package. */
const NOT_AT_START = ["web/build/cards.ts", "web/build/icons.ts", "web/build/declarations.ts"];

/** Packages that deno.json pins although no file imports them, each with the reason. */
const NOT_IMPORTED: Readonly<Record<string, string>> = {
  "@types/node-forge": "the types of node-forge",
  "@types/react": "the types of react",
  "@types/react-dom": "the types of react-dom",
  // The registry can lag behind: Deno then finds no @rollup/rollup-android-arm-eabi for the newest
  // rollup, and cannot write a new lock file.
  "rollup": "workbox-build imports it; this version has a package for every platform",
};

const SENTENCES = "(?:message|title|cause|advice|why|sentence|(?<=(?:statement|one|other)\\.)text)";
/** How code would cut, compare or parse a sentence of ours. */
const CUTS: readonly RegExp[] = [
  /\b(?:uncapitalize|withDates)\(/g,
  new RegExp(
    `\\b${SENTENCES}[!?]?\\.(?:replace|slice|substring|split|match|startsWith|endsWith|includes|charAt)\\w*\\(`,
    "g",
  ),
  new RegExp(`\\.(?:test|exec)\\((?:\\w+\\.)*${SENTENCES}\\)`, "g"),
  /[!=]== `\$\{\w+\}\.`/g,
];
/** The files that may, with what they cut. */
const MAY_CUT: ReadonlySet<string> = new Set([
  // A headline has no full stop, and a sentence has one.
  "core/verdict/text/sentence.ts",
  // The field `error` of the API.
  "core/kernel/texts.ts",
  // The parts of a file's name and of an identifier.
  "core/chain/calendar-file.ts",
  // A rule without a message of its own has its title as a sentence, which is shown once.
  "web/src/page/rules.tsx",
  // Messages of the runtime and of Redis.
  "api/network/tls/runtime-handshake.ts",
  "api/redis.ts",
]);

async function exists(url: URL): Promise<boolean> {
  try {
    await Deno.stat(url);
    return true;
  } catch {
    return false;
  }
}

const files = await readModules(FOLDERS);
const imports = [...files.values()].flatMap((module) => module.imports);
const inside = imports.flatMap(({ file, target }) => target === null ? [] : [{ file, target }]);

describe("architecture", () => {
  it("is checked against all sources", () => {
    assert(files.has("core/kernel/execute.ts"));
    assert(
      imports.some(({ file, target }) =>
        file === "api/app.ts" && target === "core/kernel/execute.ts"
      ),
    );
  });

  it("has imports that run one way", () => {
    const wrong = inside.filter(({ file, target }) => {
      const from = file.split("/")[0] as keyof typeof RULES;
      return !isBuildTool(file) && !RULES[from].folders.includes(target.split("/")[0]);
    });
    assert.deepEqual(wrong, []);
  });

  it("has a command line that uses only the network, the log lists, the operations and the schemas of the API", () => {
    const used = inside.filter(({ file, target }) =>
      file.startsWith("cli/") && target.startsWith("api/")
    );
    assert(used.length > 0);
    const allowed = ["api/network/", "api/data/", "api/operations.ts", "api/docs/json-schema.ts"];
    const isAllowed = (target: string) => allowed.some((start) => target.startsWith(start));
    assert.deepEqual(used.filter(({ target }) => !isAllowed(target)), []);
  });

  it("has no circular imports, types included", () => {
    assert.deepEqual(circles(inside.map(({ file, target }) => [file, target])), []);
  });

  it("has no circular imports between folders of the pages", () => {
    const folderOf = (file: string) => file.slice(0, file.lastIndexOf("/"));
    const pages = inside.filter(({ file, target }) =>
      [file, target].every((path) => /^web\/(src|popup)\//.test(path))
    );
    assert(pages.some(({ target }) => folderOf(target) === "web/src/ui/form"));
    assert.deepEqual(
      circles(pages.map(({ file, target }) => [folderOf(file), folderOf(target)])),
      [],
    );
  });

  it("has layers in core: no import from a higher layer or from another folder of the same", () => {
    const wrong = inside.filter(({ file, target }) => {
      if (!file.startsWith("core/") || !target.startsWith("core/")) return false;
      const from = layerOf(file);
      const to = layerOf(target);
      return to.height > from.height || to.height === from.height && to.folder !== from.folder;
    });
    assert.deepEqual(wrong, []);
  });

  it("has an engine that imports no tool and no page", () => {
    const wrong = inside.filter(({ file, target }) =>
      file.startsWith("core/x509/") && !ENGINE_USES.some((folder) => target.startsWith(folder))
    );
    assert.deepEqual(wrong, []);
  });

  it("imports in each folder only its own packages", () => {
    const wrong = imports.filter(({ file, target, specifier }) => {
      if (target !== null) return false;
      const allowed = isBuildTool(file)
        ? BUILD_PACKAGES
        : RULES[file.split("/")[0] as keyof typeof RULES].packages;
      return !allowed.some((name) =>
        specifier === name || specifier.startsWith(name.endsWith(":") ? name : `${name}/`)
      );
    });
    assert.deepEqual(wrong, []);
  });

  it("keeps the examples of operations out of workers", () => {
    const examples = (target: string) => /^core\/(?:[a-z]+\/)?example[a-z.-]*\.ts$/.test(target);
    assert(inside.some(({ target }) => examples(target)));
    const reached = new Set(["workers/expose.ts"]);
    for (const file of reached) {
      for (const next of imports) {
        if (next.file === file && next.kind !== "type" && next.target) reached.add(next.target);
      }
    }
    assert(reached.has("core/csr/decode.ts"));
    assert.deepEqual([...reached].filter(examples), []);
  });

  it("decompresses, derives and verifies nothing on the thread that answers requests", () => {
    const works = (file: string, imported: readonly Import[]) =>
      files.get(file)!.identifiers.has("subtle") ||
      imported.some(({ specifier }) => /^(@noble|fflate|bcrypt|node-forge|pkijs)/.test(specifier));
    const fromHere = (file: string) =>
      imports.filter((one) => one.file === file && one.kind !== "type");
    const reached = new Set(AT_ONCE.map(({ name }) => `core/${name}.ts`));
    for (const file of reached) {
      for (const { target } of fromHere(file)) if (target?.endsWith(".ts")) reached.add(target);
    }
    assert(reached.size > 2 * AT_ONCE.length);
    assert(works("core/x509/signatures/verify.ts", fromHere("core/x509/signatures/verify.ts")));
    assert.deepEqual([...reached].filter((file) => works(file, fromHere(file))), []);
  });

  it("keeps the code and the schemas of operations out of pages", () => {
    const implementations = new Set(
      imports.filter(({ file, kind }) => file === "core/bindings.generated.ts" && kind === "lazy")
        .map(({ target }) => target),
    );
    assert(implementations.size > 0);
    const reached = new Map<string, string>();
    const queue = imports.filter(({ file, kind, target }) =>
      file.startsWith("web/") && !isBuildTool(file) && kind !== "type" &&
      target?.startsWith("core/")
    );
    for (const { file, target } of queue) {
      if (target === null || reached.has(target)) continue;
      reached.set(target, file);
      queue.push(
        ...imports.filter((next) =>
          next.file === target && (next.kind === "static" || next.kind === "lazy")
        ),
      );
    }
    const wrong = [...reached].filter(([target]) =>
      implementations.has(target) ||
      /\/(?:bindings\.generated|operations|schema|fields)\.ts$/.test(target) ||
      target.startsWith("core/x509/") && !FOR_PAGES.includes(target)
    );
    assert.deepEqual(wrong, []);
  });

  it("compiles core and wasm without DOM and without Deno", async () => {
    for (const folder of ["core", "wasm"]) {
      const { compilerOptions } = JSON.parse(
        await Deno.readTextFile(new URL(`${folder}/deno.json`, ROOT)),
      );
      assert.deepEqual(compilerOptions.lib, ["esnext"]);
      assert.equal(compilerOptions.types.length, 1);
      assert(compilerOptions.types[0].endsWith("platform.d.ts"));
    }
    for (const [file, { text }] of files) {
      if (!/^(core|wasm)\//.test(file)) continue;
      assert(!/<reference\s|@ts-ignore|@ts-nocheck/.test(text), file);
    }
  });

  it("has a command line that uses nothing of Deno, because it runs on Node too", () => {
    const wrong = [...files].filter(([file, { text }]) =>
      file.startsWith("cli/") && /\bDeno\.\w/.test(text)
    );
    assert.deepEqual(wrong.map(([file]) => file), []);
  });

  it("recognizes an OperationError by its brand, not by its class", () => {
    const wrong = [...files].filter(([, { text }]) => /instanceof OperationError\b/.test(text));
    assert.deepEqual(wrong.map(([file]) => file), []);
  });

  it("pins every dependency exactly and locks none by address", async () => {
    const { imports } = JSON.parse(await Deno.readTextFile(new URL("deno.json", ROOT)));
    for (const [name, target] of Object.entries<string>(imports)) {
      if (target.startsWith("./")) continue;
      assert.match(target, /^npm:(@[^/]+\/)?[^@]+@\d+\.\d+\.\d+$/, name);
    }
    const lock = await Deno.readTextFile(new URL("deno.lock", ROOT));
    assert(!lock.includes('"tarball"'));
  });

  it("pins only packages that a file imports, with listed exceptions", async () => {
    const { imports: pinned } = JSON.parse(await Deno.readTextFile(new URL("deno.json", ROOT)));
    const tests = [...(await readModules(["tests"])).values()].flatMap((module) => module.imports);
    const used = [...imports, ...tests].map(({ specifier }) => specifier);
    const idle = Object.keys(pinned).filter((name) =>
      pinned[name].startsWith("npm:") &&
      !used.some((specifier) => specifier === name || specifier.startsWith(`${name}/`))
    );
    assert.deepEqual(idle.toSorted(), Object.keys(NOT_IMPORTED).toSorted());
  });

  it("installs for the start every package that building and serving import, and no other", async () => {
    const { imports: pinned } = JSON.parse(await Deno.readTextFile(new URL("deno.json", ROOT)));
    const packages = Object.keys(pinned).filter((name) => pinned[name].startsWith("npm:"));
    const needed = imports.filter(({ file, kind }) =>
      kind !== "type" && !file.startsWith("cli/") && !NOT_AT_START.includes(file)
    );
    const idle = packages.filter((name) =>
      !needed.some(({ specifier }) => specifier === name || specifier.startsWith(`${name}/`)) &&
      !(name in NOT_IMPORTED)
    );
    assert.deepEqual(idle.toSorted(), NOT_FOR_START.toSorted());
  });

  it("cuts, compares and parses no sentence after it was written", () => {
    const found = [...files.values()].flatMap(({ file, text }) =>
      /^(?:core|api|workers|cli|web\/src)\//.test(file) && !MAY_CUT.has(file)
        ? CUTS.flatMap((cut) => [...text.matchAll(cut)].map(([part]) => `${file}: ${part}`))
        : []
    );
    assert.deepEqual(found, []);
    for (
      const cut of [
        ...['message.replace(/\\.$/, "")', "rule.title.slice(1)", "statement.text.split(x)"],
        ...["FIRST.exec(found.message)", "message !== `${title}.`", "uncapitalize(x)"],
        ...["advice?.startsWith(why)", "verdict.cause.includes(text)"],
      ]
    ) assert(CUTS.some((pattern) => cut.search(pattern) !== -1), cut);
  });

  it("passes no octets as single arguments", () => {
    // Some 125,000 arguments exceed the stack, so a long input would end in a RangeError. `concatenate` and
    // `ascii` (core/kernel/octets.ts) take octets of any length. A literal list is as long as it looks.
    const octets =
      /(?:^|\.)(?:of|fromCharCode|fromCodePoint)\(|(?:octets|bytes|chunk)\w*$|subarray\(/i;
    const found = [...files.values()].flatMap(({ file, spreads }) =>
      spreads.filter((spread) => octets.test(spread) && !spread.includes("...[")).map((spread) =>
        `${file}: ${spread}`
      )
    );
    assert.deepEqual(found, []);
    const { spreads } = readModule("a.ts", "String.fromCharCode(1, ...bytes); b.of(...[1]); c(1);");
    assert.deepEqual(spreads, ["String.fromCharCode(...bytes", "b.of(...[1]"]);
  });

  it("has documents whose links and file names exist", async () => {
    const documents = ["api/deploy/README.md", "docs/bench/README.md", "tests/fixtures/README.md"];
    for (const folder of ["", "docs/"]) {
      for await (const { name } of Deno.readDir(new URL(folder || ".", ROOT))) {
        if (name.endsWith(".md")) documents.push(folder + name);
      }
    }
    for (const file of documents) {
      const text = await Deno.readTextFile(new URL(file, ROOT));
      const links = [...text.matchAll(/\]\((?!https?:|#)([^)#]+)\)/g)].map(([, path]) =>
        new URL(path, new URL(file, ROOT))
      );
      // The guide's example tool has files that do not exist in the repository.
      const named = [...text.matchAll(/`((?:api|core|tests|web|workers)\/[\w./-]+\.tsx?)`/g)]
        .map(([, path]) => path).filter((path) => !path.includes("serial"));
      for (const url of [...links, ...named.map((path) => new URL(path, ROOT))]) {
        assert(await exists(url), `${file}: ${url.pathname.slice(ROOT.pathname.length)}`);
      }
    }
  });

  it("is tested by the same command locally and in CI", async () => {
    const command = "npx --yes deno@2.9.6 task test";
    for (const file of ["README.md", ".ci/run", ".github/workflows/test.yml"]) {
      assert((await Deno.readTextFile(new URL(file, ROOT))).includes(command), file);
    }
    const workflow = await Deno.readTextFile(new URL(".github/workflows/test.yml", ROOT));
    assert.equal(workflow.match(/- (?:run|uses):/g)?.length, 2, "a checkout, and that");
  });

  it("reads each kind of import and finds circular imports", () => {
    const { imports } = readModule(
      "web/a.ts",
      [
        'import { a } from "../core/a.ts";',
        'import type { B } from "../core/b.ts";',
        'const c = () => import("../core/c.ts");',
        'import "react";',
      ].join("\n"),
    );
    assert.deepEqual(imports.map(({ kind, target }) => [kind, target]), [
      ["static", "core/a.ts"],
      ["type", "core/b.ts"],
      ["static", null],
      ["lazy", "core/c.ts"],
    ]);
    const edges = [["a", "b"], ["b", "c"], ["c", "a"], ["c", "d"], ["d", "e"], ["e", "e"]];
    assert.deepEqual(circles(edges as [string, string][]), [["a", "b", "c"]]);
  });
});
