/** Each tool without a pointer, from its address to the result and on to the next page. */
import assert from "node:assert/strict";
import { it } from "@std/testing/bdd";
import type { Locator, Page } from "playwright";
import * as TEXT from "../../core/texts.ts";
import { tools } from "../../web/src/tools/index.ts";
import { tool as inspector } from "../../web/src/tools/inspect/tool.ts";
import { csrFixture } from "../fixtures/csr/index.ts";
import { chainOf, p12, pem } from "../fixtures/pfx/index.ts";
import { button, field, heading, textbox } from "./locators.ts";
import { browserTest } from "./support.ts";
import { partOf } from "../support/matrix.ts";

const CSR = csrFixture("p256-sha256");
const CHAIN = pem(...chainOf("p256", 3));
const KEY = pem("p256-key");

const isFocused = (locator: Locator) =>
  locator.evaluateAll((elements) => elements.includes(document.activeElement as HTMLElement));

/** Presses Tab until the control has the focus. */
async function tabTo(page: Page, control: Locator, key = "Tab"): Promise<void> {
  for (let presses = 0; presses < 150; presses++) {
    if (await isFocused(control)) return;
    await page.keyboard.press(key);
  }
  assert.fail(`${control} is not reached by ${key}`);
}

async function enter(page: Page, name: string, text: string): Promise<void> {
  await tabTo(page, field(page, name));
  await page.keyboard.insertText(text);
}

async function press(page: Page, name: string): Promise<void> {
  await tabTo(page, button(page, name));
  await page.keyboard.press("Enter");
}

async function save(page: Page, name: string): Promise<string> {
  await tabTo(page, button(page, name));
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.keyboard.press("Enter"),
  ]);
  return download.suggestedFilename();
}

async function copy(page: Page, name: string): Promise<string> {
  await press(page, name);
  await button(page, "Copied!").first().waitFor();
  // The focus stays on the button.
  assert(await isFocused(button(page, "Copied!")));
  return await page.evaluate(() => navigator.clipboard.readText());
}

const run = (page: Page) => page.keyboard.press("Control+Enter");

async function enterSubject(page: Page): Promise<void> {
  await enter(page, "Common Name", "www.example.com");
  await enter(page, "Organization", "Harbor Light Ltd");
  await enter(page, "City", "Dover");
  await enter(page, "State/Province", "Kent");
  await enter(page, "Administrative E-mail", "ops@example.com");
}

