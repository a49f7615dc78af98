/** The certificate generator, from its page to what is saved. */
import assert from "node:assert/strict";
import { createPrivateKey, X509Certificate } from "node:crypto";
import { strFromU8, unzipSync } from "fflate";
import type { Page } from "playwright";
import { type Kind, KINDS } from "../../core/certificate/contract.ts";
import { issuersOf } from "../../web/src/tools/certificate/form-values.ts";
import { CA, generated, REQUEST } from "../fixtures/certificate/generate.ts";
import {
  button,
  clickForNext,
  field,
  hasFocus,
  heading,
  section,
  startDownload,
  textbox,
} from "./locators.ts";
import { isFull } from "../support/matrix.ts";
import { browserTest, fullBrowserTest } from "./support.ts";
import { HEADLINE } from "../support/headlines.ts";

const READY = HEADLINE.certificate_ready;

async function generate(page: Page, ...names: string[]): Promise<void> {
  await textbox(page, "Name 1").fill(names.join(" "));
  await button(page, "Generate certificate").click();
  await heading(page, READY);
}

/** Saves the zip, and returns the texts in it by path. */
async function savedZip(
  page: Page,
  name: string,
  action = "Download all (ZIP)",
): Promise<Record<string, string>> {
  const download = await startDownload(page, () => button(page, action).click());
  assert.equal(download.suggestedFilename(), name);
  const files = unzipSync(await Deno.readFile(await download.path()));
  return Object.fromEntries(Object.entries(files).map(([path, bytes]) => [path, strFromU8(bytes)]));
}

const shown = async (page: Page, label: string) =>
  new X509Certificate(await textbox(page, label).inputValue());

browserTest("certificate > names in, one server certificate from a CA of its own out", async (
  { page, requests },
) => {
  await page.goto("/certificate");
  await generate(page, "localhost", "127.0.0.1");
  const [made, ca] = [await shown(page, "Certificate"), await shown(page, "CA certificate")];
  assert.equal(made.subjectAltName, "DNS:localhost, IP Address:127.0.0.1");
  assert(made.verify(ca.publicKey));
  assert(!made.ca && ca.ca);
  assert.match(await textbox(page, "Private key").inputValue(), /^-----BEGIN PRIVATE KEY-----\n/);
  assert.equal(await textbox(page, "CA private key").count(), 0, "it was not to be kept");
  // The command of this system is shown first.
  await page.getByText("sudo cp localhost_CA.crt /usr/local/share/ca-certificates/").waitFor();
  await page.getByText("Other systems and programs").click();
  await page.getByText("certutil -user -addstore Root localhost_CA.crt").waitFor();
  assert.deepEqual(requests.filter((line) => line.startsWith("POST")), []);
});

fullBrowserTest("certificate > a PFX file holds key and chain", async ({ page }) => {
  await page.goto("/certificate");
  await generate(page, "localhost");
  await page.getByRole("tab", { name: "IIS" }).click();
  await button(page, "Download .pfx").click();
  await page.getByText("Choose a password").waitFor();
  await field(page, "Password of the .pfx file").fill("correct horse");
  const download = await startDownload(page, () => button(page, "Download .pfx").click());
  assert.equal(download.suggestedFilename(), "localhost.pfx");
  // From now on the zip has it too.
  const names = Object.keys(await savedZip(page, "localhost.zip"));
  assert(names.includes("secret/localhost.pfx"), names.join());
});

browserTest("certificate > a CSR is signed by a CA that is given", async ({ page }) => {
  await page.goto("/certificate");
  await page.getByText("More options", { exact: true }).click();
  await field(page, "Signed by").selectOption("existing-ca");
  await textbox(page, "CA certificate").fill(CA.caCertificate);
  await textbox(page, "CA private key").fill(CA.caPrivateKey);
  await textbox(page, "CSR").fill(REQUEST);
  await button(page, "Generate certificate").click();
  await heading(page, READY);
  const made = await shown(page, "Certificate");
  assert.equal(made.subjectAltName, "DNS:shop.corp.test, IP Address:10.1.2.3");
  assert(made.verify(new X509Certificate(CA.caCertificate).publicKey));
  assert.equal(await textbox(page, "Private key").count(), 0, "it was not made here");
});

