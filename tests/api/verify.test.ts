/** `deno task verify` finds every change that a site makes to a build. */
import assert from "node:assert/strict";
import { gzipSync } from "node:zlib";
import { pathToFileURL } from "node:url";
import { describe, it } from "@std/testing/bdd";
import { compareSite, type SiteComparison } from "../../api/deploy/compare-site.ts";
import { loadSite, type Site } from "../../api/site.ts";
import { type Fault, startFront } from "../support/front.ts";
import { startServer } from "../support/server.ts";

const SCRIPT = "export const a = 1;\n".repeat(100);
const FILES: Record<string, string | Uint8Array> = {
  "index.html": '<title>shell</title><link rel="canonical" href="https://placeholder.invalid/">',
  "404.html": "<title>unknown</title>",
  "csr.html": "<title>csr</title>",
  "popup/index.html": "<title>popup</title>",
  "sw.js": "self",
  "robots.txt": "Allow: /\nSitemap: https://placeholder.invalid/sitemap.xml\n",
  "sitemap.xml": "<loc>https://placeholder.invalid/</loc>",
  "assets/index-1234.js": SCRIPT,
  "assets/index-1234.js.gz": gzipSync(SCRIPT),
  "assets/worker-worker-1234.js": "worker",
  "site.json": JSON.stringify({
    routes: ["/", "/csr", "/csr/popup"],
    placeholderOrigin: "https://placeholder.invalid",
  }),
  "build.json": JSON.stringify({ sources: "0123456789abcdef".repeat(4) }),
};

const dist = pathToFileURL(`${await Deno.makeTempDir()}/`);
for (const [path, content] of Object.entries(FILES)) {
  const file = new URL(path, dist);
  await Deno.mkdir(new URL("./", file), { recursive: true });
  await Deno.writeFile(file, typeof content === "string" ? bytes(content) : content);
}

const site = await loadSite(dist);

