/** The search on every page, by keyboard and by its button; and home's box, which knows words too. */
import assert from "node:assert/strict";
import type { Page } from "playwright";
import { chainText } from "../fixtures/chain/index.ts";
import { csrFixture } from "../fixtures/csr/index.ts";
import { matchFile } from "../fixtures/match/index.ts";
import { findSecrets, keptByOrigin, keptInHistory } from "../support/traces.ts";
import { button, textbox } from "./locators.ts";
import { browserTest, fullBrowserTest } from "./support.ts";

const field = (page: Page) => page.getByRole("combobox", { name: "Search", exact: true });
const options = (page: Page) => page.getByRole("listbox").getByRole("option");
const active = (page: Page) => page.locator("[role=option][aria-selected=true]");
const posts = (requests: readonly string[]) => requests.filter((one) => one.startsWith("POST"));
/** Waits until the first suggestion has these words. */
const suggests = (page: Page, words: RegExp) => active(page).filter({ hasText: words }).waitFor();

/** Pastes a text into the focused field, as the browser does. */
const paste = (page: Page, text: string) =>
  page.evaluate((text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", text);
    const event = new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true });
    document.activeElement!.dispatchEvent(event);
  }, text);

browserTest("search > by keyboard, on any page", async ({ page }) => {
  await page.goto("/password");
  const length = page.getByLabel("Password Length");
  await length.focus();
  await page.keyboard.press("Control+k");
  await field(page).waitFor();
  assert(await field(page).evaluate((input) => input === document.activeElement));
  await page.keyboard.press("Escape");
  await field(page).waitFor({ state: "detached" });
  assert(await length.evaluate((input) => input === document.activeElement), "focus returns");

  await page.keyboard.press("Control+k");
  await field(page).fill("csr");
  await suggests(page, /^CSR/);
  const count = await options(page).count();
  assert(count > 1);
  const id = async () => [
    await field(page).getAttribute("aria-activedescendant"),
    await active(page).getAttribute("id"),
  ];
  const [before, chosen] = await id();
  assert.equal(before, chosen);
  await page.keyboard.press("ArrowDown");
  assert.notEqual((await id())[0], before);
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowUp");
  assert.equal(
    await active(page).getAttribute("id"),
    await options(page).last().getAttribute("id"),
  );
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.waitForURL("**/csr");
  await field(page).waitFor({ state: "detached" });
});

fullBrowserTest("search > a name for a CSR, also on the page itself", async ({ page }) => {
  await page.goto("/");
  for (const name of ["shop.example.com", "www.example.net"]) {
    await button(page, "Search").click();
    await field(page).fill(`csr for ${name}`);
    await suggests(page, new RegExp(`Create a CSR for ${name}`));
    await page.keyboard.press("Enter");
    await page.waitForURL("**/csr");
    await page.waitForFunction(
      (name) => [...document.querySelectorAll("input")].some(({ value }) => value === name),
      name,
    );
  }
});

fullBrowserTest(
  "search > slash and question mark, outside of fields, and a switch",
  async ({ page }) => {
    await page.goto("/csr-decoder");
    await textbox(page, "CSR").focus();
    await page.keyboard.type("/?");
    assert.equal(await textbox(page, "CSR").inputValue(), "/?");
    await page.getByRole("heading", { level: 1 }).click();
    await page.keyboard.press("?");
    await page.getByRole("heading", { name: "Keyboard shortcuts" }).waitFor();
    await page.getByLabel("Use Ctrl K, / and ?").uncheck();
    await button(page, "Close").click();
    await page.getByRole("heading", { level: 1 }).click();
    for (const key of ["/", "?", "Control+k"]) await page.keyboard.press(key);
    assert.equal(await page.locator("dialog").count(), 0);
    await button(page, "Search").click();
    await button(page, "Keyboard shortcuts").click();
    await page.getByLabel("Use Ctrl K, / and ?").check();
    await button(page, "Close").click();
    await page.keyboard.press("/");
    await field(page).waitFor();
  },
);

browserTest("search > a website is contacted only after a press", async ({ page, requests }) => {
  await page.goto("/csr");
  await page.keyboard.press("Control+k");
  await field(page).fill("shop.example.com");
  await suggests(page, /^Check shop\.example\.com/);
  await page.waitForLoadState("networkidle");
  assert.deepEqual(posts(requests), []);
});