fullBrowserTest("certificate > what is wrong in a folded option is shown under its field", async (
  { page },
) => {
  await page.goto("/certificate");
  await textbox(page, "Name 1").fill("localhost");
  await page.getByText("More options", { exact: true }).click();
  await field(page, "Valid for days").fill("4000");
  await page.getByText("More options", { exact: true }).click();
  await button(page, "Generate certificate").click();
  await page.getByText("Validity in days must be a whole number from 1 to 3650").waitFor();
  await hasFocus(field(page, "Valid for days"));
  // Opened sections stay open during the next run.
  await field(page, "Valid for days").fill("4001");
  const details = page.locator("details").filter({ hasText: "Valid for days" });
  await details.evaluate((element) =>
    element.addEventListener("toggle", () => element.dataset.toggled = "")
  );
  await button(page, "Generate certificate").click();
  await page.getByText("Validity in days must be a whole number from 1 to 3650").waitFor();
  await hasFocus(field(page, "Valid for days"));
  assert.equal(await details.getAttribute("data-toggled"), null);
});

fullBrowserTest("certificate > a missing name takes the focus", async ({ page }) => {
  await page.goto("/certificate");
  await button(page, "Generate certificate").click();
  await page.getByText("Please provide at least one name").waitFor();
  await hasFocus(textbox(page, "Name 1"));
});

browserTest("certificate > a key that was not saved is not lost without a question", async (
  { page },
) => {
  await page.goto("/certificate");
  await generate(page, "localhost");
  await page.getByRole("banner").getByRole("link", { name: "SSL Tools" }).click();
  const dialog = page.getByRole("dialog", { name: "Leave without the private key?" });
  await dialog.getByRole("button", { name: "Cancel" }).click();
  const warning = page.getByText("Download your private key now.");
  await warning.waitFor();
  await button(page, "Copy private key").click();
  await warning.waitFor({ state: "hidden" });
}, { clipboard: true });

/** Most browsers have no file picker for saving, and this one cannot show it. */
const withoutPicker = () => Reflect.deleteProperty(globalThis, "showSaveFilePicker");

fullBrowserTest("certificate > the next one keeps the first, with its key", async ({ page }) => {
  await page.addInitScript(withoutPicker);
  await page.goto("/certificate");
  await generate(page, "api.internal");
  const key = await textbox(page, "Private key").inputValue();
  await button(page, "Sign a client").click();
  // It was made, so it is not out of date.
  await textbox(page, "Name 1").fill("billing");
  assert.equal(await page.getByText("Out of date").count(), 0);
  await button(page, "Generate certificate").click();
  const tray = section(page, "Tray");
  await page.getByText("CN=billing", { exact: true }).waitFor();
  await button(page, "Show api.internal").waitFor();
  assert.equal(await tray.getByText("Key not saved").count(), 2);
  const other = await textbox(page, "Private key").inputValue();
  assert.notEqual(other, key);
  // It can be shown again, and the other one stays.
  await button(page, "Show api.internal").click();
  await page.waitForFunction(
    (key) => [...document.querySelectorAll("textarea")].some(({ value }) => value === key),
    key,
  );
  await button(page, "Show billing").waitFor();
  // Removing it would lose a key.
  await button(page, "Remove billing").click();
  const dialog = page.getByRole("dialog", { name: "Remove the private key?" });
  await dialog.getByText("billing").first().waitFor();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  // Its file for a device is made in the tray.
  await tray.getByText("For the device of billing").click();
  await field(page, "Password of the .p12 file").fill("correct horse");
  const profile = await startDownload(
    page,
    () => button(page, "Download profile for iPhone and Mac").click(),
  );
  assert.equal(profile.suggestedFilename(), "billing.mobileconfig");
  await tray.getByText("billing.mobileconfig").waitFor();
  assert.equal(await tray.getByText("Key not saved").count(), 1);
  // One password for all keys.
  await field(page, "Password for the keys").fill("correct horse");
  const locked = await savedZip(page, "certificates.zip", "Download the tray (ZIP)");
  const paths = ["api.internal/secret/api.internal.key", "billing/secret/billing.key"];
  const encrypted = [...paths, "secret/api.internal_CA.key"];
  for (const path of encrypted) {
    assert.match(locked[path], /ENCRYPTED/, path);
    const opened = createPrivateKey({ key: locked[path], passphrase: "correct horse" });
    if (path === paths[1]) assert(opened.equals(createPrivateKey(other)));
  }
  assert("billing/secret/billing.mobileconfig" in locked, Object.keys(locked).join());
  await tray.getByText("Key not saved").waitFor({ state: "detached" });
  // Without a password they are open, and the README says so.
  await field(page, "Password for the keys").fill("");
  const open = await savedZip(page, "certificates.zip", "Download the tray (ZIP)");
  assert.deepEqual([open[paths[0]], open[paths[1]]], [key, other]);
  assert.match(open["README.txt"], /private keys in this ZIP are not encrypted/);
  await button(page, "Remove billing").click();
  await tray.waitFor({ state: "detached" });
  // All is saved, so leaving asks nothing.
  await page.getByRole("banner").getByRole("link", { name: "SSL Tools" }).click();
  await page.waitForURL((url) => url.pathname === "/");
});