const FLOWS: Record<string, { path: string; use(page: Page): Promise<void> }> = {
  "certificate generator": {
    path: "/certificate",
    async use(page) {
      await enter(page, "Name 1", "localhost");
      await run(page);
      await heading(page, "Certificate is ready");
      assert.match(await copy(page, "Copy private key"), /BEGIN PRIVATE KEY/);
      assert.equal(await save(page, "Download CA certificate"), "localhost_CA.crt");
      assert.equal(await save(page, "Download certificate"), "localhost.crt");
      assert.equal(await save(page, "Download private key"), "localhost.key");
    },
  },
  "CSR generator": {
    path: "/csr",
    async use(page) {
      await enterSubject(page);
      await tabTo(page, field(page, "Key Type"));
      await page.keyboard.press("E");
      await tabTo(page, field(page, "Curve"));
      await run(page);
      await heading(page, "CSR and private key are ready");
      assert.match(await copy(page, "Copy private key"), /BEGIN PRIVATE KEY/);
      assert.equal(await save(page, "Download private key"), "www.example.com.key.txt");
      assert.equal(await save(page, "Download CSR"), "www.example.com.csr.txt");
      await tabTo(page, page.getByRole("link", { name: "Use this CSR in the decoder" }));
      await page.keyboard.press("Enter");
      await heading(page, TEXT.csrValid);
      // The focus goes to the new page's content, not to its top.
      assert(await isFocused(page.getByRole("main")));
    },
  },
  "CSR popup": {
    path: "/csr/popup",
    async use(page) {
      await enterSubject(page);
      await run(page);
      await heading(page, "CSR and private key are ready");
      assert.match(await copy(page, "Copy CSR"), /BEGIN CERTIFICATE REQUEST/);
      await press(page, "Generate Another");
      await press(page, "Generate without it");
      await textbox(page, "Common Name").waitFor();
    },
  },
  "CSR decoder": {
    path: "/csr-decoder",
    async use(page) {
      await enter(page, "CSR", CSR);
      await press(page, "Decode CSR");
      await heading(page, TEXT.csrValid);
      assert.match(await copy(page, "Copy key fingerprint"), /^[0-9A-F:]+$/);
    },
  },
  "chain analyzer": {
    path: "/chain",
    async use(page) {
      await tabTo(page, page.getByRole("tab", { name: "Paste Certificate" }));
      await page.keyboard.press("ArrowRight");
      await textbox(page, "Domain").waitFor();
      await page.keyboard.press("ArrowLeft");
      await enter(page, "Certificate", CHAIN);
      await run(page);
      await heading(page, /^Chain status/);
      assert.match(await save(page, "Download PEM chain"), /_chain\.pem\.txt$/);
      await tabTo(page, page.getByLabel("With the root"));
      await page.keyboard.press("Space");
      assert(await page.getByLabel("With the root").isChecked());
    },
  },
  "matcher": {
    path: "/match",
    async use(page) {
      await enter(page, "Certificate", CHAIN);
      await enter(page, "Private Key", KEY);
      await run(page);
      await heading(page, TEXT.matchCertificate);
      await copy(page, "Copy serial number");
      await tabTo(page, button(page, "Reset"), "Shift+Tab");
      await page.keyboard.press("Enter");
      assert.equal(await textbox(page, "Private Key").inputValue(), "");
      assert(await isFocused(textbox(page, "Certificate")));
    },
  },
  "PFX converter": {
    path: "/pfx",
    async use(page) {
      await enter(page, "Certificate", CHAIN);
      await enter(page, "Private Key", KEY);
      await enter(page, "Password", "Kestrel-Quarry-71!");
      await tabTo(page, field(page, "Show password"));
      await page.keyboard.press("Space");
      assert.equal(await field(page, "Password").getAttribute("type"), "text");
      await tabTo(page, field(page, "Encryption"));
      await page.keyboard.press("A");
      assert.equal(await field(page, "Encryption").inputValue(), "aes256-sha256");
      await press(page, "Convert");
      await heading(page, "PFX file is ready");
      assert.equal(await save(page, "Download PFX"), "p256.example.com.pfx");
    },
  },
  "PFX opener": {
    path: "/pfx",
    async use(page) {
      await tabTo(page, page.getByRole("tab", { name: "PEM to PFX" }));
      await page.keyboard.press("ArrowRight");
      await enter(page, "PFX File", p12("openssl-aes").toBase64());
      await enter(page, "Password", "secret");
      await page.keyboard.press("Enter");
      await heading(page, "PFX file opened");
      assert.match(await copy(page, "Copy private key"), /BEGIN PRIVATE KEY/);
      assert.match(await save(page, "Download full chain"), /_fullchain\.pem\.txt$/);
    },
  },
  "CAA generator": {
    path: "/caa",
    async use(page) {
      await enter(page, "Domain", "example.com");
      await tabTo(page, field(page, "iodef"));
      await page.keyboard.press("Space");
      await enter(page, "IODEF E-mail", "security@example.com");
      await page.keyboard.press("Enter");
      await button(page, "Copy All").waitFor();
      assert.match(await copy(page, "Copy All"), /example\.com\. IN CAA 0 iodef/);
    },
  },
  "password generator": {
    path: "/password",
    async use(page) {
      await tabTo(page, field(page, "Password Length"));
      await page.keyboard.press("End");
      await tabTo(page, field(page, "Symbols"));
      await page.keyboard.press("Space");
      await tabTo(page, field(page, "Number of Passwords"));
      await page.keyboard.press("ArrowRight");
      await press(page, "Generate");
      await button(page, "Copy password 2").waitFor();
      assert.match(await copy(page, "Copy password 2"), /^[A-Za-z0-9]{128}$/);
      assert.match(await save(page, "Download passwords"), /^passwords-\d+\.txt$/);
    },
  },
  "inspector": {
    path: "/inspect",
    async use(page) {
      await enter(page, "Text to inspect", CHAIN + KEY);
      await run(page);
      await heading(page, "4 objects found");
      await tabTo(page, page.getByLabel("Order"));
      await page.keyboard.press("N");
      await tabTo(
        page,
        page.getByRole("group", { name: "Objects" }).getByRole("button", {
          name: /^p256\.example\.com/,
        }),
      );
      await page.keyboard.press("Enter");
      await button(page, "Verify the match").waitFor();
      await press(page, "Show the structure");
      await page.getByRole("tree", { name: "ASN.1 elements" }).waitFor();
      // The pressed button is gone.
      await page.waitForFunction(() => document.activeElement?.getAttribute("role") === "tree");
      await tabTo(page, button(page, "Verify the match"), "Shift+Tab");
      await page.keyboard.press("Enter");
      await heading(page, TEXT.matchCertificate);
    },
  },
};

it("keyboard > has a way through every tool", () => {
  const ways = Object.values(FLOWS).map(({ path }) => path);
  for (const { path } of [...tools, inspector]) {
    assert(ways.includes(path), `FLOWS in tests/e2e/keyboard.test.ts has no way through ${path}`);
  }
});

for (const [name, { path, use }] of partOf(Object.entries(FLOWS), 2)) {
  browserTest(`keyboard > ${name}`, async ({ page }) => {
    await page.goto(path);
    await use(page);
  }, { clipboard: true });
}

browserTest("keyboard > skip link, dropdown and theme", async ({ page }) => {
  await page.goto("/csr-decoder");
  await page.keyboard.press("Tab");
  assert(await isFocused(page.getByRole("link", { name: "Skip to content" })));
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  const inMain = await page.evaluate(() => Boolean(document.activeElement?.closest("main")));
  assert(inMain, "the next control is the content's first");

  await tabTo(page, button(page, "SSL Certificate Tools"), "Shift+Tab");
  const tools = button(page, "SSL Certificate Tools");
  await page.keyboard.press("Enter");
  assert.equal(await tools.getAttribute("aria-expanded"), "true");
  await page.keyboard.press("Escape");
  assert.equal(await tools.getAttribute("aria-expanded"), "false");
  assert(await isFocused(tools));
  await page.keyboard.press("ArrowDown");
  await tabTo(page, page.getByRole("link", { name: "CSR Generator" }), "ArrowDown");
  await tabTo(page, page.getByRole("link", { name: "Chain Analyzer" }), "ArrowDown");
  await page.keyboard.press("Enter");
  await page.waitForURL("**/chain");

  await tabTo(page, field(page, "Theme"));
  await page.keyboard.press("D");
  assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), "dark");
});

browserTest("keyboard > the menu of a phone", async ({ page }) => {
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
  await enter(page, "Certificate", CHAIN);
  await enter(page, "Private Key", KEY);
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
