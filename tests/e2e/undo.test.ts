/** Reset and Clear can be undone for ten seconds, and secrets are gone at once. */
import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import type { Page } from "playwright";
import { csrDecodeExample } from "../../core/csr/examples.ts";
import * as TEXT from "../../core/texts.ts";
import { EXAMPLE_CHAIN } from "../fixtures/chain/example.ts";
import { matchFile } from "../fixtures/match/index.ts";
import {
  button,
  chainStatus,
  field,
  filled,
  filler,
  hasFocus,
  heading,
  textbox,
} from "./locators.ts";
import { browserTest, fullBrowserTest } from "./support.ts";
import { HEADLINE } from "../support/headlines.ts";

const CERTIFICATE = matchFile("rsa-certificate.pem");
const KEY = matchFile("rsa-pkcs8-key.pem");

const toast = (page: Page) => page.getByRole("status").filter({ hasText: /^Cleared/ });
const undo = (page: Page) => button(page, "Undo");

/** No field and no text of the page has it. */
async function assertGone(page: Page, secret: string): Promise<void> {
  const found = await page.evaluate((secret) =>
    document.body.innerText.includes(secret) ||
    [...document.querySelectorAll<HTMLInputElement>("input, textarea")].some(({ value }) =>
      value.includes(secret)
    ), secret);
  assert(!found);
}

browserTest("undo > brings back a CSR and its result", async ({ page }) => {
  await page.goto("/csr-decoder");
  await textbox(page, "CSR").fill(csrDecodeExample.csr!);
  await heading(page, TEXT.csrValid);
  await button(page, "Clear").click();
  await toast(page).waitFor();
  assert.equal(await textbox(page, "CSR").inputValue(), "");
  await undo(page).click();
  await heading(page, TEXT.csrValid);
  assert.equal(await textbox(page, "CSR").inputValue(), csrDecodeExample.csr!);
  assert.equal(await toast(page).count(), 0);
  // The focus is not lost with the button.
  await hasFocus(textbox(page, "CSR"));
});

fullBrowserTest("undo > by keyboard, brings back a chain, its settings and its result", async (
  { page },
) => {
  await page.goto("/chain");
  await textbox(page, "Certificate").fill(EXAMPLE_CHAIN);
  await page.getByText("Check for this host name").click();
  await textbox(page, "Host name").fill("www.example.com");
  await button(page, "Analyze Chain").click();
  await chainStatus(page, "VALID").waitFor();
  await button(page, "Reset").focus();
  await page.keyboard.press("Enter");
  await toast(page).getByText("Ctrl Z").waitFor();
  await heading(page, "The chain will appear here");
  await page.keyboard.press("Control+z");
  await chainStatus(page, "VALID").waitFor();
  assert.equal(await textbox(page, "Certificate").inputValue(), EXAMPLE_CHAIN);
  assert.equal(await textbox(page, "Host name").inputValue(), "www.example.com");
});

fullBrowserTest("undo > brings back the certificate and not the key", async ({ page }) => {
  await page.goto("/match");
  await textbox(page, "Certificate").fill(CERTIFICATE);
  await textbox(page, "Private Key").fill(KEY);
  await heading(page, TEXT.matchCertificate);
  await button(page, "Reset").click();
  await toast(page).getByText("The private key is gone").waitFor();
  await undo(page).click();
  await filled(page, "Certificate");
  assert.equal(await textbox(page, "Certificate").inputValue(), CERTIFICATE);
  assert.equal(await textbox(page, "Private Key").inputValue(), "");
  assert.equal(await page.getByRole("heading", { name: TEXT.matchCertificate }).count(), 0);
});

browserTest("undo > leaves out a key that was pasted into another field", async ({ page }) => {
  await page.goto("/chain");
  await textbox(page, "Certificate").fill(`${CERTIFICATE}${KEY}`);
  await page.getByText("Check for this host name").click();
  await textbox(page, "Host name").fill("www.example.com");
  await button(page, "Reset").click();
  await toast(page).getByText("The private key is gone").waitFor();
  await undo(page).click();
  await filled(page, "Host name");
  assert.equal(await textbox(page, "Certificate").inputValue(), "");
});

fullBrowserTest("undo > on the PFX page, brings back what is public", async ({ page }) => {
  await page.goto("/pfx");
  await button(page, "Fill Example Data").click();
  await filled(page, "Certificate");
  await field(page, "Encryption").selectOption("aes256-sha256");
  await textbox(page, "Friendly Name").fill("harbor");
  await button(page, "Convert").click();
  await heading(page, HEADLINE.pfx_ready);
  await button(page, "Reset").click();
  await toast(page).getByText("The private key, the password and the PFX file are gone").waitFor();
  await undo(page).click();
  await filled(page, "Certificate");
  assert.equal(await field(page, "Encryption").inputValue(), "aes256-sha256");
  assert.equal(await textbox(page, "Friendly Name").inputValue(), "harbor");
  assert.equal(await textbox(page, "Private Key").inputValue(), "");
  assert.equal(await field(page, "Password").inputValue(), "");
  assert.equal(await page.getByRole("heading", { name: HEADLINE.pfx_ready }).count(), 0);
  // A file with its password is nothing but secrets: the notice says so, and offers nothing.
  await page.getByRole("tab", { name: "PFX to PEM" }).click();
  await button(page, "Fill Example Data").click();
  await filled(page, "PFX File");
  await button(page, "Reset").click();
  await toast(page).getByText("The PFX file and the password are gone").waitFor();
  assert.equal(await undo(page).count(), 0);
});

