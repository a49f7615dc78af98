/**
 * A day of five people in one page that is never loaded again, offline from the middle on. Each
 * brings files and leaves with what was needed. Afterwards the browser holds nothing of it.
 */
import assert from "node:assert/strict";
import type { Locator, Page } from "playwright";
import * as TEXT from "../../core/texts.ts";
import { inFolder } from "../support/certificate-checks.ts";
import { needs, runProgram } from "../support/programs.ts";
import {
  findSecrets,
  keptByOrigin,
  keptElsewhere,
  keptInHistory,
  type Secret,
} from "../support/traces.ts";
import { MESSY_PASSWORD } from "../fixtures/inspect/index.ts";
import { certificateText } from "../fixtures/certificates/index.ts";
import {
  button,
  chooseKey,
  field,
  generatePasswords,
  heading,
  openTab,
  section,
  startDownload,
  textbox,
} from "./locators.ts";
import { browserTest } from "./support.ts";
import { HEADLINE } from "../support/headlines.ts";

const MESSY = new URL("../fixtures/inspect/messy", import.meta.url).pathname;
const PASSPHRASE = "Lantern-Orchard-58!";

/** The dropdowns of the tools that "SSL Certificate Tools" does not list; null for a link in the bar. */
const PLACES = new Map([["Inspector", null], ["Certificate Generator", "More tools"]]);

/** Goes to a tool by the menu. */
async function go(page: Page, tool: string): Promise<void> {
  const place = PLACES.get(tool);
  if (place !== null) await button(page, place ?? "SSL Certificate Tools").click();
  const link = page.getByRole("banner").getByRole("link", { name: tool });
  const path = await link.getAttribute("href");
  await link.click();
  await page.waitForURL((url) => url.pathname === path);
}

async function saved(
  page: Page,
  place: Page | Locator,
  name: string,
): Promise<Uint8Array<ArrayBuffer>> {
  const button = place.getByRole("button", { name, exact: true });
  const download = await startDownload(page, () => button.click());
  return await Deno.readFile((await download.path())!);
}
const text = (octets: Uint8Array) => new TextDecoder().decode(octets);

/** The output of openssl about files under these names. */
async function openssl(files: Record<string, string | Uint8Array>, ...args: string[]) {
  return await inFolder(async (folder) => {
    for (const [name, content] of Object.entries(files)) {
      const octets = typeof content === "string" ? new TextEncoder().encode(content) : content;
      await Deno.writeFile(`${folder}/${name}`, octets);
    }
    const placed = args.map((arg) => arg in files ? `${folder}/${arg}` : arg);
    const { code, stdout, stderr } = await runProgram("openssl", placed);
    assert.equal(code, 0, stderr);
    return stdout;
  });
}