browserTest("search > a pasted key is kept nowhere and opens where keys belong", async (test) => {
  const { page, requests } = test;
  const key = matchFile("rsa-pkcs8-key.pem");
  await page.goto("/csr");
  await page.keyboard.press("Control+k");
  await field(page).waitFor();
  await paste(page, key);
  await suggests(page, /matcher/);
  await page.keyboard.press("Enter");
  await page.waitForURL("**/match");
  await page.waitForFunction(
    (key) => [...document.querySelectorAll("textarea")].some(({ value }) => value.trim() === key),
    key.trim(),
  );
  await page.keyboard.press("Control+k");
  assert.equal(await field(page).inputValue(), "", "a closed search has forgotten it");
  await paste(page, csrFixture("p256-sha256"));
  await suggests(page, /decoder/);
  assert.deepEqual(posts(requests), []);
  const kept = [...await keptByOrigin(page), ...await keptInHistory(page)];
  assert.deepEqual(findSecrets([{ name: "key", text: key }], kept), []);
});

browserTest("search > objects and parts of the page", async ({ page, requests }) => {
  await page.goto("/inspect");
  await textbox(page, "Text to inspect").fill(
    matchFile("p256-certificate.pem") + csrFixture("p256-sha256"),
  );
  await button(page, "Inspect").click();
  await page.getByRole("heading", { name: "2 objects found" }).waitFor();
  await page.keyboard.press("Control+k");
  await field(page).fill("p256.example.com");
  // It comes before the check of the host, which would contact it.
  await suggests(page, /On this page/);
  await page.keyboard.press("Enter");
  await page.getByRole("tab", { name: "Answer" }).waitFor();
  assert.equal(await page.locator("dialog[open]").count(), 0);
  assert.deepEqual(posts(requests), []);
});

fullBrowserTest("search > findings: of another object, and of a chain", async ({ page }) => {
  await page.goto("/inspect");
  await page.getByLabel("Open files").setInputFiles(
    ["rsa-1024-leaf", "expired-leaf"].map((name) =>
      new URL(`../fixtures/chain/${name}.pem`, import.meta.url).pathname
    ),
  );
  await page.getByRole("heading", { name: "objects found" }).waitFor();
  await page.keyboard.press("Control+k");
  await field(page).fill("expired");
  await options(page).filter({ hasText: /^Expired.*Finding in/ }).click();
  await page.getByRole("tab", { name: "Details", selected: true }).waitFor();
  await page.getByRole("heading", { name: "Findings" }).waitFor();

  await page.goto("/chain");
  await textbox(page, "Certificate").fill(chainText("expired-leaf"));
  const problem = page.locator("[data-finding]").filter({ hasText: /^Expired$/ });
  await problem.waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("heading", { level: 1 }).click();
  await page.keyboard.press("/");
  await field(page).fill("expired");
  await options(page).filter({ hasText: /^Expired.*On this page/ }).click();
  assert(await problem.evaluate((found) => found === document.activeElement));
});

fullBrowserTest("search > home's box: words, and never no objects", async ({ page }) => {
  await page.goto("/");
  const box = textbox(page, "Text to inspect");
  await box.fill("csr for shop.example.com");
  await page.getByRole("link", { name: "Create a CSR for shop.example.com" }).waitFor();
  await box.fill("zzz qqq");
  await page.getByText("We found nothing for this.").waitFor();
  await page.keyboard.press("Enter");
  await field(page).waitFor();
  assert.equal(await options(page).count(), 3);
  assert.equal(new URL(page.url()).pathname, "/");
  await page.keyboard.press("Escape");
  await box.fill("pfx");
  await button(page, "Find the tool").click();
  await suggests(page, /^PFX Converter/);
});

browserTest("search > is not in the popup", async ({ page }) => {
  await page.goto("/csr/popup");
  await textbox(page, "Common Name").waitFor();
  await page.getByRole("heading").first().click();
  for (const key of ["Control+k", "/", "?"]) await page.keyboard.press(key);
  assert.equal(await page.locator("dialog").count(), 0);
  assert.equal(await button(page, "Search").count(), 0);
});