fullBrowserTest(
  "undo > brings back CAA records, and the settings of passwords",
  async ({ page }) => {
    await page.goto("/caa");
    await button(page, "Fill Example Data").click();
    await button(page, "Generate").click();
    await button(page, "Copy All").waitFor();
    await button(page, "Reset").click();
    await undo(page).click();
    await button(page, "Copy All").waitFor();
    assert.equal(await textbox(page, "Domain").inputValue(), "example.com");
    await page.goto("/password");
    const password = page.getByLabel("Result").locator("code").first();
    await password.waitFor();
    const secret = await password.innerText();
    await field(page, "Password Length").fill("40");
    await button(page, "Reset").click();
    await toast(page).getByText("The passwords are gone").waitFor();
    assert.equal(await field(page, "Password Length").inputValue(), "16");
    await undo(page).click();
    assert.equal(await field(page, "Password Length").inputValue(), "40");
    await assertGone(page, secret);
  },
);

fullBrowserTest("undo > in the inspector, brings back all public objects", async ({ page }) => {
  await page.goto("/inspect");
  await page.getByLabel("Open files").setInputFiles([
    { name: "a.pem", mimeType: "text/plain", buffer: Buffer.from(EXAMPLE_CHAIN) },
    { name: "b.pem", mimeType: "text/plain", buffer: Buffer.from(`${KEY}\n${CERTIFICATE}`) },
    { name: "c.key", mimeType: "text/plain", buffer: Buffer.from(KEY) },
  ]);
  const places = async () =>
    await page.getByRole("group", { name: "Objects" }).getByText(/^[abc]\.(pem|key)$/)
      .allInnerTexts();
  await button(page, "Clear").waitFor();
  const before = (await places()).toSorted();
  await button(page, "Clear").click();
  await toast(page).getByText("The private keys are gone; Undo brings back everything else")
    .waitFor();
  await undo(page).click();
  await button(page, "Clear").waitFor();
  const after = (await places()).toSorted();
  assert(before.includes("b.pem") && after.includes("a.pem") && after.includes("b.pem"));
  assert(!after.includes("c.key"));
  assert.equal(await page.getByText("Private key", { exact: true }).count(), 0);
  // Nothing that came back is secret, so all of it comes back again.
  await button(page, "Clear").click();
  await toast(page).getByText(/^Cleared\.(?! The)/).waitFor();
  await undo(page).click();
  await button(page, "Clear").waitFor();
  assert.deepEqual((await places()).toSorted(), after);
});

fullBrowserTest(
  "undo > is offered for ten seconds, and not after anything else",
  async ({ page }) => {
    await page.clock.install();
    await page.goto("/csr-decoder");
    const csr = textbox(page, "CSR");
    const clear = async () => {
      await csr.fill(csrDecodeExample.csr!);
      await button(page, "Clear").click();
      await undo(page).waitFor();
    };
    await clear();
    // The clock also goes on by itself, so this leaves it time.
    await page.clock.runFor(8_000);
    assert.equal(await undo(page).count(), 1);
    await page.clock.runFor(2_100);
    await undo(page).waitFor({ state: "detached" });
    // Entries that follow must not be replaced.
    await clear();
    await csr.pressSequentially("a");
    await undo(page).waitFor({ state: "detached" });
    await page.keyboard.press("Control+z");
    assert.notEqual(await csr.inputValue(), csrDecodeExample.csr!);
    // Nothing outlives the page, also if the browser keeps it for Back.
    await clear();
    await page.evaluate(() => dispatchEvent(new PageTransitionEvent("pagehide")));
    await undo(page).waitFor({ state: "detached" });
    await clear();
    await page.getByRole("link", { name: "API Documentation" }).click();
    await page.waitForURL("**/api/docs");
    await undo(page).waitFor({ state: "detached" });
    // Buttons make entries too.
    await page.goto("/csr-decoder");
    await clear();
    await button(page, "Fill Example Data").click();
    await heading(page, TEXT.csrValid);
    await undo(page).waitFor({ state: "detached" });
    // An empty page has nothing to bring back.
    await page.goto("/csr-decoder");
    await button(page, "Clear").click();
    await page.clock.runFor(1_000);
    assert.equal(await toast(page).count(), 0);
  },
);

fullBrowserTest("undo > is not offered after a button has filled a field or run the tool", async (
  { page },
) => {
  await page.goto("/match");
  await textbox(page, "Certificate").fill(CERTIFICATE);
  await textbox(page, "Private Key").fill(KEY);
  await heading(page, TEXT.matchCertificate);
  await button(page, "Reset").click();
  await undo(page).waitFor();
  await page.evaluate((text) => {
    Object.defineProperty(navigator.clipboard, "readText", { value: () => Promise.resolve(text) });
  }, EXAMPLE_CHAIN);
  await filler(page, "Paste", "Certificate").click();
  await filled(page, "Certificate");
  await undo(page).waitFor({ state: "detached" });
  // Undo would remove the passwords that follow.
  await page.goto("/password");
  const runs = [() => button(page, "Generate").click(), () => page.keyboard.press("Control+Enter")];
  for (const run of runs) {
    await field(page, "Password Length").fill("40");
    await button(page, "Reset").click();
    await undo(page).waitFor();
    await run();
    await undo(page).waitFor({ state: "detached" });
    await button(page, "Copy password 1").waitFor();
  }
});

fullBrowserTest("undo > survives a second press of Clear", async ({ page }) => {
  await page.goto("/csr-decoder");
  await textbox(page, "CSR").fill(csrDecodeExample.csr!);
  await heading(page, TEXT.csrValid);
  await button(page, "Clear").dblclick();
  await undo(page).waitFor();
  await button(page, "Clear").click();
  await undo(page).click();
  await heading(page, TEXT.csrValid);
  assert.equal(await textbox(page, "CSR").inputValue(), csrDecodeExample.csr!);
});
