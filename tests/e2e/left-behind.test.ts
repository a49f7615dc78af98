/** A page loses its secrets when the user leaves it, even if the browser keeps it for Back. */
import assert from "node:assert/strict";
import type { Page } from "playwright";
import * as TEXT from "../../core/texts.ts";
import { matchFile } from "../fixtures/match/index.ts";
import { findSecrets, type Secret } from "../support/traces.ts";
import {
  button,
  chooseKey,
  generatePasswords,
  heading,
  openFormats,
  section,
  startDownload,
  textbox,
} from "./locators.ts";
import { browserTest, fullBrowserTest } from "./support.ts";
import { partOf } from "../support/matrix.ts";
import { HEADLINE } from "../support/headlines.ts";

const CERTIFICATE = matchFile("rsa-certificate.pem");
const KEY = matchFile("rsa-pkcs8-key.pem");
const ENCRYPTED = matchFile("rsa-pbes2-aes-256-cbc-key.pem");
const PASSPHRASE = "correct horse";
const OWN = "Kestrel-Quarry-71!";

const password = (page: Page) => page.getByLabel("Password", { exact: true });
const key = { name: "the key", text: KEY };
const own = { name: "the password", text: OWN };

async function generated(page: Page): Promise<Secret[]> {
  await button(page, "Generate CSR").click();
  await heading(page, HEADLINE.csr_ready);
  return [{ name: "the key", text: await textbox(page, "Private Key").inputValue() }];
}

/**
 * For each page a flow that brings secrets onto it; returns what must be gone after the page is
 * left.
 */
const PAGES: Record<string, { path: string; use(page: Page): Promise<Secret[]> }> = {
  "CSR generator": {
    path: "/csr",
    async use(page) {
      await button(page, "Fill Example Data").click();
      await chooseKey(page, "ECC");
      return await generated(page);
    },
  },
  "CSR popup": {
    path: "/csr/popup",
    async use(page) {
      for (const name of ["Organization", "City", "State/Province"]) {
        await textbox(page, name).fill("Harbor");
      }
      await textbox(page, "Common Name").fill("www.example.com");
      await textbox(page, "Administrative E-mail").fill("jo@example.com");
      return await generated(page);
    },
  },
  "matcher": {
    path: "/match",
    async use(page) {
      await textbox(page, "Certificate").fill(CERTIFICATE);
      await textbox(page, "Private Key").fill(ENCRYPTED);
      await page.getByLabel("Passphrase", { exact: true }).fill(PASSPHRASE);
      await button(page, "Verify Match").click();
      await heading(page, TEXT.matchCertificate);
      return [{ name: "the key", text: ENCRYPTED }, { name: "passphrase", text: PASSPHRASE }];
    },
  },
  "PFX converter": {
    path: "/pfx",
    async use(page) {
      await textbox(page, "Certificate").fill(CERTIFICATE);
      await textbox(page, "Private Key").fill(KEY);
      await password(page).fill(OWN);
      await page.getByLabel("Show password").check();
      await button(page, "Convert").click();
      await heading(page, HEADLINE.pfx_ready);
      return [key, own];
    },
  },
  "PFX opener": {
    path: "/pfx",
    async use(page) {
      await page.getByRole("tab", { name: "PFX to PEM" }).click();
      await button(page, "Fill Example Data").click();
      const file = await textbox(page, "PFX File").inputValue();
      await button(page, "Open PFX").click();
      await heading(page, HEADLINE.pfx_opened);
      assert.notEqual(await password(page).inputValue(), "");
      return [{ name: "the file", text: file }];
    },
  },
  "password generator": {
    path: "/password",
    async use(page) {
      const [text] = await generatePasswords(page);
      return [{ name: "the password", text }];
    },
  },
  "inspector": {
    path: "/inspect",
    async use(page) {
      await textbox(page, "Text to inspect").fill(KEY + ENCRYPTED);
      await button(page, "Inspect").click();
      await heading(page, /objects found$/);
      await password(page).fill(OWN);
      await textbox(page, "Text to inspect").fill(KEY);
      await page.getByRole("group", { name: "Objects" })
        .getByRole("button", { name: /private key/i }).first().click();
      await openFormats(page);
      await page.getByLabel("Format", { exact: true })
        .selectOption({ label: "Private key, PKCS#8 encrypted" });
      await page.getByLabel("New passphrase", { exact: true }).fill(PASSPHRASE);
      return [key, own, { name: "the passphrase", text: PASSPHRASE }];
    },
  },
  "home page": {
    path: "/",
    async use(page) {
      await textbox(page, "Text to inspect").fill(KEY);
      return [key];
    },
  },
  "API documentation": {
    path: "/api/docs",
    async use(page) {
      const part = section(page, "POST /api/csr/generate");
      await part.getByText("Fields, request and answer").click();
      await part.getByText("Try it").click();
      await button(page, "Send to /api/csr/generate").click();
      const answer = part.getByRole("status");
      await answer.getByText("200", { exact: true }).waitFor();
      const [, text] = /"privateKey": "([^"]+)"/.exec(await answer.innerText())!;
      await part.getByLabel("Request body").fill(JSON.stringify({ commonName: OWN }));
      return [own, { name: "the key", text: text.replaceAll("\\n", "\n") }];
    },
  },
};