browserTest("a day > of five people, offline from the middle on", async (test) => {
  const { page, context, requests } = test;
  const secrets: Secret[] = [{ name: "the passphrase", text: PASSPHRASE }];
  await page.goto("/");
  const began = await page.evaluate(() => performance.timeOrigin);

  // A web admin with a folder of files without useful names.
  await go(page, "Inspector");
  // The home page takes folders too, and is there until the inspector has loaded.
  await heading(page, "Your results will appear here");
  await page.getByLabel("Open folder").setInputFiles(MESSY);
  await heading(page, "13 objects found");
  await field(page, "Password").fill(MESSY_PASSWORD);
  await button(page, "Unlock").click();
  await heading(page, "15 objects found");
  await section(page, "Keys and certificates").locator("p").first()
    .evaluate((text) => {
      // A name of 253 characters breaks, and the page grows no wider.
      const long = text.cloneNode() as Element;
      long.textContent = "a".repeat(253);
      text.after(long);
      const { scrollWidth, clientWidth } = document.documentElement;
      long.remove();
      if (scrollWidth > clientWidth) throw new Error(`The page is ${scrollWidth} px wide`);
    });
  const beta = section(page, "Keys and certificates")
    .getByRole("listitem").filter({ hasText: "beta.example" });
  const bundle = text(await saved(page, beta, "Download full chain"));
  assert(bundle.split("BEGIN CERTIFICATE").length >= 3);
  assert.match(await openssl({ bundle }, "x509", "-in", "bundle", "-noout", "-subject"), /beta/);

  // A developer with a new CSR and the CA's answer.
  await go(page, "CSR Generator");
  await button(page, "Fill Example Data").click();
  await chooseKey(page, "ECC");
  await button(page, "Generate CSR").click();
  await heading(page, HEADLINE.csr_ready);
  const key = text(await saved(page, page, "Download private key"));
  secrets.push({ name: "the developer's key", text: key });
  const csr = await textbox(page, "CSR").inputValue();
  const answer = await openssl(
    { csr, key },
    ...["x509", "-req", "-in", "csr", "-signkey", "key", "-days", "90"],
  );
  await go(page, "Certificate Key Matcher");
  await textbox(page, "Certificate").fill(answer);
  await textbox(page, "Private Key").fill(key);
  await heading(page, TEXT.matchCertificate);

  await context.setOffline(true);
  const online = requests.length;

  // A security engineer with an odd certificate.
  await go(page, "Inspector");
  await button(page, "Clear").click();
  await heading(page, "Your results will appear here");
  const odd = certificateText("serial-negative");
  await textbox(page, "Text to inspect").fill(odd);
  await button(page, "Inspect").click();
  await openTab(page, "Details");
  const fields = section(page, "Every field");
  await fields.getByText("Serial number, decimal", { exact: true }).waitFor();
  const rules = section(page, "Findings");
  await rules.getByRole("region", { name: /errors?$/ }).getByText(/serial number/i).first()
    .waitFor();

  // A private PKI: a CA, a certificate below it, its key encrypted, the chain judged.
  await go(page, "Certificate Generator");
  await textbox(page, "Name 1").fill("build.internal.example");
  await button(page, "Generate certificate").click();
  await heading(page, HEADLINE.certificate_ready);
  const chain = text(await saved(page, page, "Download chain"));
  const authority = text(await saved(page, page, "Download CA certificate"));
  const own = text(await saved(page, page, "Download private key"));
  secrets.push({ name: "the server's key", text: own });
  // Without a copy of the CA's key, the page would ask before it is left.
  const caKey = text(await saved(page, page, "Download the CA's key"));
  secrets.push({ name: "the CA's key", text: caKey });
  assert.match(
    await openssl({ chain, authority }, "verify", "-CAfile", "authority", "chain"),
    /OK/,
  );
  await go(page, "PFX Converter");
  await textbox(page, "Certificate").fill(chain);
  await textbox(page, "Private Key").fill(own);
  await field(page, "Password").fill(PASSPHRASE);
  await button(page, "Convert").click();
  await heading(page, HEADLINE.pfx_ready);
  const pfx = await saved(page, page, "Download PFX");
  const opened = await openssl(
    { pfx },
    ...["pkcs12", "-in", "pfx", "-nodes", "-passin", `pass:${PASSPHRASE}`],
  );
  assert.match(opened, /BEGIN PRIVATE KEY/);

  // A site owner with CAA and passwords to set.
  await go(page, "CAA Generator");
  await field(page, "Domain").fill("harbor-light.example");
  await button(page, "Generate").click();
  await button(page, "Copy All").waitFor();
  const records = await section(page, "CAA records")
    .locator("pre").allTextContents();
  assert(
    records.includes('harbor-light.example. IN CAA 0 issue "sectigo.com"'),
    records.join("\n"),
  );
  await go(page, "Password Generator");
  const made = await generatePasswords(page);
  assert(made.length > 0);
  made.forEach((text) => secrets.push({ name: "a generated password", text }));

  assert.equal(
    await page.evaluate(() => performance.timeOrigin),
    began,
    "no page was loaded again",
  );
  assert.deepEqual(requests.slice(online).filter((line) => !line.startsWith("GET ")), []);
  const kept = [
    ...await keptByOrigin(page),
    ...await keptElsewhere(context),
    ...await keptInHistory(page),
  ];
  assert(kept.length > 0);
  assert.deepEqual(findSecrets(secrets, kept), []);
}, { installed: true, ...needs("openssl") });
