/** Inputs are passed from tool to tool only in memory, and can be taken once. */
import assert from "node:assert/strict";
import type { Page } from "playwright";
import * as TEXT from "../../core/texts.ts";
import { csrFixture } from "../fixtures/csr/index.ts";
import { matchFile } from "../fixtures/match/index.ts";
import { chainOf, p12, pem } from "../fixtures/pfx/index.ts";
import { findSecrets, keptByOrigin, keptInHistory } from "../support/traces.ts";
import { button, CHAIN_VERDICT, chooseKey, heading, startDownload, textbox } from "./locators.ts";
import { browserTest, fullBrowserTest } from "./support.ts";
import { HEADLINE } from "../support/headlines.ts";

const CHAIN = pem(...chainOf("p256", 3));
const KEY = pem("p256-key");

/** Headings of pages. */
const MATCHER = "Certificate Key Matcher";
const CONVERTER = "PFX Converter";

const password = (page: Page) => page.getByLabel("Password", { exact: true });
const value = (page: Page, name: string) => textbox(page, name).inputValue();

/**
 * Waits until a field of the next page holds the text; the page before stays visible until then.
 */
async function holds(page: Page, heading: string, name: string, text: string): Promise<void> {
  await page.getByRole("heading", { level: 1, name: heading }).waitFor();
  await page.waitForFunction(
    ([name, text]) =>
      [...document.querySelectorAll("textarea")].some((area) =>
        area.labels?.[0]?.textContent === name && area.value === text
      ),
    [name, text],
  );
}

/** Follows a link to another tool. Neither its address nor any storage has the data. */
async function follow(page: Page, name: string, path: string): Promise<void> {
  await page.getByRole("link", { name, exact: true }).first().click();
  await page.waitForURL((url) => url.pathname === path);
  const { search, hash } = new URL(page.url());
  assert.equal(search + hash, "");
}

async function assertKeptNowhere(page: Page, texts: string[]): Promise<void> {
  const secrets = texts.map((text, index) => ({ name: `text ${index}`, text }));
  const kept = [...await keptByOrigin(page), ...await keptInHistory(page)];
  assert.deepEqual(findSecrets(secrets, kept), []);
}

browserTest("hand-over > generator to decoder, and on to the matcher", async ({ page }) => {
  const generate = async () => {
    await page.goto("/csr");
    await button(page, "Fill Example Data").click();
    await chooseKey(page, "ECC");
    await button(page, "Generate CSR").click();
    await heading(page, HEADLINE.csr_ready);
    const made = [await value(page, "CSR"), await value(page, "Private Key")];
    await startDownload(page, () => button(page, "Download private key").click());
    return made;
  };
  const [csr, key] = await generate();
  await follow(page, "Use this CSR in the decoder", "/csr-decoder");
  await heading(page, TEXT.csrValid);
  assert.equal(await value(page, "CSR"), csr);
  await follow(page, "Check the match with a key", "/match");
  await holds(page, MATCHER, "Certificate", csr);
  assert.equal(await value(page, "Private Key"), "");

  const [otherCsr, otherKey] = await generate();
  await follow(page, "Check the match", "/match");
  await heading(page, TEXT.matchRequest);
  assert.equal(await value(page, "Private Key"), otherKey);
  await follow(page, "Use this CSR in the decoder", "/csr-decoder");
  await heading(page, TEXT.csrValid);
  assert.equal(await value(page, "CSR"), otherCsr);
  await assertKeptNowhere(page, [csr, key, otherCsr, otherKey]);
});

fullBrowserTest("hand-over > matcher to PFX and back, and to the chain", async ({ page }) => {
  await page.goto("/match");
  await textbox(page, "Certificate").fill(CHAIN);
  await textbox(page, "Private Key").fill(KEY);
  await button(page, "Verify Match").click();
  await heading(page, TEXT.matchCertificate);
  await follow(page, "Make a PFX from these", "/pfx");
  await holds(page, CONVERTER, "Certificate", CHAIN);
  await holds(page, CONVERTER, "Private Key", KEY);
  await password(page).fill("secret");
  await button(page, "Convert").click();
  await heading(page, HEADLINE.pfx_ready);
  await follow(page, "Check the match", "/match");
  await heading(page, TEXT.matchCertificate);
  await follow(page, "Analyze the chain", "/chain");
  await heading(page, CHAIN_VERDICT);
  assert.equal(await value(page, "Certificate"), CHAIN);
  await assertKeptNowhere(page, [KEY, CHAIN]);
});

