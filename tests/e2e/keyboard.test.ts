/** Each tool without a pointer, from its address to the result and on to the next page. */
import assert from "node:assert/strict";
import type { Page } from "playwright";
import { tools } from "../../web/src/tools/index.ts";
import { chainOf, pem } from "../fixtures/pfx/index.ts";
import { partOf } from "../support/matrix.ts";
import { copy, enter, isFocused, press, run, tabTo } from "../tools/by-keyboard.ts";
import { enterSubject } from "../tools/csr.ts";
import { pageTests } from "../tools/tools.generated.ts";
import { button, field, heading, textbox } from "./locators.ts";
import { browserTest, fullBrowserTest } from "./support.ts";
import { HEADLINE } from "../support/headlines.ts";

interface Way {
  name: string;
  path: string;
  use(page: Page): Promise<void>;
}

const POPUP: Way = {
  name: "CSR popup",
  path: "/csr/popup",
  async use(page) {
    await enterSubject(page);
    await run(page);
    await heading(page, HEADLINE.csr_ready);
    assert.match(await copy(page, "Copy CSR"), /BEGIN CERTIFICATE REQUEST/);
    await press(page, "Generate Another");
    await press(page, "Generate without it");
    await textbox(page, "Common Name").waitFor();
  },
};

const WAYS: readonly Way[] = [
  ...Object.entries(pageTests).flatMap(([tool, { keyboard }]) =>
    keyboard.map(({ name, use }) => ({ name, path: `/${tool}`, use }))
  ),
  POPUP,
];

for (const { name, path, use } of partOf(WAYS, 12)) {
  browserTest(`keyboard > ${name}`, async ({ page }) => {
    await page.goto(path);
    await use(page);
  }, { clipboard: true });
}

fullBrowserTest("keyboard > skip link, dropdown and theme", async ({ page }) => {
  await page.goto("/csr-decoder");
  await page.keyboard.press("Tab");
  assert(await isFocused(page.getByRole("link", { name: "Skip to content" })));
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  const inMain = await page.evaluate(() => Boolean(document.activeElement?.closest("main")));
  assert(inMain, "the next control is the content's first");

  await tabTo(page, button(page, "SSL Certificate Tools"), "Shift+Tab");
  const menu = button(page, "SSL Certificate Tools");
  await page.keyboard.press("Enter");
  assert.equal(await menu.getAttribute("aria-expanded"), "true");
  await page.keyboard.press("Escape");
  assert.equal(await menu.getAttribute("aria-expanded"), "false");
  assert(await isFocused(menu));
  await page.keyboard.press("ArrowDown");
  const entry = (label: string) =>
    page.getByRole("banner").getByRole("link", { name: label, exact: true });
  for (const { label } of tools) await tabTo(page, entry(label), "ArrowDown");
  await tabTo(page, entry("Chain Analyzer"), "ArrowUp");
  await page.keyboard.press("Enter");
  await page.waitForURL("**/chain");

  await tabTo(page, field(page, "Theme"));
  await page.keyboard.press("D");
  await page.waitForFunction(() => document.documentElement.dataset.theme === "dark");
});

fullBrowserTest("keyboard > the menu of a phone", async ({ page }) => {
  await page.goto("/");
  const menu = button(page, "Menu");
  await tabTo(page, menu);
  await page.keyboard.press("Enter");
  const entry = page.getByRole("banner").getByRole("link", { name: "PFX Converter" });
  await tabTo(page, entry);
  await page.keyboard.press("Escape");
  await entry.waitFor({ state: "hidden" });
  assert(await isFocused(menu));
  await page.keyboard.press("Enter");
  await tabTo(page, entry);
  await page.keyboard.press("Enter");
  await page.waitForURL("**/pfx");
}, { viewport: { width: 320, height: 640 } });

browserTest("keyboard > dialogs keep the focus, and Escape says no", async ({ page, requests }) => {
  await page.goto("/match");
  await tabTo(page, field(page, "Where it runs"));
  await page.keyboard.press("ArrowDown");
  assert.equal(await field(page, "Where it runs").inputValue(), "server");
  await enter(page, "Certificate", pem(...chainOf("p256", 3)));
  await enter(page, "Private Key", pem("p256-key"));
  await run(page);
  const dialog = page.getByRole("dialog");
  await dialog.waitFor();
  assert(await isFocused(button(page, "Cancel")), "the safe answer first");
  for (let presses = 0; presses < 4; presses++) {
    await page.keyboard.press("Tab");
    const outside = await page.evaluate(() => {
      const { activeElement } = document;
      return activeElement !== document.body && !activeElement?.closest("dialog");
    });
    assert(!outside, "the page behind it is out of reach");
  }
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  assert(await isFocused(textbox(page, "Private Key")), "the focus is back");
  assert.deepEqual(requests.filter((line) => line.startsWith("POST")), []);
});