function bytes(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

/** The result of the comparison when the site alters its responses like this. */
async function found(fault: Fault = () => null) {
  await using server = await startServer({ site });
  await using front = startFront(server.origin);
  front.fault = fault;
  return await compareSite(front.origin, dist);
}

/** The site's response to a path, altered. */
const changed =
  (path: string, change: (answer: Response) => Response | Promise<Response>): Fault =>
  (request, pathname) => {
    const headers = { "user-agent": request.headers.get("user-agent") ?? "" };
    return pathname === path ? change(site.respond(new Request(request.url, { headers }))) : null;
  };

/** Expects one difference, in one path and in every encoding. */
function assertOne({ differences }: SiteComparison, path: string, what: RegExp): void {
  assert.deepEqual(differences.map((one) => one.path), [path]);
  assert.match(differences[0].what, what);
  assert.equal(differences[0].encodings.length, 4);
}

describe("deno task verify", () => {
  it("finds no difference in a site that serves this build", async () => {
    const { paths, octets, differences } = await found();
    assert.deepEqual(differences, []);
    // Three pages, five files and an unknown path.
    assert.equal(paths, 9);
    assert(octets > 3 * SCRIPT.length);
  });

  it("compares only the paths that it is given", async () => {
    await using server = await startServer({ site });
    await using front = startFront(server.origin);
    front.fault = changed("/sw.js", (answer) => new Response("other", answer));
    const compared = await compareSite(front.origin, dist, ["/", "/csr"]);
    assert.deepEqual([compared.paths, compared.differences], [2, []]);
    assertOne(
      await compareSite(front.origin, dist, ["/sw.js"]),
      "/sw.js",
      /^differs from octet 0 /,
    );
  });

  it("finds no difference if the server knows its origin", async () => {
    const named: { site?: Site } = {};
    await using server = await startServer({
      site: { build: site.build, paths: [], respond: (request) => named.site!.respond(request) },
    });
    named.site = await loadSite(dist, { siteUrl: server.origin });
    assert.deepEqual((await compareSite(server.origin, dist)).differences, []);
    // The origin of another site is a difference in the documents that contain the origin.
    named.site = await loadSite(dist, { siteUrl: "https://elsewhere.example" });
    const { differences } = await compareSite(server.origin, dist);
    assert.deepEqual(differences.map(({ path }) => path), ["/", "/robots.txt", "/sitemap.xml"]);
  });

  it("finds one altered octet in each page and file", async () => {
    for (const path of site.paths) {
      const comparison = await found(changed(path, async (answer) => {
        const body = await answer.bytes();
        body[body.length >> 1] ^= 1;
        return new Response(body, answer);
      }));
      assertOne(comparison, path, /^differs from octet \d+ of \d+ on$/);
    }
  });

  it("finds a script that is altered only in its compressed form", async () => {
    const path = "/assets/index-1234.js";
    const { differences } = await found((request, pathname) => {
      if (pathname !== path || request.headers.get("accept-encoding") !== "gzip") return null;
      const { headers } = site.respond(new Request(request.url));
      const altered = { ...Object.fromEntries(headers), "content-encoding": "gzip" };
      return new Response(gzipSync(SCRIPT.replace("1", "2")), { headers: altered });
    });
    assert.deepEqual(differences.map(({ path, encodings }) => [path, encodings]), [
      [path, ["gzip"]],
    ]);
  });

  const headers: [name: string, value: string, what: RegExp][] = [
    ["content-security-policy", "default-src *", /^has the header content-security-policy: /],
    ["content-type", "text/html", /^has the header content-type: text\/html, and not: /],
    ["link", "</evil.js>; rel=preload", /^has an additional header, link: /],
    ["set-cookie", "id=1", /^has an additional header, set-cookie: /],
    ["cache-control", "public", /^has the header cache-control: public, and not: /],
    ["cross-origin-resource-policy", "same-site", /^has the header cross-origin-resource-policy: /],
    ...["clear-site-data", "nel", "reporting-endpoints", "origin-trial", "x-anything"].map((
      name,
    ): [string, string, RegExp] => [name, '"a"', /^has an additional header, /]),
    ["alt-svc", 'h3="evil.example:443"', /^has an additional header, alt-svc: /],
  ];
  for (const [name, value, what] of headers) {
    it(`finds the header ${name} changed`, async () => {
      const path = "/assets/index-1234.js";
      const comparison = await found(changed(path, (answer) => {
        answer.headers.set(name, value);
        return answer;
      }));
      assertOne(comparison, path, what);
    });
  }

  it("accepts another protocol of the same host, and a header of a proxy", async () => {
    const { differences } = await found((request) => {
      const answer = site.respond(new Request(request.url, request));
      answer.headers.set("alt-svc", 'h3=":443"; ma=2592000, h2=":443"');
      answer.headers.set("via", "1.1 a");
      return answer;
    });
    assert.deepEqual(differences, []);
  });

  it("finds a policy that only Firefox gets", async () => {
    const { differences } = await found((request) => {
      const answer = site.respond(new Request(request.url, request));
      if (request.headers.get("user-agent")?.includes("Firefox/")) {
        answer.headers.set("content-security-policy", "default-src *");
      }
      return answer;
    });
    assert.deepEqual(differences.map(({ path }) => path), [...site.paths, "/no-such-page"].sort());
    for (const { encodings } of differences) {
      assert.deepEqual(encodings, ["gzip, deflate, br, zstd as Firefox"]);
    }
  });

  it("finds responses that are redirected, truncated or endless", async () => {
    const path = "/sw.js";
    const elsewhere = changed(path, () => Response.redirect("https://elsewhere.example/", 302));
    assertOne(await found(elsewhere), path, /^has status 302 instead of 200$/);
    const sized = (body: string | ReadableStream) =>
      changed(path, ({ headers }) => {
        headers.delete("content-length");
        return new Response(body, { headers });
      });
    assertOne(await found(sized("sel")), path, /^ends after 3 of 4 octets$/);
    const endless = () =>
      new ReadableStream({
        pull: (controller) => controller.enqueue(new TextEncoder().encode("self".repeat(1000))),
      });
    const comparison = await found((request, pathname) => sized(endless())(request, pathname));
    assertOne(comparison, path, /^goes on after its 4 octets$/);
  });

  it("reports that a site without an answer could not be read", async () => {
    const { origin, [Symbol.asyncDispose]: end } = await startServer({ site });
    await end();
    const { differences, paths } = await compareSite(origin, dist);
    assert.equal(differences.length, paths);
    assert.match(differences[0].what, /^could not be read: /);
  });
});
