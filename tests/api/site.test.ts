import assert from "node:assert/strict";
import { gunzipSync, gzipSync } from "node:zlib";
import { pathToFileURL } from "node:url";
import { describe, it } from "@std/testing/bdd";
import { createApp } from "../../api/app.ts";
import { loadSite } from "../../api/site.ts";
import { operations } from "../../core/operations.ts";
import { testConfig } from "../support/server.ts";

async function folder(files: Record<string, string | Uint8Array>): Promise<URL> {
  const url = pathToFileURL(`${await Deno.makeTempDir()}/`);
  for (const [path, content] of Object.entries(files)) {
    const file = new URL(path, url);
    await Deno.mkdir(new URL("./", file), { recursive: true });
    await Deno.writeFile(
      file,
      typeof content === "string" ? new TextEncoder().encode(content) : content,
    );
  }
  return url;
}

const SCRIPT = "export const a = 1;\n".repeat(100);

const dist = await folder({
  "index.html": "<title>shell</title>",
  "csr.html": "<title>csr</title>",
  "popup/index.html": "<title>popup</title>",
  "sw.js": "self",
  "manifest.webmanifest": "{}",
  "named.html": '<link rel="canonical" href="https://placeholder.invalid/named">',
  "robots.txt": "Sitemap: https://placeholder.invalid/sitemap.xml",
  "robots.txt.gz": gzipSync("of the placeholder"),
  "site.json": JSON.stringify({
    routes: ["/", "/csr", "/match", "/named", "/api/docs", "/csr/popup"],
    placeholderOrigin: "https://placeholder.invalid",
  }),
  "build.json": "{}",
  "assets/index-1234.js": SCRIPT,
  "assets/index-1234.js.gz": gzipSync(SCRIPT),
  "assets/worker-worker-1234.js": "worker",
});
const previous = await folder({ "assets/old-1.js": "old", "index.html": "old shell" });
const site = await loadSite(dist, { previous });
const app = createApp({ operations, config: testConfig(), site });

const get = (path: string, headers: Record<string, string> = {}, method = "GET") =>
  app.request(`http://localhost${path}`, { headers, method });

