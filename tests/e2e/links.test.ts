/** Links with public objects: opened on this device, out of the address at once, and never in place of an entry. */
import assert from "node:assert/strict";
import { deflateRawSync } from "node:zlib";
import type { Page } from "playwright";
import { exampleCertificate, exampleIssuer } from "../../core/examples.ts";
import * as TEXT from "../../core/texts.ts";
import { encodeBase64Url } from "../../core/x509/pem/base64.ts";
import { csrFixture } from "../fixtures/csr/index.ts";
import { matchFile } from "../fixtures/match/index.ts";
import { button, CHAIN_VERDICT, heading, openTab, sentence, textbox } from "./locators.ts";
import { browserTest, fullBrowserTest } from "./support.ts";

const fragment = (text: string) => `#c=${encodeBase64Url(new Uint8Array(deflateRawSync(text)))}`;
const CHAIN = exampleCertificate + exampleIssuer;
const REQUEST = csrFixture("p256-sha256");
const KEY = matchFile("rsa-pkcs8-key.pem");

/** Chooses the server for the tools, as a user who did so in an earlier visit. */
const rememberServer = (page: Page) =>
  page.addInitScript(() => {
    for (const tool of ["chain", "csr-decoder", "caa"]) {
      localStorage.setItem(`ssl-tools:where:${tool}`, "server");
    }
    localStorage.setItem("ssl-tools:chain:complete", "always");
  });
const posts = (requests: readonly string[]) => requests.filter((one) => one.startsWith("POST"));

browserTest("links > each page fills its field and runs here", async ({ page, requests }) => {
  await rememberServer(page);
  await page.goto(`/chain${fragment(exampleCertificate)}`);
  await heading(page, /issuer|missing|root/i);
  assert.equal(await textbox(page, "Certificate").inputValue(), exampleCertificate);
  assert.equal(await page.getByLabel("Where it runs").inputValue(), "device");
  assert.equal(new URL(page.url()).hash, "");

  await page.goto(`/csr-decoder${fragment(REQUEST)}`);
  await heading(page, TEXT.csrValid);
  assert.equal(await page.getByLabel("Where it runs").inputValue(), "device");

  await page.goto(`/caa${fragment('shop.example. IN CAA 0 issue "sectigo.com"')}`);
  await page.getByRole("heading", { name: "What they mean" }).waitFor();
  assert.match(await textbox(page, "Existing Records").inputValue(), /^shop\.example\./);

  await page.goto(`/inspect${fragment(CHAIN + REQUEST)}`);
  await heading(page, /3 objects found$/);
  assert.deepEqual(posts(requests), [], "nothing is sent");
});

browserTest(
  "links > the address is clean before the page is drawn, and after Back",
  async (test) => {
    const { page } = test;
    await page.goto("/");
    await page.goto(`/csr-decoder${fragment(REQUEST)}`);
    await heading(page, TEXT.csrValid);
    const entries = await page.evaluate(() => [location.href, document.URL, history.length]);
    assert(!entries.join().includes("#c="));
    await page.goBack();
    await page.goForward();
    await page.getByRole("heading", { level: 1, name: "CSR Decoder" }).waitFor();
    assert.equal(new URL(page.url()).hash, "");
  },
);

fullBrowserTest("links > ask before they replace an entry", async ({ page }) => {
  await page.goto("/csr-decoder");
  const field = textbox(page, "CSR");
  await field.fill("mine");
  const follow = () => page.evaluate((hash) => void (location.hash = hash), fragment(REQUEST));
  await follow();
  await button(page, "Cancel").click();
  assert.equal(await field.inputValue(), "mine");
  await follow();
  await button(page, "Replace").click();
  await heading(page, TEXT.csrValid);
  assert.equal(await field.inputValue(), REQUEST);
});

browserTest("links > with a private key, or damaged, are refused", async ({ page, requests }) => {
  for (
    const [path, hash, said] of [
      ["/chain", fragment(KEY), /^This link holds a private key/],
      ["/inspect", fragment(CHAIN + KEY), /^This link holds a private key/],
      ["/csr-decoder", fragment("password: hunter2"), /^This link holds something other/],
      ["/chain", fragment(CHAIN).slice(0, -60), /^This link is damaged/],
      ["/chain", `#c=${"A".repeat(9000)}`, /8 kB/],
    ] as const
  ) {
    await page.goto("/");
    await page.goto(path + hash);
    await page.getByRole("status").filter({ hasText: said }).waitFor();
    assert.equal(await page.locator("textarea").first().inputValue(), "");
    assert.equal(new URL(page.url()).hash, "");
  }
  assert.deepEqual(posts(requests), []);
});

browserTest("links > are ignored in the popup", async ({ page }) => {
  await page.goto(`/csr/popup${fragment(REQUEST)}`);
  await textbox(page, "Common Name").waitFor();
  const values = await page.locator("input, textarea").evaluateAll((fields) =>
    fields.map((field) => (field as HTMLInputElement).value).join("")
  );
  assert(!values.includes("BEGIN") && !values.includes("example"));
});

fullBrowserTest("links > a remembered completion does not start by itself", async (test) => {
  const { page, requests } = test;
  await rememberServer(page);
  await page.goto(`/chain${fragment(exampleCertificate)}`);
  await page.getByRole("region", { name: "Result" }).getByRole("heading").first().waitFor();
  await page.waitForLoadState("networkidle");
  assert.deepEqual(posts(requests), []);
  // The press is the consent to what the page says.
  await page.getByLabel("Where it runs").selectOption("server");
  await button(page, "Analyze Chain").click();
  await heading(page, CHAIN_VERDICT);
  assert(posts(requests).length > 0);
});

fullBrowserTest("links > to a byte of an object", async ({ page }) => {
  await page.goto("/inspect");
  await textbox(page, "Text to inspect").fill(csrFixture("p256-sha256"));
  await button(page, "Inspect").click();
  await openTab(page, "Bytes");
  const tree = page.getByRole("tree", { name: "ASN.1 elements" });
  await tree.focus();
  for (let n = 0; n < 4; n++) await page.keyboard.press("ArrowDown");
  const chosen = await page.getByText(/^Byte [\d,]+: /).innerText();
  await page.evaluate(() => navigator.clipboard.writeText(""));
  await button(page, "Copy link to byte").click();
  await sentence(page, "Whoever has this link can read these names.").waitFor();
  const link = await page.waitForFunction(() => navigator.clipboard.readText());
  await page.goto("/");
  await page.goto(await link.jsonValue());
  await page.getByText(chosen, { exact: true }).waitFor();
  assert.equal(new URL(page.url()).hash, "");
}, { clipboard: true });
