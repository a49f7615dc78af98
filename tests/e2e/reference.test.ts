/** The pages of rules and error texts: from home's box, from findings, from their lists. */
import assert from "node:assert/strict";
import { chainOf, pem } from "../fixtures/pfx/index.ts";
import { openTab, textbox } from "./locators.ts";
import { browserTest, fullBrowserTest } from "./support.ts";

const MESSAGE =
  "curl: (60) SSL certificate problem: unable to get local issuer certificate\nMore details here";
const ERROR = "/errors/unable-to-get-local-issuer-certificate";

fullBrowserTest("reference > an error text in home's box leads to its page", async ({ page }) => {
  await page.goto("/");
  const box = textbox(page, "Text to inspect");
  await box.fill(MESSAGE);
  const link = page.getByRole("link", { name: "unable to get local issuer certificate" });
  await link.waitFor();
  await box.fill("");
  await link.waitFor({ state: "detached" });
  // A pasted message stays in the box; a pasted certificate is opened at once.
  await page.evaluate((text) => navigator.clipboard.writeText(text), MESSAGE);
  await box.press("ControlOrMeta+V");
  await link.click();
  await page.waitForURL(ERROR);
  const heading = page.getByRole("heading", { level: 1 });
  // The address changes before the page does.
  await heading.filter({ hasText: "unable to get local issuer certificate" }).waitFor();
  assert.equal(await heading.textContent(), "unable to get local issuer certificate");
  await page.waitForFunction(() => document.title.startsWith("unable to get local issuer"));
  await page.waitForFunction(
    (path) =>
      document.querySelector<HTMLLinkElement>("link[rel=canonical]")!.href ===
        location.origin + path,
    ERROR,
  );
  await page.goBack();
  await page.getByRole("heading", { level: 1, name: "Certificates" }).waitFor();
}, { clipboard: true });

browserTest("reference > a list is searched, and leads to a page and back", async ({ page }) => {
  await page.goto("/rules");
  const rows = page.locator("main li a");
  const all = await rows.count();
  assert(all > 400);
  const search = page.getByRole("searchbox", { name: "Search rules" });
  await search.fill("path length");
  await page.waitForFunction((all) => document.querySelectorAll("main li a").length < all, all);
  const found = await rows.count();
  assert(found > 0 && found < 40, `${found}`);
  assert.match((await page.getByRole("main").getByRole("status").textContent())!, /^\d+ rules?$/);
  await search.fill("san_missing");
  await page.getByRole("link", { name: "No alternative names", exact: true }).click();
  await page.waitForURL("/rules/san_missing");
  await page.getByText("san_missing", { exact: true }).waitFor();
  await page.getByRole("link", { name: "All rules" }).click();
  await page.waitForURL("/rules");
  await search.fill("nothing has this");
  await page.getByText("No rule matches your search.").waitFor();
});

fullBrowserTest("reference > the example of a rule opens in the inspector", async ({ page }) => {
  await page.goto("/rules/san_missing");
  await page.getByRole("link", { name: "Inspect the example that breaks it" }).click();
  await page.waitForURL("/inspect");
  await openTab(page, "Details");
  const link = page.getByRole("link", { name: /About this rule.*san_missing/ });
  await link.first().waitFor();
  assert.equal(await link.first().getAttribute("href"), "/rules/san_missing");
  assert.equal(await link.first().getAttribute("target"), "_blank");
});

browserTest(
  "reference > the example of a rule about chains opens in its tool",
  async ({ page }) => {
    await page.goto("/rules/name_not_permitted");
    await page.getByRole("link", { name: "Check the example that breaks it" }).click();
    await page.waitForURL("/chain");
    const link = page.locator('main a[href="/rules/name_not_permitted"]');
    await link.first().waitFor({ state: "attached" });
  },
);

fullBrowserTest(
  "reference > a certificate dropped on a page of a rule is inspected",
  async ({ page }) => {
    await page.goto("/rules/san_missing");
    await textbox(page, "Text to inspect").fill(pem(chainOf("p256", 1)[0]));
    await page.getByRole("button", { name: "Inspect", exact: true }).click();
    await page.waitForURL("/inspect");
    await page.getByRole("heading", { level: 1 }).waitFor();
  },
);

browserTest(
  "reference > an address that does not exist has the page for unknown addresses",
  async ({ page }) => {
    const response = await page.goto("/rules/no_such_rule");
    assert.equal(response!.status(), 404);
    await page.getByText("There is no page at this address.").waitFor();
  },
  { expectErrors: ["404"] },
);

fullBrowserTest(
  "reference > the installed app gets these pages from the server",
  async ({ page }) => {
    await page.goto(ERROR);
    await page.getByRole("heading", { level: 1 }).waitFor();
    const fromWorker = await page.evaluate(() => navigator.serviceWorker.controller !== null);
    assert(fromWorker);
    const cached = await page.evaluate(
      async (path) => (await caches.match(path)) !== undefined,
      ERROR,
    );
    assert.equal(cached, false);
  },
  { installed: true },
);
