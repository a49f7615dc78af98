/** The documents of the build, as crawlers and readers without JavaScript see them, and their policy. */
import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import { CARD_SIZE, cardPath } from "../../web/src/app/routing/metadata.ts";
import { pages } from "../../web/src/app/routing/pages.ts";
import { isReference } from "../../web/src/page/reference-address.ts";
import { DIST, fileOf, readBuilt } from "../support/first-load.ts";
import { screenshotPath, screenshots, screenshotSize } from "../../web/build/screenshots.ts";

const PUBLIC = new URL("../../web/public/", import.meta.url);

const site: { routes: string[]; placeholderOrigin: string } = JSON.parse(
  await readBuilt("site.json"),
);
const documents = new Map(
  await Promise.all(pages.map(async ({ path }) => [path, await readBuilt(fileOf(path))] as const)),
);
const others = new Map(
  await Promise.all(
    ["404.html", "popup/index.html"].map(async (name) => [name, await readBuilt(name)] as const),
  ),
);

/** Returns the attributes of all elements with this name, in document order. */
function elements(html: string, tag: string): Record<string, string>[] {
  return [...html.matchAll(new RegExp(`<${tag}\\s([^>]*)>`, "g"))].map(([, attributes]) =>
    Object.fromEntries(
      [...attributes.matchAll(/([a-z:-]+)(?:="([^"]*)")?/g)].map(([, name, value]) => [
        name,
        value ?? "",
      ]),
    )
  );
}

const unescape = (text: string) =>
  text.replaceAll("&quot;", '"').replaceAll("&lt;", "<").replaceAll("&amp;", "&");

function metaOf(html: string, name: string): string | undefined {
  const found = elements(html, "meta").find((meta) => meta.name === name || meta.property === name);
  return found && unescape(found.content);
}