browserTest("certificate > leaving asks once about everything that is not saved", async (
  { page },
) => {
  await page.addInitScript(withoutPicker);
  await page.goto("/certificate");
  await generate(page, "api.internal");
  await button(page, "Sign a client").click();
  await textbox(page, "Name 1").fill("billing");
  await button(page, "Generate certificate").click();
  await section(page, "Tray").waitFor();
  await page.getByRole("banner").getByRole("link", { name: "SSL Tools" }).click();
  const leaving = page.getByRole("dialog", { name: "Leave without the 2 private keys?" });
  const all = await startDownload(
    page,
    () => leaving.getByRole("button", { name: "Download all (ZIP)" }).click(),
  );
  const files = unzipSync(await Deno.readFile(await all.path()));
  for (
    const path of [
      "api.internal/secret/api.internal.key",
      "billing/secret/billing.key",
      "secret/api.internal_CA.key",
    ]
  ) assert.match(strFromU8(files[path]), /^-----BEGIN PRIVATE KEY/);
  await leaving.getByRole("button", { name: "I saved it" }).click();
  await page.waitForURL((url) => url.pathname === "/");
});

browserTest(
  "certificate > all keys are cleared after fifteen minutes, with a warning before",
  async (
    { page },
  ) => {
    await page.clock.install();
    await page.goto("/certificate");
    await generate(page, "api.internal");
    await button(page, "Sign a client").click();
    await textbox(page, "Name 1").fill("billing");
    await button(page, "Generate certificate").click();
    await section(page, "Tray").waitFor();
    const key = await textbox(page, "Private key").inputValue();
    const warning = page.getByText("We clear the private keys on this page in 2 minutes.");
    await page.clock.fastForward("12:00");
    assert.equal(await warning.count(), 0);
    await page.clock.fastForward("01:01");
    await warning.waitFor();
    await page.keyboard.press("Shift");
    await warning.waitFor({ state: "detached" });
    await page.clock.fastForward("13:01");
    await warning.waitFor();
    await page.clock.fastForward("02:00");
    await page.getByText("were cleared after 15 minutes").waitFor();
    await warning.waitFor({ state: "detached" });
    // The certificates stay, the shown one too.
    await textbox(page, "Certificate").waitFor();
    await button(page, "Show api.internal").waitFor();
    assert.equal(await textbox(page, "Private key").count(), 0);
    assert.equal(await page.getByText("Your CA:").count(), 0);
    const [line] = key.split("\n").slice(1);
    assert(!(await page.content()).includes(line));
  },
);

