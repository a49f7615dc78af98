/** "Make it work" in a real Chromium: a target, the folder as a ZIP, and a password that is shown once. */
import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { X509Certificate } from "node:crypto";
import { unzipSync } from "fflate";
import type { Page } from "playwright";
import { exampleCertificate, exampleIssuer, examplePrivateKey } from "../../core/examples.ts";
import { browserTest, fullBrowserTest } from "./support.ts";

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

fullBrowserTest("make it work > says what is missing, and writes the mail", async ({ page }) => {
  await match(page, exampleCertificate + exampleIssuer);
  await page.getByLabel("Name of the server").fill("shop.example.com");
  await make(page);
  await page.getByRole("heading", { name: /^No certificate here is valid for shop/ }).waitFor();
  await page.getByText(/Please add the name shop\.example\.com/).waitFor();
  assert.equal(await page.getByRole("button", { name: "Download folder (ZIP)" }).count(), 0);
});

const openFolder = (page: Page) =>
  page.getByText("Get the folder for nginx", { exact: false }).click();

fullBrowserTest(
  "make it work > a chain gets its key in place, an answer by mail needs none",
  async ({
    page,
    requests,
  }) => {
    await page.goto("/chain");
    const chain = exampleCertificate + exampleIssuer;
    await page.getByRole("textbox", { name: "Certificate", exact: true }).fill(chain);
    await openFolder(page);
    await page.getByLabel("Where it should work").selectOption("mail");
    await make(page);
    await page.getByRole("heading", { name: /for an answer by mail is ready$/ }).waitFor();
    const { fingerprint256 } = new X509Certificate(exampleCertificate);
    await page.getByText(`SHA-256 fingerprint: ${fingerprint256}`, { exact: false }).waitFor();

    await page.getByLabel("Where it should work").selectOption("nginx");
    await make(page);
    await page.getByRole("heading", { name: /^The private key of www\.example\.com/ }).waitFor();
    await page.getByRole("textbox", { name: "Private Key", exact: true }).fill(examplePrivateKey);
    await make(page);
    await page.getByRole("heading", { name: /for nginx is ready$/ }).waitFor();
    await page.getByText("Check the server after you install it").click();
    await page.getByRole("textbox", { name: "Answer of openssl s_client" }).fill(
      `CONNECTED(00000003)\n---\n${exampleCertificate}---\nDONE`,
    );
    await page.getByRole("button", { name: "Check the answer" }).click();
    await page.getByRole("heading", { name: "Works now", exact: true }).waitFor();
    for (const line of requests) assert.match(line, /^GET [^?]+$/);

    // The key is cleared when the user leaves.
    await page.evaluate(() => dispatchEvent(new PageTransitionEvent("pagehide")));
    assert.equal(
      await page.getByRole("textbox", { name: "Private Key", exact: true }).inputValue(),
      "",
    );
    await page.getByRole("heading", { name: /for nginx is ready$/ }).waitFor({ state: "detached" });
  },
);

fullBrowserTest("make it work > a PFX that was just made becomes a folder", async ({ page }) => {
  await page.goto("/pfx");
  await page.getByRole("button", { name: "Fill Example Data" }).click();
  await page.getByLabel("Password", { exact: true }).fill("Harbor-Light-26");
  await page.getByRole("button", { name: "Convert", exact: true }).click();
  await openFolder(page);
  await make(page);
  await page.getByRole("heading", { name: /for nginx is ready$/ }).waitFor();
  // Our server reads port 443 only, so a mail server is checked by its own line.
  await page.getByLabel("Where it should work").selectOption("postfix");
  await make(page);
  await page.getByText("-starttls smtp").waitFor();
  await page.getByText("Check the server after you install it").click();
  const answer = page.getByRole("textbox", { name: "Answer of openssl s_client" });
  await answer.waitFor();
  assert.equal(await page.getByLabel("Host to check").count(), 0);
  await answer.fill("connect:errno=111");
  await page.getByRole("button", { name: "Check the answer" }).click();
  await page.getByRole("heading", { name: "The host refused the connection" }).waitFor();
});

fullBrowserTest("make it work > all files of the inspector become a folder in three steps", async ({
  page,
}) => {
  const files = Object.entries({
    "x.crt": exampleCertificate,
    "y.pem": exampleIssuer,
    "1.key": examplePrivateKey,
  }).map(([name, text]) => ({ name, mimeType: "text/plain", buffer: Buffer.from(text) }));
  await page.addInitScript(() => Reflect.deleteProperty(globalThis, "showSaveFilePicker"));
  await page.goto("/inspect");
  await page.locator("input[type=file]").first().setInputFiles(files);
  // One press makes the folder, and the next one saves it.
  for (const target of ["nginx", "IIS"]) {
    const button = page.getByRole("button", { name: `Folder for ${target}` });
    await button.press("Enter");
    const title = new RegExp(`^The folder of www\\.example\\.com for ${target}`);
    await page.getByRole("heading", { name: title }).waitFor();
    const saved = page.waitForEvent("download");
    await page.getByRole("button", { name: "Download folder (ZIP)" }).press("Enter");
    await saved;
  }
  await page.getByRole("tab", { name: "Details" }).click();
  await page.getByRole("heading", { name: "With OpenSSL" }).waitFor();
  // The details of the certificate do not offer it again.
  assert.equal(await page.getByText("Get the folder for nginx", { exact: false }).count(), 1);
});
