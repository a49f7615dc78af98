/** The frame of every tool: routes, navigation, metadata and errors. The popup has none. */
import assert from "node:assert/strict";
import * as TEXT from "../../core/texts.ts";
import { pages } from "../../web/src/app/routing/pages.ts";
import { tools } from "../../web/src/tools/index.ts";
import { csrFixture } from "../fixtures/csr/index.ts";
import { browserTest, fullBrowserTest, untilOffline } from "./support.ts";

const ROUTES = pages.map(({ path }) => path);
const TOOLS = tools.map(({ label }) => label);

browserTest(
  "shell > each route has a title, a description and a canonical address of its own",
  async ({ page, origin }) => {
    const titles = new Set<string>();
    for (const route of ROUTES) {
      const response = await page.goto(route);
      assert.equal(response?.status(), 200, route);
      await page.getByRole("heading", { level: 1 }).waitFor();
      const title = await page.title();
      assert.match(title, / \| SSL Tools$/, route);
      titles.add(title);
      const head = await page.evaluate(() => ({
        description: document.querySelector<HTMLMetaElement>('meta[name="description"]')?.content,
        keywords: document.querySelector<HTMLMetaElement>('meta[name="keywords"]')?.content,
        card: document.querySelector<HTMLMetaElement>('meta[property="og:title"]')?.content,
        canonical: document.querySelector<HTMLLinkElement>('link[rel="canonical"]')?.href,
      }));
      assert(head.description && head.keywords && head.card, route);
      assert.equal(head.canonical, `${origin}${route}`, route);
    }
    assert.equal(titles.size, ROUTES.length);
  },
);

fullBrowserTest("shell > an unknown address shows the error page, offline too", async (
  { page, context, origin },
) => {
  const unknown = ["/index.php", "/foo.bar", "/a/b.c/d", "/404.html", "/nope.html", "/csr/more"];
  const shown = async (path: string) => {
    const response = await page.goto(path);
    assert.equal(response?.status(), 404, path);
    await page.getByRole("heading", { name: "Unexpected Application Error!" }).waitFor();
  };
  const moved = async (from: string, to: string) => {
    const response = await page.goto(from);
    assert.equal(response?.status(), 200, from);
    assert.equal(page.url(), origin + to);
    await page.getByRole("heading", { level: 1 }).waitFor();
    assert.equal(await page.getByText("Unexpected Application Error!").count(), 0);
  };
  const check = async () => {
    for (const path of unknown) await shown(path);
    await moved("/csr.html?a=1", "/csr?a=1");
    await moved("/index.html", "/");
    await moved("/api/docs/", "/api/docs");
    await moved("/caa/", "/caa");
  };
  // Without a service worker, with one in control, and without a network.
  await check();
  await untilOffline(page);
  await check();
  await context.setOffline(true);
  await check();
}, { expectErrors: ["404", "ERR_INTERNET_DISCONNECTED"] });

browserTest("shell > an unknown page is the error page, with status 404", async ({ page }) => {
  const response = await page.goto("/no-such-page");
  assert.equal(response?.status(), 404);
  await page.getByText(TEXT.applicationError).waitFor();
}, { expectErrors: ["404"] });

browserTest(
  "shell > the dropdown lists every tool and marks the active one",
  async ({ page }) => {
    await page.goto("/csr-decoder");
    const button = page.getByRole("button", { name: "SSL Certificate Tools" });
    await button.click();
    const banner = page.getByRole("banner");
    const entries = banner.getByRole("link").or(banner.getByRole("menuitem"));
    const names = (await entries.allInnerTexts()).map((name) => name.trim());
    assert.deepEqual(names.filter((name) => TOOLS.includes(name)), TOOLS);
    const active = banner.locator('[aria-current="page"]').filter({ hasText: "CSR Decoder" });
    assert.equal(await active.count(), 1);
    await entries.filter({ hasText: "Chain Analyzer" }).click();
    await page.waitForURL("**/chain");
    await entries.filter({ hasText: "Chain Analyzer" }).waitFor({ state: "hidden" });
  },
);

