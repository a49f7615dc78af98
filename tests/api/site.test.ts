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
  "404.html": "<title>unknown</title>",
  "csr.html": "<title>csr</title>",
  "popup/index.html": "<title>popup</title>",
  "sw.js": "self",
  "manifest.webmanifest": "{}",
  "named.html": '<link rel="canonical" href="https://placeholder.invalid/named">',
  "robots.txt": "Allow: /\nSitemap: https://placeholder.invalid/sitemap.xml\n",
  "sitemap.xml": "<loc>https://placeholder.invalid/named</loc>",
  "robots.txt.gz": gzipSync("of the placeholder"),
  "site.json": JSON.stringify({
    routes: ["/", "/csr", "/match", "/named", "/api/docs", "/csr/popup"],
    placeholderOrigin: "https://placeholder.invalid",
  }),
  "build.json": JSON.stringify({ sources: "0123456789abcdef".repeat(4) }),
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

  it("serves the popup so that it can be framed and keeps its opener", async () => {
    const response = await get("/csr/popup");
    assert.equal(await response.text(), "<title>popup</title>");
    assert.match(response.headers.get("content-security-policy")!, /frame-ancestors \*/);
    assert.equal(response.headers.get("cross-origin-opener-policy"), null);
  });

  it("serves the documentation page below /api from the site, only for GET and HEAD", async () => {
    const response = await get("/api/docs");
    assert.equal(response.status, 200);
    assert.equal(await response.text(), "<title>shell</title>");
    assert.equal((await get("/api/docs", {}, "POST")).status, 405);
  });

  it("answers every unknown path with the error page and 404", async () => {
    for (
      const path of [
        "/nope",
        "/index.php",
        "/foo.bar",
        "/nope.png",
        "/a/b/c.d/e",
        "/csr/deep/er",
        "/csr.html/x",
        "/nope.html",
        "/404.html",
        "/build.json",
        "/site.json",
      ]
    ) {
      const response = await get(path);
      assert.equal(response.status, 404, path);
      assert.equal(await response.text(), "<title>unknown</title>", path);
      assert.equal(response.headers.get("content-type"), "text/html; charset=utf-8", path);
    }
  });

  it("answers a missing asset with 404 and without a page", async () => {
    for (const path of ["/assets/nope.js", "/assets/nope", "/assets/a/b.html"]) {
      const response = await get(path);
      assert.equal(response.status, 404);
      assert.equal(await response.text(), "Not found\n");
      assert.equal(response.headers.get("cache-control"), "no-store");
    }
  });

  it("has one URL for each page, and redirects from its document's file name", async () => {
    for (
      const [path, location] of [
        ["/index.html", "/"],
        ["/csr.html?a=1", "/csr?a=1"],
        ["/popup/index.html", "/csr/popup"],
        ["/csr/?a=1", "/csr?a=1"],
        ["/csr/popup/", "/csr/popup"],
        ["/api/docs/", "/api/docs"],
      ]
    ) {
      const response = await get(path);
      assert.equal(response.status, 308, path);
      assert.equal(response.headers.get("location"), location);
      assert.equal(response.headers.get("access-control-allow-origin"), null);
    }
    assert.equal((await get("/api/docs/", {}, "POST")).status, 405);
    assert.equal((await get("/api/docs/x")).status, 404);
    assert.match((await get("/api/docs/x")).headers.get("content-type")!, /json/);
  });

  it("lets hashed assets be cached for ever, and serves those of the previous build", async () => {
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

  it("sends the policy of features only with documents, because a first visit loads some 40 files", async () => {
    for (const path of ["/", "/csr/popup"]) {
      assert((await get(path)).headers.has("permissions-policy"));
    }
    for (const path of ["/assets/index-1234.js", "/assets/worker-worker-1234.js", "/sw.js"]) {
      assert.equal((await get(path)).headers.get("permissions-policy"), null, path);
    }
  });

  it("gives worker scripts a policy without any connection", async () => {
    const response = await get("/assets/worker-worker-1234.js");
    assert.equal(
      response.headers.get("content-security-policy"),
      "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'none'",
    );
    assert.equal(response.headers.get("vary"), "Accept-Encoding, User-Agent");
  });

  it("omits worker-src for Firefox, which would refuse every static import", async () => {
    const response = await get("/assets/worker-worker-1234.js", {
      "user-agent": "Mozilla/5.0 (X11; Linux x86_64; rv:153.0) Gecko/20100101 Firefox/153.0",
    });
    assert.equal(
      response.headers.get("content-security-policy"),
      "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'",
    );
  });

  it("compresses for clients that accept it", async () => {
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

  it("answers 304 by ETag, with a separate one for each encoding", async () => {
    const path = "/assets/index-1234.js";
    const etag = (await get(path)).headers.get("etag")!;
    const zipped = (await get(path, { "accept-encoding": "gzip" })).headers.get("etag")!;
    assert.notEqual(etag, zipped);
    assert.equal((await get(path, { "if-none-match": `"x", W/${etag}` })).status, 304);
    assert.equal((await get(path, { "if-none-match": zipped })).status, 200);
  });

  const NAMED = '<link rel="canonical" href="';

  it("never writes an origin that only the client states", async () => {
    for (const url of ["http://evil.example/named", "https://localhost/named"]) {
      for (
        const headers of [
          {},
          { host: "evil.example" },
          { "x-forwarded-proto": "https", "x-forwarded-host": "evil.example" },
        ] as Record<string, string>[]
      ) {
        const response = await app.request(url, { headers });
        assert.equal(await response.text(), `${NAMED}/named">`);
      }
    }
    // Both must be absolute, so there is no sitemap and no reference to it.
    const robots = await app.request("http://evil.example/robots.txt");
    assert.equal(await robots.text(), "Allow: /\n");
    assert.equal((await app.request("http://evil.example/sitemap.xml")).status, 404);
  });

  it("writes the configured origin, whatever the request says", async () => {
    const settled = await loadSite(dist, { siteUrl: "https://tools.example.com", trustProxy: 1 });
    const ask = (path: string) =>
      settled.respond(
        new Request(`http://10.0.0.1:8000${path}`, { headers: { "x-forwarded-proto": "http" } }),
      ).text();
    assert.equal(await ask("/named"), `${NAMED}https://tools.example.com/named">`);
    assert.match(
      await ask("/robots.txt"),
      /^Sitemap: https:\/\/tools\.example\.com\/sitemap\.xml$/m,
    );
    assert.equal(await ask("/sitemap.xml"), "<loc>https://tools.example.com/named</loc>");
  });

  describe("behind a trusted proxy", () => {
    const ask = async (url: string, headers: Record<string, string>, trustProxy = 1) => {
      const trusting = await loadSite(dist, { trustProxy });
      return trusting.respond(new Request(url, { headers }));
    };
    const named = async (...parts: Parameters<typeof ask>) =>
      (await (await ask(...parts)).text()).slice(NAMED.length, -'/named">'.length);

    it("writes the request's host and the proxy's scheme", async () => {
      const url = "http://tools.example.com/named";
      assert.equal(await named(url, { "x-forwarded-proto": "https" }), "https://tools.example.com");
      assert.equal(await named(url, { "x-forwarded-proto": "http" }), "http://tools.example.com");
      // Appended to the client's header by one proxy, and by two.
      const added = { "x-forwarded-proto": "gopher, HTTPS" };
      assert.equal(await named(url, added), "https://tools.example.com");
      const twice = { "x-forwarded-proto": "gopher, https, http" };
      assert.equal(await named(url, twice, 2), "https://tools.example.com");
      const once = { "x-forwarded-proto": "https" };
      assert.equal(await named(url, once, 2), "https://tools.example.com");
      const port = "http://[::1]:8000/named";
      assert.equal(await named(port, { "x-forwarded-proto": "https" }), "https://[::1]:8000");
    });

    it("writes no origin without a scheme, or if Host and target differ", async () => {
      const url = "http://tools.example.com/named";
      assert.equal(await named(url, {}), "");
      assert.equal(await named(url, { "x-forwarded-proto": "javascript" }), "");
      assert.equal(await named(url, { "x-forwarded-proto": "" }), "");
      const headers = { "x-forwarded-proto": "https", "host": "tools.example.com" };
      assert.equal(await named(url, headers), "https://tools.example.com");
      assert.equal(await named("http://evil.example/named", headers), "");
    });

    it("keeps a few editions, each with its own ETag and encodings", async () => {
      const trusting = await loadSite(dist, { trustProxy: 1 });
      const at = (host: string, headers: Record<string, string> = {}) =>
        trusting.respond(
          new Request(`http://${host}/named`, {
            headers: { "x-forwarded-proto": "https", ...headers },
          }),
        );
      const [first, second] = ["first.example", "second.example"].map((host) => at(host));
      const etag = first.headers.get("etag")!;
      assert.notEqual(etag, second.headers.get("etag"));
      assert.equal(at("first.example", { "if-none-match": etag }).status, 304);
      assert.equal(at("second.example", { "if-none-match": etag }).status, 200);
      const zipped = at("first.example", { "accept-encoding": "gzip" });
      assert.equal(
        gunzipSync(await zipped.arrayBuffer()).toString(),
        `${NAMED}https://first.example/named">`,
      );
      for (let index = 0; index < 50; index++) {
        const text = await at(`host-${index}.example`).text();
        assert(text.includes(`"https://host-${index}.example/named"`));
      }
      assert.equal(await at("first.example").text(), await first.text());
    });

    it("writes no malformed host name into a document", async () => {
      for (const host of ['a"b', "a'b", "a&b", "a;b", "a".repeat(300)]) {
        assert.equal(
          await named(`http://${host}/named`, { "x-forwarded-proto": "https" }),
          "",
          host,
        );
      }
    });
  });

  it("answers HEAD without a body", async () => {
    const response = await get("/csr", {}, "HEAD");
    assert.equal(response.status, 200);
    assert.equal(response.headers.get("content-length"), "18");
    assert.equal(await response.text(), "");
  });

  it("serves nothing outside its folder", async () => {
    for (const path of ["/../deno.json", "/assets/..%2f..%2fdeno.json", "/%2e%2e/deno.json"]) {
      assert.equal((await get(path)).status, 404);
    }
  });
});
