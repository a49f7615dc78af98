/**
 * Results without a click: after a paste, a file or a pause, quietly, and never during typing.
 */
import assert from "node:assert/strict";
import type { Page } from "playwright";
import * as TEXT from "../../core/texts.ts";
import { PAUSE } from "../../web/src/run/live.ts";
import { csrFixture } from "../fixtures/csr/index.ts";
import { matchFile } from "../fixtures/match/index.ts";
import { chainOf, p12, pem } from "../fixtures/pfx/index.ts";
import { button, CHAIN_VERDICT, copied, field, heading, textbox } from "./locators.ts";
import { browserTest, fullBrowserTest, holdRuns } from "./support.ts";
import { HEADLINE } from "../support/headlines.ts";

const CSR = csrFixture("p256-sha256");
const CERTIFICATE = matchFile("rsa-certificate.pem");
const KEY = matchFile("rsa-pkcs8-key.pem");
const ENCRYPTED = matchFile("rsa-pbes2-aes-256-cbc-key.pem");

/** Enters a text as a paste does: at once, with the input event of a paste. */
async function paste(page: Page, name: string, text: string): Promise<void> {
  await textbox(page, name).focus();
  await textbox(page, name).evaluate((area: HTMLTextAreaElement, text) => {
    area.setRangeText(text, 0, area.value.length, "end");
    area.dispatchEvent(new InputEvent("input", { bubbles: true, inputType: "insertFromPaste" }));
  }, text);
}

/** Lets this much time of the page's timers pass, and no more. */
const wait = (page: Page, milliseconds: number) => page.clock.runFor(milliseconds);
const stopClock = async (page: Page) => {
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
};

/** Records every announcement of the result from now on, and every button that gets disabled. */
function watch(page: Page): Promise<void> {
  return page.evaluate(() => {
    const seen = Object.assign(globalThis, { said: [] as string[], disabled: [] as string[] });
    const status = document.querySelector("section[aria-label=Result] [role=status]")!;
    new MutationObserver(() => {
      if (status.textContent) seen.said.push(status.textContent);
    }).observe(status, { childList: true, characterData: true, subtree: true });
    new MutationObserver((changes) => {
      for (const { target } of changes) {
        if ((target as HTMLButtonElement).disabled) seen.disabled.push(target.textContent!);
      }
    }).observe(document, { attributeFilter: ["disabled"], subtree: true });
  });
}

interface Seen {
  said: string[];
  disabled: string[];
}

const seen = (page: Page) =>
  page.evaluate(() => {
    const { said, disabled } = globalThis as unknown as Seen;
    return { said: said.splice(0), disabled: disabled.splice(0) };
  });
const isFocused = (page: Page, name: string) =>
  textbox(page, name).evaluate((element) => element === document.activeElement);

browserTest("live > a CSR: pasted, typed, unfinished, something else", async ({ page }) => {
  await stopClock(page);
  await page.goto("/csr-decoder");
  await watch(page);
  await paste(page, "CSR", CSR);
  await heading(page, TEXT.csrValid);
  assert(await isFocused(page, "CSR"));
  assert.deepEqual(await seen(page), { said: [TEXT.csrValid], disabled: [] });

  // The verdict goes with the first changed character; unfinished text is not judged.
  await page.keyboard.press("Control+End");
  await page.keyboard.press("Backspace");
  await page.keyboard.press("Backspace");
  await heading(page, "Out of date");
  assert.equal(await page.getByRole("heading", { name: TEXT.csrValid }).count(), 0);
  await wait(page, 2 * PAUSE);
  assert.deepEqual((await seen(page)).said, ["Out of date"]);
  assert.equal(await textbox(page, "CSR").getAttribute("aria-invalid"), "false");

  // Typed: after the pause and not before it, also where a paste before it inserted no text.
  await textbox(page, "CSR").evaluate((area) =>
    area.dispatchEvent(new ClipboardEvent("paste", { bubbles: true, cancelable: true }))
  );
  await textbox(page, "CSR").fill(csrFixture("tampered-rsa-signature"));
  await wait(page, PAUSE - 50);
  assert.equal(await page.getByRole("heading", { name: TEXT.csrSignatureFailed }).count(), 0);
  await wait(page, 50);
  await heading(page, TEXT.csrSignatureFailed);
  assert.deepEqual(await seen(page), { said: [TEXT.csrSignatureFailed], disabled: [] });

  // Text that is clearly something else is reported, without an interruption.
  await paste(page, "CSR", CERTIFICATE);
  await page.getByText("THIS IS A CERTIFICATE, NOT A CSR").first().waitFor();
  assert.equal(await page.getByRole("alert").count(), 0);
  assert(await isFocused(page, "CSR"));
  assert.deepEqual((await seen(page)).disabled, []);

  // The button keeps working, and entering the same text again brings its result again.
  await button(page, "Clear").click();
  await paste(page, "CSR", CERTIFICATE);
  await page.getByText("THIS IS A CERTIFICATE, NOT A CSR").first().waitFor();
  await button(page, "Decode CSR").click();
  await page.getByRole("alert").filter({ hasText: "THIS IS A CERTIFICATE, NOT A CSR" }).waitFor();
});