describe("documents", () => {
  it("exist for every page", () => {
    const routes = site.routes.filter((route) => route !== "/csr/popup" && !isReference(route));
    assert.deepEqual([...documents.keys()], routes);
  });

  it("have a unique title, description, keywords, card and canonical address", async () => {
    const seen = new Map<string, Set<string>>();
    const own = (kind: string, value: string | undefined, path: string) => {
      assert(value, `${path} has no ${kind}`);
      const values = seen.get(kind) ?? new Set();
      assert(!values.has(value), `${path} shares its ${kind}`);
      seen.set(kind, values.add(value));
      return value;
    };
    for (const page of pages) {
      const html = documents.get(page.path)!;
      const title = unescape(/<title>([^<]*)<\/title>/.exec(html)![1]);
      assert.equal(own("title", title, page.path), `${page.title} | SSL Tools`);
      assert.equal(own("description", metaOf(html, "description"), page.path), page.description);
      own("keywords", metaOf(html, "keywords"), page.path);
      const address = site.placeholderOrigin + page.path;
      const canonical = elements(html, "link").filter(({ rel }) => rel === "canonical");
      assert.deepEqual(canonical.map(({ href }) => href), [address]);
      assert.equal(metaOf(html, "og:url"), address);
      assert.equal(metaOf(html, "og:title"), title);
      assert.equal(
        own("card", metaOf(html, "og:image"), page.path),
        site.placeholderOrigin + cardPath(page.path),
      );
      const card = await Deno.readFile(new URL(`.${cardPath(page.path)}`, PUBLIC));
      own("picture on its card", card.toBase64(), page.path);
      const header = new DataView(card.buffer);
      assert.deepEqual(
        { width: header.getUint32(16), height: header.getUint32(20) },
        { ...CARD_SIZE },
        "the size in the card's IHDR",
      );
    }
  });

  it("contain structured data for search engines", () => {
    for (const [path, html] of documents) {
      const data = /<script type="application\/ld\+json">([^<]*)<\/script>/.exec(html);
      assert(data, path);
      const { "@context": context, "@graph": graph, ...thing } = JSON.parse(data[1]);
      assert.equal(context, "https://schema.org");
      const main = graph?.[0] ?? thing;
      assert.equal(main.url, site.placeholderOrigin + path);
      assert(main["@type"] && main.name && main.description, path);
      if (path !== "/") assert.equal(graph[1].itemListElement[1].item, main.url);
    }
  });

  it("comply with the policy: no inline code or styles, only data", () => {
    for (const [name, html] of [...documents, ...others]) {
      assert(!/\sstyle\s*=/i.test(html), `${name} has a style attribute`);
      assert(!/<style[\s>]/i.test(html), `${name} has a style element`);
      assert(!/\son[a-z]+\s*=\s*["']/i.test(html), `${name} has an event attribute`);
      assert(!/(?:href|src|action)\s*=\s*["']?\s*(?:javascript|data):/i.test(html), name);
      for (const [, attributes, content] of html.matchAll(/<script([^>]*)>([^]*?)<\/script>/g)) {
        if (attributes.includes('type="application/ld+json"')) continue;
        assert.match(attributes, /\ssrc="\/[^"]+"/, `${name} has an inline script`);
        assert.equal(content.trim(), "", name);
      }
    }
  });

  it("can be read without JavaScript", () => {
    for (const [path, html] of documents) {
      const text = /<div id="root">([^]*)<\/div>/.exec(html)![1].replace(/<[^>]+>/g, " ");
      assert.equal(elements(html, "main").length, 1, path);
      assert.equal([...html.matchAll(/<h1[\s>]/g)].length, 1, path);
      assert(text.length > 500, path);
      // Only an inline script could fill this in.
      assert(!html.includes("<!--$?-->"), `${path} has a part that is not rendered`);
    }
  });

  it("load the page's code and styles in parallel with the shell's", async () => {
    const asset = async (name: string) => (await Deno.stat(new URL(`.${name}`, DIST))).isFile;
    for (const [path, html] of documents) {
      const links = elements(html, "link");
      const preloads = links.filter(({ rel }) => rel === "modulepreload").map(({ href }) => href);
      assert.equal(new Set(preloads).size, preloads.length, path);
      assert(preloads.some((href) => /\/(?:home-)?page-/.test(href)), path);
      for (const { rel, href } of links) {
        if (/^(?:modulepreload|stylesheet|icon|manifest)$/.test(rel)) assert(await asset(href));
      }
    }
  });

  it("are all in the sitemap, which robots.txt names", async () => {
    const sitemap = await readBuilt("sitemap.xml");
    const listed = [...sitemap.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address]) => address);
    assert.deepEqual(
      listed.filter((address) => !isReference(new URL(address).pathname)),
      pages.map(({ path }) => site.placeholderOrigin + path),
    );
    const robots = await readBuilt("robots.txt");
    assert(robots.includes(`\nSitemap: ${site.placeholderOrigin}/sitemap.xml\n`));
    assert.match(robots, /^Allow: \/api\/docs$/m);
  });

  it("are all in llms.txt, which names the API and the tools of assistants", async () => {
    const text = await readBuilt("llms.txt");
    const linked = [...text.matchAll(/\]\((\/[^)]*)\)/g)].map(([, path]) => path);
    assert.deepEqual(linked.slice(2), pages.map(({ path }) => path));
    assert.deepEqual(linked.slice(0, 2), ["/api/openapi.json", "/api/docs"]);
    assert.match(text, /`ssl-tools mcp`/);
  });

  it("have a manifest whose screenshots exist in the stated sizes", async () => {
    const manifest = JSON.parse(await readBuilt("manifest.webmanifest"));
    assert.deepEqual(
      manifest.screenshots.map(({ src, sizes }: Record<string, string>) => [src, sizes]),
      screenshots.map((screenshot) => [screenshotPath(screenshot), screenshotSize(screenshot)]),
    );
    let whole = 0;
    for (const { src, sizes, type, form_factor, label } of manifest.screenshots) {
      assert(label && type === "image/webp");
      const bytes = await Deno.readFile(new URL(`.${src}`, DIST));
      whole += bytes.length;
      const header = new DataView(bytes.buffer);
      assert.equal(new TextDecoder().decode(bytes.subarray(12, 16)), "VP8X");
      // Width and height minus one, in 24 bits each (RFC 9649, 2.7).
      const [width, height] = [24, 27].map((at) => 1 + (header.getUint32(at, true) & 0xffffff));
      assert.equal(`${width}x${height}`, sizes, src);
      assert.equal(form_factor, width > height ? "wide" : "narrow");
    }
    assert(whole < 600_000, `${whole} bytes`);
    assert(
      !(await readBuilt("sw.js")).includes("/screenshots/"),
      "the service worker caches no screenshots",
    );
  });

  it("of unknown addresses and of the popup are excluded from search engines", () => {
    for (const [name, html] of others) assert.equal(metaOf(html, "robots"), "noindex", name);
  });
});
