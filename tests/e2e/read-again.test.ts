/** The second reader on the pages that show a certificate or CSR, in a real Chromium. */
import assert from "node:assert/strict";
import type { Page } from "playwright";
import { LIBRARY } from "../../core/certificate/second-reader.ts";
import { certificateText } from "../fixtures/certificates/index.ts";
import { csrFixtures } from "../fixtures/csr/index.ts";
import { button, openTab, section, textbox } from "./locators.ts";
import { browserTest, fullBrowserTest } from "./support.ts";

const NAME = `${LIBRARY.name} ${LIBRARY.version}`;
const fold = (page: Page) => page.getByText("Read again with another library", { exact: true });
const said = (page: Page, text: RegExp) => page.getByRole("status").getByText(text).waitFor();

browserTest(
  "read again > on request, a line says that all fields agree",
  async ({ page, requests }) => {
    await page.goto("/chain");
    await textbox(page, "Certificate").fill(certificateText("every-extension"));
    const details = section(page, "Technical details");
    await details.waitFor();
    const loaded = () => requests.filter((line) => line.includes("worker-read-again"));
    assert.deepEqual(loaded(), []);
    await fold(page).click();
    await said(page, new RegExp(`^${NAME} reads the same in all 40 fields\\.$`));
    assert.equal(loaded().length, 1);
    assert.equal(await details.getByRole("listitem").count(), 0);
    assert.deepEqual(requests.filter((line) => !line.startsWith("GET")), []);
    // A new certificate begins folded.
    await textbox(page, "Certificate").fill(certificateText("serial-lowest"));
    await button(page, "Analyze Chain").click();
    await page.getByText(`${NAME} reads`).waitFor({ state: "detached" });
    await fold(page).click();
    await said(
      page,
      new RegExp(`^${NAME} reads 1 field differently, and the same in \\d+ fields\\.`),
    );
    const row = details.getByRole("listitem").filter({ hasText: "Differs" });
    const shown = await row.innerText();
    assert.match(shown, /Serial number[^]*We read\s*-8000\s*The library reads\s*8000/);
    assert.match(shown, /Our reading is right: .*X\.690, 8\.3\.3/);
  },
);

fullBrowserTest(
  "read again > of a CSR, with a field that the library does not read",
  async ({ page }) => {
    await page.goto("/csr-decoder");
    const { input } = csrFixtures.find(({ name }) => name === "name-visible-string")!;
    await textbox(page, "CSR").fill(input.csr);
    await fold(page).click();
    await said(page, /It does not read 1 field completely\.$/);
    const row = page.getByRole("listitem").filter({ hasText: "Not compared" });
    assert.match(await row.innerText(), /Subject[^]*visible\.example[^]*commonName=\(not read\)/);
  },
);

fullBrowserTest("read again > of an object in the inspector", async ({ page }) => {
  await page.goto("/inspect");
  const file = new URL("../fixtures/certificates/issuer-broken.pem", import.meta.url).pathname;
  await page.getByLabel("Open files").setInputFiles(file);
  await openTab(page, "Details");
  await fold(page).click();
  await said(page, new RegExp(`^${NAME} does not read this certificate\\.`));
});

fullBrowserTest("read again > says why it did not read", async ({ page }) => {
  await page.goto("/chain");
  await textbox(page, "Certificate").fill(certificateText("san-10000"));
  await fold(page).click();
  const failure = page.getByRole("alert").filter({ hasText: "It was not read again" });
  await failure.getByText("The second reader takes at most 131,072", { exact: false }).waitFor();
  // The certificate stays as large as it is.
  assert.equal(await failure.getByRole("button", { name: "Try again" }).count(), 0);
});

fullBrowserTest("read again > works offline", async ({ page, context }) => {
  await page.goto("/chain");
  await context.setOffline(true);
  await textbox(page, "Certificate").fill(certificateText("every-extension"));
  await fold(page).click();
  await said(page, /reads the same in all/);
}, { installed: true });