fullBrowserTest("hand-over > a pair that does not fit is offered no PFX", async ({ page }) => {
  await page.goto("/match");
  await textbox(page, "Certificate").fill(matchFile("rsa-certificate.pem"));
  await textbox(page, "Private Key").fill(KEY);
  await button(page, "Verify Match").click();
  await heading(page, TEXT.matchNot);
  assert.equal(await page.getByRole("link", { name: "Make a PFX from these" }).count(), 0);
});

fullBrowserTest("hand-over > chain to PFX, with and without its root, and to the matcher", async (
  { page },
) => {
  await page.goto("/chain");
  const analyze = async () => {
    await heading(page, "Chain Analyzer");
    await textbox(page, "Certificate").fill(CHAIN);
    await button(page, "Analyze Chain").click();
    await heading(page, CHAIN_VERDICT);
  };
  await analyze();
  await follow(page, "Make a PFX of this chain", "/pfx");
  await holds(page, CONVERTER, "Certificate", pem(...chainOf("p256", 3).slice(0, 2)));
  assert.equal(await value(page, "Private Key"), "");
  await page.goBack();
  await analyze();
  await follow(page, "Check the match with a key", "/match");
  await holds(page, MATCHER, "Certificate", pem(chainOf("p256", 3)[0]));
  await textbox(page, "Private Key").fill(KEY);
  await button(page, "Verify Match").click();
  await heading(page, TEXT.matchCertificate);
});

fullBrowserTest("hand-over > an opened PFX to the matcher and to the chain", async ({ page }) => {
  const open = async () => {
    await page.goto("/pfx");
    await page.getByRole("tab", { name: "PFX to PEM" }).click();
    await textbox(page, "PFX File").fill(p12("openssl-aes").toBase64());
    await password(page).fill("secret");
    await button(page, "Open PFX").click();
    await heading(page, HEADLINE.pfx_opened);
  };
  await open();
  await follow(page, "Check the match", "/match");
  await heading(page, TEXT.matchCertificate);
  const key = await value(page, "Private Key");
  assert.match(key, /^-----BEGIN PRIVATE KEY-----/);
  await open();
  await follow(page, "Analyze the chain", "/chain");
  await heading(page, CHAIN_VERDICT);
  await assertKeptNowhere(page, [key]);
});

fullBrowserTest("hand-over > is taken once, and waits where it would be sent", async (test) => {
  const { page, requests } = test;
  await page.goto("/match");
  await page.getByLabel("Where it runs").selectOption("server");
  await page.goto("/csr-decoder");
  await textbox(page, "CSR").fill(csrFixture("p256-sha256"));
  await button(page, "Decode CSR").click();
  await heading(page, TEXT.csrValid);
  await follow(page, "Check the match with a key", "/match");
  await holds(page, MATCHER, "Certificate", csrFixture("p256-sha256"));
  await page.getByRole("banner").getByRole("link", { name: "Home" }).click();
  // The address changes first; the old page stays until the next one is there.
  await heading(page, "Certificates, without the upload.");
  await page.goBack();
  await textbox(page, "Certificate").waitFor();
  assert.equal(await value(page, "Certificate"), "", "it is not there a second time");

  await page.goto("/pfx");
  await textbox(page, "Certificate").fill(CHAIN);
  await textbox(page, "Private Key").fill(KEY);
  await password(page).fill("secret");
  await button(page, "Convert").click();
  await heading(page, HEADLINE.pfx_ready);
  await follow(page, "Check the match", "/match");
  await holds(page, MATCHER, "Private Key", KEY);
  assert.equal(await page.getByRole("dialog").count(), 0);
  assert.deepEqual(requests.filter((line) => line.startsWith("POST")), []);
});