fullBrowserTest("certificate > a failure keeps what was made, and leaving forgets it", async (
  { page },
) => {
  await page.goto("/certificate");
  await generate(page, "api.internal");
  const key = await textbox(page, "Private key").inputValue();
  await textbox(page, "Name 1").fill("a..b");
  await button(page, "Generate certificate").click();
  await hasFocus(textbox(page, "Name 1"));
  await button(page, "Show api.internal").click();
  assert.equal(await textbox(page, "Private key").inputValue(), key);
  // As when the browser keeps the page for Back.
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent("pagehide")));
  assert.equal(await section(page, "Tray").count(), 0);
  assert.equal(await textbox(page, "Private key").count(), 0);
});

fullBrowserTest("certificate > leaving asks about the key of a kept CA as well", async (
  { page },
) => {
  await page.addInitScript(withoutPicker);
  await page.goto("/certificate");
  await page.getByText("More options", { exact: true }).click();
  await page.getByLabel("Keep the CA's key").check();
  await generate(page, "localhost");
  await button(page, "Copy private key").click();
  const home = page.getByRole("banner").getByRole("link", { name: "SSL Tools" });
  await home.click();
  const dialog = page.getByRole("dialog", { name: "Leave without the CA private key?" });
  const key = await textbox(page, "CA private key").inputValue();
  const download = await startDownload(
    page,
    () => dialog.getByRole("button", { name: "Download all (ZIP)" }).click(),
  );
  assert.equal(download.suggestedFilename(), "certificates.zip");
  const files = unzipSync(await Deno.readFile(await download.path()));
  assert.equal(strFromU8(files["secret/localhost_CA.key"]), key);
  await dialog.getByRole("button", { name: "I saved it" }).click();
  await page.waitForURL((url) => url.pathname === "/");
}, { clipboard: true });

/** Words that the result of each kind must have, and words that it must not have. */
const USES: Readonly<Record<Kind, { name: string; has: RegExp[]; lacks: RegExp }>> = {
  "tls-server": {
    name: "localhost",
    has: [
      /for the server/,
      /ssl_certificate_key \/etc\/ssl\/localhost\/localhost\.key;/,
      /SSLCertificateFile/,
      /kubectl create secret tls localhost/,
      /Chrome and Edge use it/,
    ],
    lacks: /ssl_client_certificate|Outlook|keep it offline/,
  },
  "tls-client": {
    name: "alice@example.com",
    has: [
      /for the client/,
      /curl --cert alice_at_example\.com_chain\.pem --key secret\/alice_at_example\.com\.key/,
      /ssl_client_certificate .*\.crt;\s+ssl_verify_client on;/,
      /Password of the \.p12 file/,
      /Android/,
    ],
    lacks: /for the server$|ssl_certificate|your server|How to trust it|offline/m,
  },
  "smime": {
    name: "jo@example.com",
    has: [/for your mail program/, /Password of the \.p12 file/, /Outlook uses it/],
    lacks: /server|nginx|Node\.js|ssl_|browser|offline/i,
  },
  "intermediate-ca": {
    name: "corp.test",
    has: [/keep it offline/, /Sign another with this CA/, /openssl x509 -req/],
    lacks: /server|nginx|Node\.js|ssl_|PFX/i,
  },
  "root-ca": {
    name: "corp.test",
    has: [/for the devices/, /keep it offline/, /Sign another with this CA/],
    lacks: /server|nginx|Node\.js|ssl_|PFX/i,
  },
};

/** The text of a result, each of its tabs included. */
async function resultText(page: Page): Promise<string> {
  const result = page.getByRole("region", { name: "Result", exact: true });
  // The map also has certificates of other kinds, which the same CA signed.
  await page.locator("[data-kind]").evaluateAll((tiles) => {
    for (const tile of tiles) (tile as HTMLElement).style.display = "none";
  });
  await result.locator("details").evaluateAll((all) => {
    for (const details of all) (details as HTMLDetailsElement).open = true;
  });
  const texts = [await result.innerText()];
  for (const tab of await result.getByRole("tab").all()) {
    await tab.click();
    texts.push(await result.innerText());
  }
  return texts.join("\n");
}

/** Each kind with one signer, and each signer at least once; in the full run all pairs. */
const signersOf = (kind: Kind) =>
  isFull ? issuersOf(kind) : [issuersOf(kind)[KINDS.indexOf(kind) % issuersOf(kind).length]];

