/** Pages send only the input that the operation reads, and no key without a confirmation. */
import assert from "node:assert/strict";
import type { Page } from "playwright";
import * as TEXT from "../../core/texts.ts";
import { csrFixture } from "../fixtures/csr/index.ts";
import { matchFile } from "../fixtures/match/index.ts";
import { button, CHAIN_VERDICT, field, heading, textbox } from "./locators.ts";
import { browserTest, fullBrowserTest } from "./support.ts";
import { partOf } from "../support/matrix.ts";

const CERTIFICATE = matchFile("rsa-certificate.pem");
const KEY = matchFile("rsa-pkcs8-key.pem");
const BARE_KEY = KEY.split("-----")[2];
const REQUEST = csrFixture("p256-sha256");
/** A line from the middle of the key. */
const PART = KEY.split("\n")[3];

/** The bodies of all that the page posts from now on. */
function bodiesOf(page: Page): string[] {
  const bodies: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST") bodies.push(request.postData() ?? "");
  });
  return bodies;
}

const onServer = (page: Page) => field(page, "Where it runs").selectOption("server");
/** A browser without WebCrypto, as on plain http: only the server can run the tool. */
const withoutCrypto = () => Object.defineProperty(Crypto.prototype, "subtle", { value: undefined });

for (const forced of partOf([false, true], 2)) {
  const how = forced ? "forced" : "chosen";

  const open = async (page: Page, path: string): Promise<string[]> => {
    if (forced) await page.addInitScript(withoutCrypto);
    await page.goto(path);
    if (!forced) await onServer(page);
    return bodiesOf(page);
  };

  browserTest(`sent > server ${how}: a key next to a certificate stays here`, async ({ page }) => {
    const bodies = await open(page, "/chain");
    await textbox(page, "Certificate").fill(`${CERTIFICATE}\nsecret: hunter2\n${KEY}`);
    await button(page, "Analyze Chain").click();
    await heading(page, CHAIN_VERDICT);
    assert.deepEqual(bodies.map((body) => JSON.parse(body)), [{ certificate: CERTIFICATE }]);
  });

  fullBrowserTest(`sent > server ${how}: a key next to a CSR stays here`, async ({ page }) => {
    const bodies = await open(page, "/csr-decoder");
    await textbox(page, "CSR").fill(KEY + REQUEST);
    await button(page, "Decode CSR").click();
    await heading(page, TEXT.csrValid);
    assert.equal(bodies.length, 1);
    assert(!bodies[0].includes(PART));
    assert.equal(JSON.parse(bodies[0]).csr.trim(), REQUEST.trim());
  });

  browserTest(`sent > server ${how}: a key in a field for something else`, async ({ page }) => {
    const bodies = await open(page, "/chain");
    for (const key of [KEY, BARE_KEY]) {
      await textbox(page, "Certificate").fill(key);
      await button(page, "Analyze Chain").click();
      await page.getByText("This is a private key, not a certificate").waitFor();
      await textbox(page, "Certificate").fill("");
    }
    await page.goto("/csr-decoder");
    if (!forced) await onServer(page);
    await textbox(page, "CSR").fill(KEY);
    await button(page, "Decode CSR").click();
    await page.getByText("THIS IS A PRIVATE KEY, NOT A CSR").last().waitFor();
    await page.goto("/caa");
    if (!forced) await onServer(page);
    await page.getByRole("tab", { name: "Check existing records" }).click();
    await textbox(page, "Existing Records").fill(`example.com. IN CAA 0 issue "a.example"\n${KEY}`);
    if (forced) {
      // Reading CAA records needs no cryptography, so it runs here, key and all.
      assert.deepEqual(bodies, []);
      return;
    }
    await button(page, "Check records").click();
    await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
    assert.deepEqual(bodies, []);
  });

  fullBrowserTest(`sent > server ${how}: empty fields are reported first`, async ({ page }) => {
    const bodies = await open(page, "/match");
    await textbox(page, "Private Key").fill(KEY);
    await page.keyboard.press("Control+Enter");
    await page.getByText(TEXT.pairRequired).first().waitFor();
    assert.equal(await page.getByRole("dialog").count(), 0);
    await page.goto("/pfx");
    if (!forced) await onServer(page);
    await textbox(page, "Private Key").fill(KEY);
    await page.keyboard.press("Control+Enter");
    await page.getByText(TEXT.pairRequired).first().waitFor();
    await button(page, "Convert").click();
    await page.getByText(TEXT.pairRequired).first().waitFor();
    assert.equal(await page.getByRole("dialog").count(), 0);
    await page.goto("/csr");
    if (!forced) await onServer(page);
    await button(page, "Generate CSR").click();
    await page.getByText(TEXT.commonNameRequired).waitFor();
    await page.getByText(TEXT.emailRequired).waitFor();
    assert.deepEqual(bodies, []);
  });

  fullBrowserTest(`sent > server ${how}: a key next to both halves of a pair`, async ({ page }) => {
    const bodies = await open(page, "/match");
    await textbox(page, "Certificate").fill(CERTIFICATE + matchFile("p256-pkcs8-key.pem"));
    await textbox(page, "Private Key").fill(KEY);
    await button(page, "Verify Match").click();
    await page.getByRole("dialog").getByRole("button", { name: "Send it" }).click();
    await heading(page, TEXT.matchCertificate);
    assert.equal(JSON.parse(bodies[0]).certificate, CERTIFICATE);
  });
}