/**
 * Everything in the document, shown or not. With `isPutAway` it is read in the moment in which the
 * page is put away, because a page that is kept for Back runs no further task.
 */
const contentOf = (page: Page, isPutAway = false) =>
  page.evaluate(async (isPutAway) => {
    if (isPutAway) dispatchEvent(new PageTransitionEvent("pagehide"));
    await new Promise<void>((resolve) => queueMicrotask(resolve));
    return [...document.querySelectorAll("input, textarea")]
      .map((control) => (control as HTMLInputElement).value)
      .concat(document.documentElement.outerHTML, document.documentElement.innerText).join("\n");
  }, isPutAway);

async function assertForgotten(page: Page, secrets: Secret[], isPutAway = false): Promise<void> {
  const content = await contentOf(page, isPutAway);
  assert.deepEqual(findSecrets(secrets, [{ place: "the page", content }]), []);
}

for (const [name, { path, use }] of partOf(Object.entries(PAGES), 8)) {
  browserTest(
    `left behind > ${name}: a page in the cache for Back has no secret`,
    async ({ page }) => {
      await page.goto(path);
      const secrets = await use(page);
      const before = await contentOf(page);
      const found = findSecrets(secrets, [{ place: "the page", content: before }]);
      assert(found.length > 0, "it was there");
      // Fields that the browser may restore by itself.
      const open = await page.evaluate(() =>
        [...document.querySelectorAll<HTMLInputElement>("main input[type=password], main textarea")]
          .filter(({ autocomplete }) => autocomplete !== "off").map(({ id }) => id)
      );
      assert.deepEqual(open, []);
      await assertForgotten(page, secrets, true);
    },
  );
}

browserTest("left behind > no address of a saved file stays open", async ({ page }) => {
  await page.addInitScript(() => {
    const open = new Set<string>();
    const { createObjectURL, revokeObjectURL } = URL;
    URL.createObjectURL = (blob) => {
      const url = createObjectURL.call(URL, blob);
      open.add(url);
      return url;
    };
    URL.revokeObjectURL = (url) => {
      open.delete(url);
      revokeObjectURL.call(URL, url);
    };
    Object.assign(globalThis, { open_: open });
  });
  await page.goto("/csr");
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 1000);
  const count = () =>
    page.evaluate(() => (globalThis as unknown as { open_: Set<string> }).open_.size);
  await button(page, "Fill Example Data").click();
  await chooseKey(page, "ECC");
  await generated(page);
  const save = () => startDownload(page, () => button(page, "Download private key").click());
  await save();
  assert.equal(await count(), 1);
  await page.clock.runFor(1000);
  assert.equal(await count(), 0, "a moment later");
  await save();
  assert.equal(await count(), 1);
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent("pagehide")));
  assert.equal(await count(), 0, "when the page is left before that");
});

fullBrowserTest("left behind > Back finds a page without secrets", async ({ page }) => {
  page.on("dialog", (dialog) => dialog.accept());
  for (const { path, use } of Object.values(PAGES)) {
    await page.goto(path);
    const secrets = await use(page);
    await page.goto("/caa");
    await page.goBack();
    await page.waitForFunction(() => "ready" in document.documentElement.dataset);
    await assertForgotten(page, secrets);
  }
});
