/**
 * The house rules that no compiler checks: imports run one way, pages carry no implementation, and
 * each folder uses the libraries that are its own (README, "How it is built").
 */
import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";

const ROOT = new URL("../", import.meta.url);

/** What each folder may import: folders of the project, and packages. */
const RULES: Record<string, { folders: string[]; packages: string[] }> = {
  core: {
    folders: ["core", "wasm"],
    packages: [
      "@noble/curves/abstract/weierstrass.js",
      "@valibot/to-json-schema",
      "fflate",
      "node-forge",
      "secure-password-utilities/wordlists",
      "valibot",
    ],
  },
  wasm: { folders: ["wasm"], packages: ["hash-wasm"] },
  workers: { folders: ["workers", "core"], packages: ["comlink"] },
  api: {
    folders: ["api", "workers", "core"],
    packages: [
      "hono",
      "@hono/node-server",
      "@redis/client",
      "ipaddr.js",
      "lru-cache",
      "node:",
      "rate-limiter-flexible",
      "tldts",
    ],
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

/** Build-time code: it may use Node and the build tools, and is never shipped. */
const isBuildTool = (file: string) =>
  file.startsWith("web/build/") || file === "web/vite.config.ts";
const BUILD_PACKAGES = [
  "node:",
  "vite",
  "vite-plugin-pwa",
  "@vitejs/plugin-react",
  "playwright",
];

interface Import {
  file: string;
  /** "static", "lazy" (import()), "type", or "url" (new URL(…, import.meta.url)). */
  kind: "static" | "lazy" | "type" | "url";
  specifier: string;
  /** Path from the root for a relative specifier, else null. */
  target: string | null;
}

async function sources(): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  async function walk(folder: string): Promise<void> {
    for await (const entry of Deno.readDir(new URL(folder, ROOT))) {
      const path = `${folder}${entry.name}`;
      if (entry.isDirectory) await walk(`${path}/`);
      else if (/\.tsx?$/.test(path)) found.set(path, await Deno.readTextFile(new URL(path, ROOT)));
    }
  }
  for (const folder of Object.keys(RULES)) await walk(`${folder}/`);
  return found;
}

export function importsOf(file: string, text: string): Import[] {
  const found: Import[] = [];
  const add = (kind: Import["kind"], specifier: string) => {
    const target = specifier.startsWith(".")
      ? new URL(specifier, `file:///${file}`).pathname.slice(1)
      : null;
    found.push({ file, kind, specifier, target });
  };
  for (
    const [, type, specifier] of text.matchAll(
      /^\s*(?:import|export)\s+(type\s+)?(?:[^"';]*?\sfrom\s+)?"([^"]+)"/gm,
    )
  ) add(type ? "type" : "static", specifier);
  for (const [, specifier] of text.matchAll(/\bimport\(\s*"([^"]+)"\s*,?\s*\)/g)) {
    add("lazy", specifier);
  }
  for (const [, specifier] of text.matchAll(/new URL\(\s*"(\.[^"]+\.ts)",\s*import\.meta\.url/g)) {
    add("url", specifier);
  }
  return found;
}

async function exists(url: URL): Promise<boolean> {
  try {
    await Deno.stat(url);
    return true;
  } catch {
    return false;
  }
}

const files = await sources();
const imports = [...files].flatMap(([file, text]) => importsOf(file, text));

describe("architecture", () => {
  it("is tested against sources that were found", () => {
    assert(files.has("core/kernel/execute.ts"));
    assert(
      imports.some(({ file, target }) =>
        file === "api/app.ts" && target === "core/kernel/execute.ts"
      ),
    );
  });

  it("has imports that run one way", () => {
    const wrong = imports.filter(({ file, target }) => {
      if (target === null) return false;
      const [from] = file.split("/");
      const [to] = target.split("/");
      return !isBuildTool(file) && !RULES[from].folders.includes(to);
    });
    assert.deepEqual(wrong, []);
  });

  it("uses in each folder only the packages that belong there", () => {
    const wrong = imports.filter(({ file, target, specifier }) => {
      if (target !== null) return false;
      const allowed = isBuildTool(file) ? BUILD_PACKAGES : RULES[file.split("/")[0]].packages;
      return !allowed.some((name) =>
        specifier === name || specifier.startsWith(name.endsWith(":") ? name : `${name}/`)
      );
    });
    assert.deepEqual(wrong, []);
  });

  it("keeps the code of operations out of pages", () => {
    const implementations = new Set(
      imports.filter(({ file, kind }) => file === "core/operations.ts" && kind === "lazy")
        .map(({ target }) => target),
    );
    assert(implementations.size > 0);
    const reached = new Map<string, string>();
    const queue = imports.filter(({ file, kind, target }) =>
      file.startsWith("web/") && kind !== "type" && kind !== "url" && target?.startsWith("core/")
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
      implementations.has(target) || target === "core/operations.ts" ||
      target.startsWith("core/x509/") && target !== "core/x509/shapes.ts" &&
        target !== "core/x509/texts.ts"
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
    for (const [file, text] of files) {
      if (!/^(core|wasm)\//.test(file)) continue;
      assert(!/<reference\s|@ts-ignore|@ts-nocheck/.test(text), file);
    }
  });

  it("asks whether an error is an operation's by its brand, never by its class", () => {
    const wrong = [...files].filter(([, text]) => /instanceof OperationError\b/.test(text));
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

  it("is described by documents whose links and file names lead somewhere", async () => {
    const documents = ["README", "CONTRIBUTING", "SECURITY", "CHANGELOG", "api/deploy/README"];
    for (const name of documents) {
      const file = `${name}.md`;
      const text = await Deno.readTextFile(new URL(file, ROOT));
      const links = [...text.matchAll(/\]\((?!https?:|#)([^)#]+)\)/g)].map(([, path]) =>
        new URL(path, new URL(file, ROOT))
      );
      // The example tool of the guide is made by whoever follows it.
      const named = [...text.matchAll(/`((?:api|core|tests|web|workers)\/[\w./-]+\.tsx?)`/g)]
        .map(([, path]) => path).filter((path) => !path.includes("serial"));
      for (const url of [...links, ...named.map((path) => new URL(path, ROOT))]) {
        assert(await exists(url), `${file}: ${url.pathname.slice(ROOT.pathname.length)}`);
      }
    }
  });

  it("is tested by one command, here and in continuous integration", async () => {
    const command = "npx --yes deno@2.9.6 task test";
    for (const file of ["README.md", ".ci/run", ".github/workflows/test.yml"]) {
      assert((await Deno.readTextFile(new URL(file, ROOT))).includes(command), file);
    }
    const workflow = await Deno.readTextFile(new URL(".github/workflows/test.yml", ROOT));
    assert.equal(workflow.match(/- (?:run|uses):/g)?.length, 2, "a checkout, and that");
  });

  it("finds each kind of import", () => {
    const found = importsOf(
      "web/src/a.ts",
      [
        'import { a } from "../../core/a.ts";',
        'import type { B } from "../b.ts";',
        'import "./c.css";',
        'export { d } from "react";',
        'const e = () => import("./e.ts");',
        'new Worker(new URL("../../workers/worker.ts", import.meta.url));',
        'import {\n  f,\n} from "./f.ts";',
      ].join("\n"),
    );
    assert.deepEqual(found.map(({ kind, target }) => [kind, target]), [
      ["static", "core/a.ts"],
      ["type", "web/b.ts"],
      ["static", "web/src/c.css"],
      ["static", null],
      ["static", "web/src/f.ts"],
      ["lazy", "web/src/e.ts"],
      ["url", "workers/worker.ts"],
    ]);
  });
});