fullBrowserTest(
  "shell > the menu of a phone opens, has the same entries, and closes",
  async ({ page }) => {
    await page.goto("/");
    const menu = page.getByRole("button", { name: "Menu" });
    await menu.click();
    for (const name of ["Home", ...TOOLS, "API Documentation"]) {
      assert(
        await page.getByRole("banner").getByRole("link", { name, exact: true }).isVisible(),
        name,
      );
    }
    await page.getByRole("banner").getByRole("link", { name: "Chain Analyzer" }).click();
    await page.waitForURL("**/chain");
    await page.getByRole("banner").getByRole("link", { name: "PFX Converter" }).waitFor({
      state: "hidden",
    });
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    assert(overflow <= 0, `the page is ${overflow} px too wide`);
  },
  { viewport: { width: 320, height: 640 } },
);

browserTest(
  "shell > the service worker keeps pages, popup and API apart",
  async ({ page, context, origin }) => {
    await page.goto("/");
    const policyOf = async (path: string) => {
      const response = await page.goto(path);
      assert(response?.fromServiceWorker(), `${path} comes from the service worker`);
      const headers = await response!.allHeaders();
      return {
        ancestors: /frame-ancestors [^;]+/.exec(headers["content-security-policy"])?.[0],
        opener: headers["cross-origin-opener-policy"] ?? null,
      };
    };
    const shell = { ancestors: "frame-ancestors 'none'", opener: "same-origin-allow-popups" };
    assert.deepEqual(await policyOf("/csr-decoder"), shell);
    assert.deepEqual(await policyOf("/api/docs"), shell);
    assert.deepEqual(await policyOf("/csr/popup/docs"), shell);
    assert.deepEqual(await policyOf("/csr/popup"), {
      ancestors: "frame-ancestors *",
      opener: null,
    });
    await page.goto("/");
    const posted = await page.evaluate(async () => {
      const response = await fetch("/api/csr/decode", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: '{"csr":"x"}',
      });
      return response.status;
    });
    assert.equal(posted, 200);
    const served = await page.evaluate(async () => (await (await fetch("/api/nope")).json()).error);
    assert.equal(served, "ENDPOINT NOT FOUND");
    const cached = await page.evaluate(async () => {
      const urls: string[] = [];
      for (const name of await caches.keys()) {
        for (const request of await (await caches.open(name)).keys()) urls.push(request.url);
      }
      return urls;
    });
    assert(cached.length > 0);
    const ofApi = cached.map((url) => new URL(url).pathname).filter((path) =>
      path.startsWith("/api/")
    );
    assert.deepEqual(ofApi, ["/api/docs"]);
    await context.setOffline(true);
    for (const route of ROUTES) {
      await page.goto(`${origin}${route}`);
      await page.getByRole("heading", { level: 1 }).waitFor();
    }
  },
  { installed: true, expectErrors: ["404"] },
);

browserTest("shell > over plain http from another machine the API does the work", async (test) => {
  const { page, origin, requests } = test;
  const site = `http://lan.test:${new URL(origin).port}`;
  await page.goto(`${site}/csr-decoder`);
  assert.equal(await page.evaluate(() => globalThis.isSecureContext), false);
  await page.getByRole("textbox", { name: "CSR", exact: true }).fill(csrFixture("p256-sha256"));
  await page.getByRole("button", { name: "Decode CSR" }).click();
  await page.getByRole("heading", { name: TEXT.csrValid }).waitFor();
  assert(requests.includes(`POST ${site}/api/csr/decode`));
}, {
  allowOrigin: (url) => url.hostname === "lan.test",
  expectErrors: ["Cross-Origin-Opener-Policy"],
});

fullBrowserTest("shell > headings do not show through the header", async ({ page }) => {
  await page.goto("/");
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    const colour = await page.getByRole("banner").first().evaluate((header) =>
      getComputedStyle(header).backgroundColor
    );
    // An alpha below 1 would be written after a slash or as the fourth number.
    assert.match(colour, /^(?:rgb\(\d+, \d+, \d+\)|[a-z]+\([^/]+\))$/);
    assert.doesNotMatch(colour, /^rgba|transparent/);
  }
});