fullBrowserTest(
  "live > a pair, an encrypted key, a chain, a PFX file",
  async ({ page, requests }) => {
    await page.goto("/match");
    await watch(page);
    await paste(page, "Certificate", CERTIFICATE);
    await paste(page, "Private Key", KEY);
    await heading(page, TEXT.matchCertificate);
    assert(await isFocused(page, "Private Key"));
    const { said, disabled } = await seen(page);
    assert.deepEqual(said, [TEXT.matchCertificate]);
    assert.deepEqual(disabled, []);
    // A passphrase starts nothing by itself; the button does.
    await paste(page, "Private Key", ENCRYPTED);
    await stopClock(page);
    await field(page, "Passphrase").fill("correct horse");
    await wait(page, 2 * PAUSE);
    await heading(page, "Out of date");
    assert.equal(await page.getByText(TEXT.passphraseRequired).count(), 0);
    await button(page, "Verify Match").click();
    await heading(page, TEXT.matchCertificate);
    await page.clock.resume();

    await page.goto("/chain");
    await paste(page, "Certificate", pem(...chainOf("p256", 3)));
    await heading(page, CHAIN_VERDICT);
    assert(await isFocused(page, "Certificate"));

    await page.goto("/pfx");
    await page.getByRole("tab", { name: "PFX to PEM" }).click();
    await paste(page, "PFX File", p12("openssl-aes").toBase64());
    await page.getByText("This file has a password").first().waitFor();
    assert(await isFocused(page, "PFX File"));
    assert.equal(await page.getByRole("alert").count(), 0);
    await field(page, "Password").fill("secret");
    await page.clock.fastForward(2 * PAUSE);
    assert.equal(await page.getByRole("heading", { name: HEADLINE.pfx_opened }).count(), 0);
    await page.keyboard.press("Enter");
    await heading(page, HEADLINE.pfx_opened);
    assert.deepEqual(requests.filter((line) => line.startsWith("POST")), []);
  },
);

browserTest("live > a click joins what is under way; a server waits for it", async (test) => {
  const { page, requests } = test;
  await page.goto("/match");
  await page.getByRole("button", { name: "Fill Example Data" }).waitFor();
  await textbox(page, "Certificate").fill(CERTIFICATE);
  // The worker is held back, so the run that the paste began is still under way at the click.
  const { isHeld, release } = await holdRuns(page);
  await paste(page, "Private Key", KEY);
  await button(page, "Verify Match").click();
  await button(page, "Verifying...").waitFor();
  await isHeld(1);
  assert.equal(await release(), 1);
  await heading(page, TEXT.matchCertificate);

  await page.getByLabel("Where it runs").selectOption({ label: "On the server" });
  await page.clock.install();
  await paste(page, "Private Key", matchFile("p256-pkcs8-key.pem"));
  await heading(page, "Out of date");
  await wait(page, 2 * PAUSE);
  assert.equal(await page.getByRole("heading", { name: TEXT.matchNot }).count(), 0);
  assert.equal(await page.getByRole("dialog").count(), 0);

  // A run on this device does not answer a click for the server.
  await page.getByLabel("Where it runs").selectOption({ label: "On this device" });
  await paste(page, "Private Key", matchFile("ed25519-pkcs8-key.pem"));
  await isHeld(2);
  await page.getByLabel("Where it runs").selectOption({ label: "On the server" });
  await button(page, "Verify Match").click();
  await page.getByRole("dialog").waitFor();
  assert.deepEqual(requests.filter((line) => line.startsWith("POST")), []);
});

fullBrowserTest("live > a result is copied and printed", async ({ page }) => {
  await page.goto("/csr-decoder");
  await paste(page, "CSR", CSR);
  await heading(page, TEXT.csrValid);
  assert.equal(JSON.parse(await copied(page, "JSON")).signatureValid, true);
  const markdown = await copied(page, "Markdown");
  assert.match(markdown, new RegExp(`^## ${TEXT.csrValid}\n\n`));
  assert.match(markdown, /\n- \*\*Key\*\*: EC P-256\n/);
  assert.doesNotMatch(markdown, /Copy|Decode CSR/);
  await page.emulateMedia({ media: "print" });
  assert(await page.getByRole("heading", { name: TEXT.csrValid }).isVisible());
  for (const hidden of ["textarea", "header nav", "footer", "button"]) {
    assert.equal(await page.locator(`${hidden}:visible`).count(), 0, hidden);
  }
  const pdf = await page.pdf({ format: "A4" });
  assert.equal(pdf.toString("latin1").match(/\/Type \/Page\b/g)?.length, 1);
}, { clipboard: true });