describe("site", () => {
  it("serves each page with the strict policy", async () => {
    for (const [path, text] of [["/", "shell"], ["/csr", "csr"], ["/match", "shell"]]) {
      const response = await get(path);
      assert.equal(response.status, 200);
      assert.equal(await response.text(), `<title>${text}</title>`);
      const policy = response.headers.get("content-security-policy")!;
      assert.match(policy, /frame-ancestors 'none'/);
      assert.match(policy, /script-src 'self' 'wasm-unsafe-eval';/);
      assert(!policy.includes("unsafe-inline") && !policy.includes("'unsafe-eval'"));
      assert.equal(
        response.headers.get("cross-origin-opener-policy"),
        "same-origin-allow-popups",
      );
      assert.equal(response.headers.get("cache-control"), "no-cache");
      assert.equal(response.headers.get("x-content-type-options"), "nosniff");
      assert(response.headers.has("referrer-policy") && response.headers.has("permissions-policy"));
      assert.equal(response.headers.get("access-control-allow-origin"), null);
    }
  });

  it("serves the popup as a document that may be framed and keeps its opener", async () => {
    for (const path of ["/csr/popup", "/popup/index.html"]) {
      const response = await get(path);
      assert.equal(await response.text(), "<title>popup</title>");
      assert.match(response.headers.get("content-security-policy")!, /frame-ancestors \*/);
      assert.equal(response.headers.get("cross-origin-opener-policy"), null);
    }
  });

  it("serves the documentation page below /api from the site, and only reads of it", async () => {
    const response = await get("/api/docs");
    assert.equal(response.status, 200);
    assert.equal(await response.text(), "<title>shell</title>");
    assert.equal((await get("/api/docs", {}, "POST")).status, 405);
  });

  it("answers an unknown page with the shell and 404", async () => {
    const response = await get("/nope");
    assert.equal(response.status, 404);
    assert.equal(await response.text(), "<title>shell</title>");
  });

  it("answers a missing file with 404 and no page", async () => {
    for (
      const path of ["/assets/nope.js", "/assets/nope", "/nope.png", "/build.json", "/site.json"]
    ) {
      const response = await get(path);
      assert.equal(response.status, 404);
      assert.equal(await response.text(), "Not found\n");
      assert.equal(response.headers.get("cache-control"), "no-store");
    }
  });

  it("sends a page's path with a slash to the page", async () => {
    const response = await get("/csr/?a=1");
    assert.equal(response.status, 308);
    assert.equal(response.headers.get("location"), "/csr?a=1");
  });

  it("lets hashed assets be kept for ever, and keeps those of the build before", async () => {
    for (const path of ["/assets/index-1234.js", "/assets/old-1.js"]) {
      const response = await get(path);
      assert.equal(response.status, 200);
      assert.equal(
        response.headers.get("cache-control"),
        "public, max-age=31536000, immutable",
      );
      assert.equal(response.headers.get("content-type"), "text/javascript; charset=utf-8");
    }
    assert.equal(await (await get("/")).text(), "<title>shell</title>");
  });

  it("gives worker scripts a policy without any connection", async () => {
    const response = await get("/assets/worker-worker-1234.js");
    assert.equal(
      response.headers.get("content-security-policy"),
      "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'",
    );
  });

  it("compresses for who accepts it", async () => {
    const path = "/assets/index-1234.js";
    const zipped = await get(path, { "accept-encoding": "deflate, gzip;q=0.5" });
    assert.equal(zipped.headers.get("content-encoding"), "gzip");
    assert.equal(gunzipSync(await zipped.arrayBuffer()).toString(), SCRIPT);
    for (const accepted of ["", "gzip;q=0", "deflate"]) {
      const plain = await get(path, { "accept-encoding": accepted });
      assert.equal(plain.headers.get("content-encoding"), null);
      assert.equal(await plain.text(), SCRIPT);
      assert.equal(plain.headers.get("vary"), "Accept-Encoding");
    }
  });

  it("answers what the client has already with 304, each encoding by its own tag", async () => {
    const path = "/assets/index-1234.js";
    const etag = (await get(path)).headers.get("etag")!;
    const zipped = (await get(path, { "accept-encoding": "gzip" })).headers.get("etag")!;
    assert.notEqual(etag, zipped);
    assert.equal((await get(path, { "if-none-match": `"x", W/${etag}` })).status, 304);
    assert.equal((await get(path, { "if-none-match": zipped })).status, 200);
  });

  it("names the origin that it is asked at, each with its own tag", async () => {
    const ask = (origin: string, headers: Record<string, string> = {}) =>
      app.request(`${origin}/named`, { headers });
    const tags = new Set<string>();
    for (
      const origin of ["http://localhost:8000", "https://tools.example.com", "http://[::1]:80"]
    ) {
      const response = await ask(origin);
      const named = new URL(origin).origin;
      assert.equal(await response.text(), `<link rel="canonical" href="${named}/named">`);
      tags.add(response.headers.get("etag")!);
      const again = await ask(origin, { "if-none-match": response.headers.get("etag")! });
      assert.equal(again.status, 304);
      const zipped = await ask(origin, { "accept-encoding": "gzip" });
      assert(gunzipSync(await zipped.arrayBuffer()).toString().includes(`"${named}/named"`));
    }
    assert.equal(tags.size, 3);
    const robots = await app.request("https://tools.example.com/robots.txt", {
      headers: { "accept-encoding": "gzip" },
    });
    assert.equal(
      gunzipSync(await robots.arrayBuffer()).toString(),
      "Sitemap: https://tools.example.com/sitemap.xml",
    );
  });

  it("names the origin of the settings before that of a request", async () => {
    const settled = await loadSite(dist, { siteUrl: "https://tools.example.com" });
    const response = settled.respond(new Request("http://10.0.0.1:8000/named"));
    assert.equal(
      await response.text(),
      '<link rel="canonical" href="https://tools.example.com/named">',
    );
  });

  it("writes no strange host name into a document", async () => {
    for (const host of ['a"b', "a'b", "a&b", "a;b", "a".repeat(300)]) {
      const response = site.respond(new Request(`http://${host}/named`));
      assert.equal(await response.text(), '<link rel="canonical" href="/named">', host);
    }
  });

  it("keeps a bounded number of editions", async () => {
    const first = await (await app.request("http://first.example/named")).text();
    for (let index = 0; index < 50; index++) {
      const response = site.respond(new Request(`http://host-${index}.example/named`));
      assert((await response.text()).includes(`"http://host-${index}.example/named"`));
    }
    assert.equal(await (await app.request("http://first.example/named")).text(), first);
  });

  it("answers HEAD without a body", async () => {
    const response = await get("/csr", {}, "HEAD");
    assert.equal(response.status, 200);
    assert.equal(response.headers.get("content-length"), "18");
    assert.equal(await response.text(), "");
  });

  it("does not leave its folder", async () => {
    for (const path of ["/../deno.json", "/assets/..%2f..%2fdeno.json", "/%2e%2e/deno.json"]) {
      assert.equal((await get(path)).status, 404);
    }
  });
});
