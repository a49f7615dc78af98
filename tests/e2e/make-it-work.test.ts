/** "Make it work" in a real Chromium: a target, the folder as a ZIP, and a password that is shown once. */
import assert from "node:assert/strict";
import { unzipSync } from "fflate";
import type { Page } from "playwright";
import { exampleCertificate, exampleIssuer, examplePrivateKey } from "../../core/examples.ts";
import { browserTest } from "./support.ts";

async function match(page: Page, certificate: string): Promise<void> {
  await page.addInitScript(() => Reflect.deleteProperty(globalThis, "showSaveFilePicker"));
  await page.goto("/match");
  await page.getByRole("textbox", { name: "Certificate", exact: true }).fill(certificate);
  await page.getByRole("textbox", { name: "Private Key", exact: true }).fill(examplePrivateKey);
  await page.getByRole("button", { name: "Verify Match" }).click();
  await page.getByText("Get the folder for nginx", { exact: false }).click();
}

const make = (page: Page) => page.getByRole("button", { name: "Make the folder" }).click();

browserTest("make it work > gives the folder for IIS, with a password that is not in it", async ({
  page,
  requests,
}) => {
  await match(page, exampleCertificate + exampleIssuer);
  await page.getByLabel("Where it should work").selectOption("iis");
  await make(page);
  await page.getByRole("heading", { name: /^The folder of www\.example\.com for IIS/ }).waitFor();
  const password = await page.getByText(/^[A-Za-z0-9]{24}$/).innerText();
  const downloading = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download folder (ZIP)" }).click();
  const download = await downloading;
  assert.equal(download.suggestedFilename(), "www.example.com_iis.zip");
  const files = unzipSync(await Deno.readFile(await download.path()));
  const names = ["README.txt", "www.example.com.pfx", "www.example.com_root.pem"];
  assert.deepEqual(Object.keys(files).toSorted(), names);
  for (const bytes of Object.values(files)) {
    assert(!new TextDecoder("latin1").decode(bytes).includes(password));
  }
  for (const line of requests) assert.match(line, /^GET [^?]+$/);
  // Another target needs another folder, and the password is gone.
  await page.getByLabel("Where it should work").selectOption("nginx");
  assert.equal(await page.getByText(password).count(), 0);
});

browserTest("make it work > says what is missing, and writes the mail", async ({ page }) => {
  await match(page, exampleCertificate + exampleIssuer);
  await page.getByLabel("Name of the server").fill("shop.example.com");
  await make(page);
  await page.getByRole("heading", { name: /^No certificate here is valid for shop/ }).waitFor();
  await page.getByText(/Please add the name shop\.example\.com/).waitFor();
  assert.equal(await page.getByRole("button", { name: "Download folder (ZIP)" }).count(), 0);
});
