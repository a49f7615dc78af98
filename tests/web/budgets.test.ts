/** The size of the build's files, compressed as the server sends them, printed as a table. */
import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import {
  DIST,
  documentsOf,
  fileOf,
  FIRST_VISIT,
  readBuilt,
  readSizes,
  sizesOf,
  transferredSum,
} from "../support/first-load.ts";

/** Bytes; a kilobyte is 1,000 here, which is the stricter reading. */
const KB = 1000;
/**
 * This test prints the sizes. If a page comes near the limit, load the code that only a result, an error
 * or a file needs on demand (web/src/lib/load.ts). web/vite.config.ts defines the shared chunks.
 */
const OWN_CODE = 15 * KB;
/** The size of the first part of the offline cache, compressed as the server sends it. */
const INSTALLED = 300 * KB;
/** The size of the second part. */
const ON_DEMAND = 1000 * KB;

/** The requests of a first answer: each round of them takes a round trip. */
const FIRST_ANSWER = 30;
/** The files of one operation, with those that all operations need. */
const OPERATION_FILES = 24;

/** Limit for the tables of public roots and of CT logs together. */
const TABLES = 120 * KB;
const TABLE_CHUNKS = /\/worker-(?:root-table|ct-logs)-/;

/** Returns the paths of the chunks that a chunk imports statically. */
async function staticImports(file: string): Promise<string[]> {
  const text = await readBuilt(file);
  return [...text.matchAll(/(?:\bfrom|\bimport)\s*"\.\/([^"]+)"/g)].map(([, name]) =>
    `/assets/${name}`
  );
}

/** A file and all that it imports statically, directly or not. */
async function closureOf(file: string, seen = new Set<string>()): Promise<Set<string>> {
  if (seen.has(file)) return seen;
  seen.add(file);
  for (const next of await staticImports(file)) await closureOf(next, seen);
  return seen;
}

/** The worker's entry script, and the code that its next file loads on demand. */
async function workerFiles(): Promise<{ entry: string; first: string[]; operations: string[] }> {
  const names = [...Deno.readDirSync(new URL("assets/", DIST))].map(({ name }) => name);
  const entry = `/assets/${names.find((name) => /^worker-worker-.{8}\.js$/.test(name))}`;
  const loaded = async (file: string) =>
    [...(await readBuilt(file)).matchAll(/\bimport\([`"]\.\/([^`"]+)[`"]\)/g)]
      .map(([, name]) => `/assets/${name}`);
  const first = await loaded(entry);
  const engine = first.find((file) => /\/worker-engine-/.test(file))!;
  return { entry, first, operations: [...new Set(await loaded(engine))] };
}

const documents = await documentsOf();
/** Files that more than two documents load. The other files of a document are its own code. */
const shared = new Set(
  [...documents.values()].flat().filter((file) =>
    [...documents.values()].filter((files) => files.includes(file)).length > 2
  ),
);

const kilobytes = (bytes: number) => (bytes / KB).toFixed(1).padStart(7);

/** Names the limit, the amount, and the files that grew since `deno task sizes` recorded them. */
async function excess(what: string, files: readonly string[], amount: number, limit: number) {
  const before = await readSizes();
  const grown = Object.entries(await sizesOf(files))
    .map(([name, size]) => ({ name, growth: size - (before[name] ?? 0) }))
    .filter(({ growth }) => growth > 0)
    .sort((a, b) => b.growth - a.growth)
    .map(({ name, growth }) => `${name} +${growth}`);
  return `${what}: ${amount} bytes, limit ${limit}. Grown: ${grown.join(", ") || "no file"}.`;
}