fullBrowserTest("certificate > a result explains the use of its kind, for every signer", async (
  { page },
) => {
  // It may sign every name, and a CA below it.
  const { certificate, privateKey } = await generated({
    kind: "root-ca",
    names: ["lab.test"],
    pathLength: 1,
    nameConstraints: false,
  });
  await page.goto("/certificate");
  await page.getByText("More options", { exact: true }).click();
  for (const kind of KINDS) {
    for (const issuer of signersOf(kind)) {
      const { name, has, lacks } = USES[kind];
      await field(page, "Kind").selectOption(kind);
      await textbox(page, "Name 1").fill(name);
      // A root has no choice.
      await field(page, "Signed by").selectOption(issuer);
      if (issuer === "existing-ca") {
        await textbox(page, "CA certificate").first().fill(certificate);
        await textbox(page, "CA private key").fill(privateKey!);
      }
      await clickForNext(
        button(page, "Generate certificate"),
        page.getByRole("heading", { name: READY }),
      );
      // A copied key needs no confirmation. Neither by mouse nor by keyboard, because a frame after the
      // result appears, its index moves the button and it takes the focus.
      await button(page, "Copy private key").dispatchEvent("click");
      await button(page, "Copied!").first().waitFor();
      const text = await resultText(page);
      for (const words of has) assert.match(text, words, `${kind}, ${issuer}`);
      assert.doesNotMatch(text, lacks, `${kind}, ${issuer}`);
      // A CA that was given keeps its name.
      if (issuer === "existing-ca") assert.match(text, /-CA lab\.test_Root_CA\.crt/);
    }
  }
}, { clipboard: true });

fullBrowserTest("certificate > several at once, under one CA, in one zip", async ({ page }) => {
  await page.goto("/certificate");
  await page.getByText("Several at once").click();
  // A pasted list fills the rows, and no more than 20.
  const names = Array.from({ length: 200 }, (_, index) => `h${index}.lab.test`).join(" ");
  await field(page, "Name 1 of several").fill(names);
  await page.getByText("the first 20 names were taken").waitFor();
  await field(page, "Name 20 of several").fill("harbor_light");
  await field(page, "Kind 2").selectOption("tls-client");
  await button(page, "Generate 20 certificates").click();
  await heading(page, "19 of 20 certificates are ready");
  await page.getByText(/invalid name/i).waitFor();
  const files = await savedZip(page, "certificates.zip", "Download the tray (ZIP)");
  const ca = new X509Certificate(files["h0.lab.test_Root_CA.crt"]);
  for (let index = 0; index < 19; index++) {
    const base = `h${index}.lab.test`;
    const made = new X509Certificate(files[`${base}/${base}.crt`]);
    assert(made.verify(ca.publicKey));
    assert(made.checkPrivateKey(createPrivateKey(files[`${base}/secret/${base}.key`])));
  }
  assert(ca.checkPrivateKey(createPrivateKey(files["secret/h0.lab.test_Root_CA.key"])));
  assert.doesNotMatch(files["README.txt"], /BEGIN/);
});

fullBrowserTest(
  "certificate > localhost takes one press: three names, and lines for its programs",
  async (
    { page },
  ) => {
    await page.goto("/certificate");
    await button(page, "Make one for localhost").click();
    await heading(page, READY);
    assert.equal(
      (await shown(page, "Certificate")).subjectAltName,
      "DNS:localhost, IP Address:127.0.0.1, IP Address:::1",
    );
    const programs = page.getByRole("tablist", { name: "Install it on" }).getByRole("tab");
    const names = await programs.allInnerTexts();
    assert.deepEqual(names.slice(0, 5), ["Vite", "Node.js", "Docker", "Caddy", "nginx"]);
    assert.equal(new Set(names).size, names.length);
  },
);

fullBrowserTest("certificate > works offline", async ({ page, context }) => {
  await page.goto("/certificate");
  await context.setOffline(true);
  await page.reload();
  await generate(page, "localhost");
}, { installed: true });
