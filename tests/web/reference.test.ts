/** The documents of rules and error texts, as crawlers, readers and the app see them. */
import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import { LINTS } from "../../core/x509/rules/lint/catalogue.ts";
import { RULES } from "../../core/x509/rules/catalogue.ts";
import { references } from "../../web/build/reference/references.ts";
import { cardPath } from "../../web/src/app/routing/metadata.ts";
import { pages } from "../../web/src/app/routing/pages.ts";
import { ERROR_TEXTS } from "../../web/src/docs/errors/texts.ts";
import { isReference } from "../../web/src/page/reference-address.ts";
import { errorPath } from "../../web/src/docs/errors/error-text.ts";
import { rulePath } from "../../web/src/page/reference.ts";
import {
  DIST,
  documentsOf,
  fileOf,
  FIRST_VISIT,
  loadedBy,
  readBuilt,
  transferredSum,
} from "../support/first-load.ts";

const listed = await references();
const documents = new Map(
  await Promise.all(
    listed.map(async ({ page: { path } }) => [path, await readBuilt(fileOf(path))] as const),
  ),
);
const unescape = (text: string) =>
  text.replaceAll("&#x27;", "'").replaceAll("&quot;", '"').replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">").replaceAll("&amp;", "&");
const site: { routes: string[]; placeholderOrigin: string } = JSON.parse(
  await readBuilt("site.json"),
);

/** The chunks that only these pages and unknown addresses load. */
const OWN = /\/(?:from-document|lists|details|rule-link)-/;

describe("pages of rules and errors", () => {
  it("exist for every rule and every error text", () => {
    const wanted = [
      ...Object.keys({ ...RULES, ...LINTS }).map(rulePath),
      ...ERROR_TEXTS.map(({ id }) => errorPath(id)),
      ...["/rules", "/errors"],
    ];
    assert.deepEqual([...documents.keys()].sort(), wanted.sort());
    assert.deepEqual(site.routes.filter(isReference).sort(), wanted);
  });

  it("have a title and a description of their own, a heading and a canonical address", () => {
    const titles = new Set(pages.map(({ title }) => title));
    const descriptions = new Set<string>();
    for (const { page } of listed) {
      const html = documents.get(page.path)!;
      const title = unescape(/<title>([^<]*)</.exec(html)![1]);
      assert.equal(title, `${page.title} | SSL Tools`);
      assert(!titles.has(page.title), `${page.path} shares its title`);
      titles.add(page.title);
      assert(!descriptions.has(page.description), `${page.path} shares its description`);
      descriptions.add(page.description);
      assert.equal([...html.matchAll(/<h1[\s>]/g)].length, 1, page.path);
      assert(html.includes(`rel="canonical" href="${site.placeholderOrigin}${page.path}"`));
      assert(!html.includes("<!--$?-->"), `${page.path} has a part that is not rendered`);
    }
  });

  it("show a card that exists", async () => {
    for (const { page } of listed) {
      const card = cardPath(page.card!);
      assert(documents.get(page.path)!.includes(`${site.placeholderOrigin}${card}"`), page.path);
      assert((await Deno.stat(new URL(`.${card}`, DIST))).isFile);
    }
  });

  it("hold the data with which the app draws them", () => {
    for (const reference of listed) {
      const html = documents.get(reference.page.path)!;
      const data = /<script type="application\/json" id="page-data">([^<]*)<\/script>/.exec(html);
      assert.deepEqual(JSON.parse(data![1]), JSON.parse(JSON.stringify(reference)));
    }
  });

  it("are in the sitemap", async () => {
    const sitemap = await readBuilt("sitemap.xml");
    const addresses = new Set(
      [...sitemap.matchAll(/<loc>([^<]*)</g)].map(([, address]) => address),
    );
    for (const path of documents.keys()) assert(addresses.has(site.placeholderOrigin + path), path);
  });

  it("have no dead link, and every one can be reached from a list", () => {
    const routes = new Set(site.routes);
    const reached = new Set<string>();
    for (const [path, html] of documents) {
      for (const [, href] of html.matchAll(/<a [^>]*href="(\/[^"#?]*)/g)) {
        assert(routes.has(href), `${path} links to ${href}`);
        if (path === "/rules" || path === "/errors") reached.add(href);
      }
    }
    for (const path of documents.keys()) {
      assert(path === "/rules" || path === "/errors" || reached.has(path), path);
    }
  });

  it("weigh no more than other pages", async () => {
    // Compressing all of them would take half a minute.
    const longest = [...documents].sort((a, b) => b[1].length - a[1].length).slice(0, 10);
    for (const [path, html] of longest) {
      const bytes = await transferredSum([fileOf(path), ...loadedBy(html)]);
      console.log(`first visit of ${path}: ${bytes} bytes`);
      assert(bytes <= FIRST_VISIT, `${path}: ${bytes} bytes`);
    }
  });

  it("add no code to the first visit of another page, and none to the installation", async () => {
    for (const [path, files] of await documentsOf()) {
      assert.deepEqual(files.filter((file) => OWN.test(file)), [], path);
    }
    const cached = [...(await readBuilt("sw.js")).matchAll(/"?url"?:\s*"([^"]+)"/g)]
      .map(([, url]) => url);
    assert(cached.length > 100, "the list was found");
    assert.deepEqual(
      cached.filter((url) => isReference(url) || /\/(?:lists|details)-/.test(url)),
      [],
    );
    // Unknown addresses need it.
    assert(cached.some((url) => url.includes("/from-document-")));
  });
});
