/** "Save as" on the pages of certificates and keys: other programs can read each file. */
import assert from "node:assert/strict";
import type { Page } from "playwright";
import { exampleCertificate, exampleIssuer, examplePrivateKey } from "../../core/examples.ts";
import { chainOf, p12, pem } from "../fixtures/pfx/index.ts";
import { needs, runProgram } from "../support/programs.ts";
import { button, heading, openFormats, startDownload, textbox } from "./locators.ts";
import { browserTest, fullBrowserTest } from "./support.ts";
import { HEADLINE } from "../support/headlines.ts";

interface Saved {
  name: string;
  bytes: Uint8Array;
}

async function saveAs(page: Page, form: string): Promise<Saved> {
  await page.getByLabel("Format", { exact: true }).selectOption({ label: form });
  const download = await startDownload(page, () => button(page, "Save file").click());
  const name = download.suggestedFilename();
  await page.getByText(`Saved as ${name}`).waitFor();
  return { name, bytes: await Deno.readFile((await download.path())!) };
}

const FORMS = (page: Page) =>
  page.getByLabel("Format", { exact: true }).getByRole("option").allInnerTexts();

async function openssl(args: string[], { bytes }: Saved): Promise<string> {
  const { code, stdout, stderr } = await runProgram("openssl", args, bytes);
  assert.equal(code, 0, stderr);
  return stdout;
}

fullBrowserTest("save as > a pair in every form, read by openssl", async ({ page }) => {
  await page.goto("/match");
  await textbox(page, "Certificate").fill(exampleCertificate + exampleIssuer);
  await textbox(page, "Private Key").fill(examplePrivateKey);
  await button(page, "Verify Match").click();
  await heading(page, "CERTIFICATE AND KEY MATCH");
  await openFormats(page);
  const spki = (await runProgram("openssl", ["pkey", "-pubout"], examplePrivateKey)).stdout;
  const names: string[] = [];
  const read = async (form: string, ...args: string[]) => {
    const saved = await saveAs(page, form);
    names.push(saved.name);
    return await openssl(args, saved);
  };
  assert.equal(await read("Certificate, PEM", "x509", "-noout", "-pubkey"), spki);
  assert.equal(
    await read("Certificate, DER", "x509", "-inform", "DER", "-noout", "-pubkey"),
    spki,
  );
  const bundle = await read("Chain, PKCS#7", "pkcs7", "-inform", "DER", "-print_certs", "-noout");
  assert.equal(bundle.match(/^subject/gm)?.length, 2);
  await read("Full chain, PEM", "x509", "-noout");
  assert.equal(await read("Private key, PKCS#8", "pkey", "-pubout"), spki);
  assert.equal(await read("Private key, PKCS#8 DER", "pkey", "-inform", "DER", "-pubout"), spki);
  assert.equal(await read("Private key, PKCS#1 or SEC 1", "ec", "-pubout"), spki);
  await page.getByLabel("Format", { exact: true })
    .selectOption({ label: "Private key, PKCS#8 encrypted" });
  await button(page, "Save file").click();
  await page.getByText("Please provide a new passphrase").waitFor();
  const passphrase = page.getByLabel("New passphrase", { exact: true });
  assert(await passphrase.evaluate((field) => field === document.activeElement));
  await passphrase.fill("long enough");
  assert.equal(
    await read(
      "Private key, PKCS#8 encrypted",
      "pkey",
      "-passin",
      "pass:long enough",
      "-pubout",
    ),
    spki,
  );
  assert.equal(await passphrase.inputValue(), "", "it is forgotten");
  assert.equal(await read("Public key, PEM", "pkey", "-pubin", "-pubout"), spki);
  const jwk = JSON.parse(
    new TextDecoder().decode((await saveAs(page, "Private key, JSON Web Key")).bytes),
  );
  assert.deepEqual([jwk.kty, jwk.crv], ["EC", "P-256"]);
  assert.deepEqual(names.slice(0, 5), [
    "www.example.com.crt.txt",
    "www.example.com.crt",
    "www.example.com.p7b",
    "www.example.com_chain.pem.txt",
    "www.example.com.key.txt",
  ]);
}, needs("openssl", "node"));

browserTest("save as > offers what there is: a chain without a key", async ({ page }) => {
  await page.goto("/chain");
  await textbox(page, "Certificate").fill(pem(...chainOf("p256", 3)));
  await button(page, "Analyze Chain").click();
  await openFormats(page);
  const forms = await FORMS(page);
  assert(forms.includes("Chain, PKCS#7"));
  assert.deepEqual(forms.filter((form) => form.startsWith("Private key")), []);
});

fullBrowserTest(
  "save as > keys of a PFX file, whose passphrase was given to the page",
  async (test) => {
    const { page } = test;
    await page.goto("/pfx");
    await page.getByRole("tab", { name: "PFX to PEM" }).click();
    await textbox(page, "PFX File").fill(p12("openssl-aes").toBase64());
    await page.getByLabel("Password", { exact: true }).fill("secret");
    await page.getByLabel("Key Format").selectOption("encrypted");
    await page.getByLabel("Key Passphrase", { exact: true }).fill("of the key");
    await button(page, "Open PFX").click();
    await heading(page, HEADLINE.pfx_opened);
    await openFormats(page);
    const saved = await saveAs(page, "Private key, PKCS#8");
    await openssl(["pkey", "-noout"], saved);
  },
  needs("openssl"),
);