describe("budgets", () => {
  it("hold for the first visit of every route and for each page's own code", async () => {
    const rows = ["route              first visit  own code  (kB, brotli)"];
    const over: string[] = [];
    for (const [path, files] of documents) {
      const all = [fileOf(path), ...files];
      const whole = await transferredSum(all);
      const own = files.filter((file) => !shared.has(file));
      const ownSize = await transferredSum(own);
      rows.push(`${path.padEnd(18)} ${kilobytes(whole)}      ${kilobytes(ownSize)}`);
      if (whole > FIRST_VISIT) {
        over.push(await excess(`${path}, first visit`, all, whole, FIRST_VISIT));
      }
      if (ownSize > OWN_CODE) over.push(await excess(`${path}, own code`, own, ownSize, OWN_CODE));
    }
    console.log(rows.join("\n"));
    assert.equal(over.length, 0, over.join("\n"));
  });

  it("count everything that runs before a page can be used", async () => {
    for (const [path, files] of documents) {
      for (
        const file of files.filter((name) => name.startsWith("/assets/") && name.endsWith(".js"))
      ) {
        for (const next of await staticImports(file)) {
          assert(files.includes(next), `${path} loads ${next} late, for ${file}`);
        }
      }
    }
  });

  it("hold for the requests of a first answer, from the document to the worker", async () => {
    type Chunk = Readonly<Record<"file", string> & Record<"imports" | "css", string[] | undefined>>;
    const manifest: Record<string, Chunk> = JSON.parse(await readBuilt(".vite/manifest.json"));
    const load = (key: string, seen: Set<string>): Set<string> => {
      const { file, imports = [], css = [] } = manifest[key];
      if (seen.has(`/${file}`)) return seen;
      for (const name of [file, ...css]) seen.add(`/${name}`);
      for (const next of imports) load(next, seen);
      return seen;
    };
    const files = new Set(["/csr-decoder", ...documents.get("/csr-decoder")!]);
    for (
      const key of [
        "src/tools/csr-decoder/result.tsx",
        "../core/csr/decode-example.ts",
        "src/run/worker-client.ts",
      ]
    ) load(key, files);
    const worker = await workerFiles();
    const operation = worker.operations.find((file) => /worker-decode-/.test(file))!;
    assert(worker.first.includes(operation), "the worker asks for it together with the engine");
    for (const file of [worker.entry, ...await closureOf(operation)]) files.add(file);
    console.log(`first answer of /csr-decoder: ${files.size} requests`);
    assert(files.size <= FIRST_ANSWER, [...files].join("\n"));
  });

  it("hold for the files of each operation in the worker, in few rounds", async () => {
    const { operations } = await workerFiles();
    assert(operations.length > 20, "the operations were found");
    const over: string[] = [];
    for (const operation of operations) {
      const files = await closureOf(operation);
      if (files.size > OPERATION_FILES) over.push(`${operation}: ${files.size} files`);
    }
    assert.deepEqual(over, []);
  });

  it("hold for the files that the service worker caches", async () => {
    const listed = [...(await readBuilt("sw.js")).matchAll(/\{[^{}]*"?url"?:\s*"([^"]+)"[^{}]*\}/g)]
      .map(([entry, url]) => ({
        url: url.startsWith("/") ? url : `/${url}`,
        isLater: /\blater\b/.test(entry),
      }));
    const entries = listed.map(({ url }) => url);
    const later = listed.filter(({ isLater }) => isLater).map(({ url }) => url);
    assert(entries.length > documents.size, "the list was found");
    assert.equal(new Set(entries).size, entries.length);
    for (const path of documents.keys()) assert(entries.includes(path), `${path} is kept`);
    assert(entries.includes("/404.html"));
    const first = entries.filter((url) => !later.includes(url))
      .map((url) => documents.has(url) ? fileOf(url) : url);
    for (const files of documents.values()) {
      for (const file of files) assert(first.includes(file), `${file} opens a page`);
    }
    const moved = await transferredSum(first);
    console.log(`installed: ${first.length} files,${kilobytes(moved)} kB transferred`);
    const then = await transferredSum(later);
    console.log(`then: ${later.length} files,${kilobytes(then)} kB transferred`);
    assert(moved <= INSTALLED, await excess("first part", first, moved, INSTALLED));
    assert(then <= ON_DEMAND, await excess("second part", later, then, ON_DEMAND));
    const tables = later.filter((file) => TABLE_CHUNKS.test(file));
    assert.equal(tables.length, 2, "the tables load when a path is judged");
    const sum = await transferredSum(tables);
    console.log(`tables of roots and logs:${kilobytes(sum)} kB transferred`);
    assert(sum <= TABLES, await excess("tables", tables, sum, TABLES));
  });

  it("keep the code that reads certificates and keys in workers", async () => {
    const chunks: Record<string, string[]> = JSON.parse(await readBuilt(".vite/modules.json"));
    assert(Object.keys(chunks).length > documents.size);
    const IN_WORKERS =
      /\/core\/(?:x509\/(?!shapes|texts|validity|weak-schemes|extension-titles|reason-names|rules\/(?:refusals|short-lived)\.|pem\/|asn1\/header)|operations\.ts|execute\.ts)|\/wasm\/|node_modules\/(?:valibot|pkijs|asn1js|@peculiar|@noble|hash-wasm|node-forge|jsrsasign)/;
    const wrong = Object.entries(chunks).flatMap(([chunk, modules]) =>
      modules.filter((module) => IN_WORKERS.test(module)).map((module) => `${module} in ${chunk}`)
    );
    assert.deepEqual(wrong, []);
    const development = Object.values(chunks).flat().filter((module) =>
      module.includes("/web/dev/")
    );
    assert.deepEqual(development, [], "the page of all components is for development");
    const workers = [...documents.values()].flat().filter((file) => /\/worker/.test(file));
    assert.deepEqual(workers, [], "loaded when first needed");
  });
});
