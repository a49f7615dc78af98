/** Input before the code has loaded: the document is painted, and the scripts arrive late. */
import assert from "node:assert/strict";
import type { Locator, Page } from "playwright";
import * as TEXT from "../../core/texts.ts";
import { browserTest, fullBrowserTest } from "./support.ts";

/** Opens the page without its modules; the answer lets them come. */
async function openWithoutCode(page: Page, address: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(/\/assets\/.*\.js$/, async (route) => {
    await promise;
    await route.continue();
  });
  // A test's `goto` waits for the code.
  await page.evaluate((address) => location.assign(address), address);
  await page.waitForURL(address, { waitUntil: "commit" });
  return resolve;
}

browserTest("early > what was entered and pressed before the page listens is done then", async (
  { page, origin },
) => {
  const letCodeCome = await openWithoutCode(page, `${origin}/password`);
  await page.getByLabel("Password Length").fill("40");
  const generate = page.getByRole("button", { name: "Generate", exact: true });
  await generate.click();
  assert.equal(await page.getByRole("button", { name: "Copy All" }).count(), 0);
  letCodeCome();
  await page.getByText("40 characters").waitFor();
  assert.equal(await generate.getAttribute("data-early"), null);
});

fullBrowserTest(
  "early > of several buttons the last one counts, once",
  async ({ page, origin }) => {
    const letCodeCome = await openWithoutCode(page, `${origin}/csr-decoder`);
    await page.getByRole("button", { name: "Decode CSR" }).click();
    const example = page.getByRole("button", { name: "Fill Example Data" });
    await example.click();
    await example.click();
    letCodeCome();
    await page.getByRole("heading", { name: TEXT.csrValid }).waitFor();
    assert.equal(await page.getByRole("alert").count(), 0);
  },
);

fullBrowserTest("early > a click after the code has loaded is not recorded", async ({ page }) => {
  await page.goto("/password");
  const generate = page.getByRole("button", { name: "Generate", exact: true });
  await page.locator("html[data-ready]").waitFor();
  await generate.click();
  await page.getByRole("button", { name: "Copy All" }).waitFor();
  assert.equal(await page.locator("[data-early]").count(), 0);
});

/** The opacity of a button after the page has waited for the code for a moment. */
const opacityOf = (page: Page, name: string) => opacity(page.getByRole("button", { name }));

const opacity = (control: Locator) =>
  control.evaluate(async (element) => {
    await Promise.all(element.getAnimations().map(({ finished }) => finished));
    return Number(getComputedStyle(element).opacity);
  });

fullBrowserTest(
  "early > controls look inactive until the page listens",
  async ({ page, origin }) => {
    const letCodeCome = await openWithoutCode(page, `${origin}/csr-decoder`);
    assert(await opacityOf(page, "Decode CSR") < 1);
    letCodeCome();
    await page.locator("html[data-ready]").waitFor();
    assert.equal(await opacityOf(page, "Decode CSR"), 1);
  },
);

browserTest("early > without JavaScript a notice is at the top of every page", async (
  { context, origin },
) => {
  const without = await context.browser()!.newContext({
    javaScriptEnabled: false,
    baseURL: origin,
  });
  const page = await without.newPage();
  for (const path of ["/", "/csr", "/inspect", "/api/docs", "/csr/popup"]) {
    await page.goto(path);
    const notice = page.locator("main noscript");
    const [box, heading] = await Promise.all([
      notice.boundingBox(),
      page.getByRole("heading", { level: 1 }).boundingBox(),
    ]);
    assert(box && heading && box.y + box.height <= heading.y, `${path}: above the heading`);
    assert(box.x >= 16 && box.width > 300, `${path}: inside the layout`);
  }
  await page.goto("/csr-decoder");
  assert(await opacityOf(page, "Decode CSR") < 1);
  await page.goto("/csr");
  // The label draws the radio button.
  assert(await opacity(page.locator("label", { hasText: "With my company's name" })) < 1);
  assert(await opacity(page.locator("summary", { hasText: "What is a CSR?" })) < 1);
  await without.close();
});
