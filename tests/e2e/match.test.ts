/** The matcher in a real Chromium: its answers, and that the private key stays on the device. */
import assert from "node:assert/strict";
import { createPrivateKey, X509Certificate } from "node:crypto";
import { strFromU8, unzipSync } from "fflate";
import type { Page } from "playwright";
import * as TEXT from "../../core/texts.ts";
import { matchFile } from "../fixtures/match/index.ts";
import { fileInput, filler, section, startDownload } from "./locators.ts";
import { browserTest, fullBrowserTest } from "./support.ts";

const RSA = matchFile("rsa-certificate.pem");
const RSA_KEY = matchFile("rsa-pkcs8-key.pem");
const ENCRYPTED = matchFile("rsa-pbes2-aes-256-cbc-key.pem");
const PASSPHRASE = "correct horse";

const certificate = (page: Page) => page.getByRole("textbox", { name: "Certificate", exact: true });
const privateKey = (page: Page) => page.getByRole("textbox", { name: "Private Key", exact: true });
const passphrase = (page: Page) => page.getByLabel("Passphrase", { exact: true });
const verify = (page: Page) => page.getByRole("button", { name: "Verify Match" });
const heading = (page: Page, name: string) => page.getByRole("heading", { name, exact: true });

async function open(page: Page): Promise<void> {
  await page.goto("/match");
  await certificate(page).waitFor();
}

async function match(page: Page, certificateText: string, keyText: string): Promise<void> {
  await certificate(page).fill(certificateText);
  await privateKey(page).fill(keyText);
  await verify(page).click();
}

/** Drops a binary file on a field. */
async function drop(page: Page, name: "Certificate" | "Private Key", text: string): Promise<void> {
  const base64 = text.split("-----")[2].replace(/\s/g, "");
  const transfer = await page.evaluateHandle((base64) => {
    const transfer = new DataTransfer();
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    transfer.items.add(new File([bytes], "dropped.der"));
    return transfer;
  }, base64);
  await page.getByRole("textbox", { name, exact: true })
    .dispatchEvent("drop", { dataTransfer: transfer });
}

/** 24 characters from the middle of the key's base64. */
const partOf = (key: string) => key.split("\n")[3].slice(0, 24);

browserTest("matcher > says that certificate and key match", async ({ page, requests }) => {
  await open(page);
  assert(await verify(page).isDisabled());
  assert(await page.getByRole("button", { name: "Reset" }).isDisabled());
  const before = requests.length;
  await match(page, RSA, RSA_KEY);
  await heading(page, TEXT.matchCertificate).waitFor();
  await page.getByText("rsa.example.com").filter({ visible: true }).first().waitFor();
  for (
    const term of ["Common Name", "Organization", "Serial Number", "Valid From", "Valid Until"]
  ) {
    assert(await page.getByText(term, { exact: true }).isVisible(), term);
  }
  // The first run fetches the worker's code; no request ever carries data.
  for (const line of requests.slice(before)) assert.match(line, /^GET [^?]+$/);
  const between = requests.length;
  await match(page, RSA, matchFile("rsa-pkcs1-key.pem"));
  await heading(page, TEXT.matchCertificate).waitFor();
  await match(page, matchFile("other-rsa-certificate.pem"), RSA_KEY);
  await heading(page, TEXT.matchNot).waitFor();
  assert.deepEqual(requests.slice(between), [], "matching sends no request at all");
}, { installed: true });

fullBrowserTest("matcher > works with the network off", async ({ page, context, requests }) => {
  await open(page);
  await context.setOffline(true);
  await page.reload();
  await match(page, RSA, matchFile("rsa-traditional-aes192-key.pem"));
  await passphrase(page).fill(PASSPHRASE);
  await verify(page).click();
  await heading(page, TEXT.matchCertificate).waitFor();
  assert.equal(requests.some((line) => line.startsWith("POST")), false);
}, { installed: true });

fullBrowserTest("matcher > shows the three other outcomes", async ({ page }) => {
  await open(page);
  await match(page, RSA, matchFile("p256-pkcs8-key.pem"));
  await heading(page, TEXT.matchNot).waitFor();
  await page.getByText("the private key is EC (P-256)").waitFor();
  await match(page, matchFile("rsa-request.pem"), RSA_KEY);
  await heading(page, TEXT.matchRequest).waitFor();
  await match(page, matchFile("dsa-certificate.pem"), matchFile("dsa-pkcs8-key.pem"));
  await heading(page, TEXT.matchUnknown).waitFor();
});

fullBrowserTest("matcher > names the one that fits among several", async ({ page }) => {
  await open(page);
  await match(page, matchFile("authority-certificate.pem") + RSA, RSA_KEY);
  await heading(page, TEXT.matchCertificate).waitFor();
  const list = section(page, "All certificates and CSRs").getByRole(
    "listitem",
  );
  assert.equal(await list.count(), 2);
  assert.match(await list.nth(0).innerText(), /Example CA[^]*Does not match/);
  assert.match(await list.nth(1).innerText(), /rsa\.example\.com[^]*Matches[^]*Shown below/);
});

fullBrowserTest("matcher > asks for a passphrase only when there is need", async ({ page }) => {
  await open(page);
  assert.equal(await passphrase(page).count(), 0);
  await match(page, RSA, ENCRYPTED);
  await page.getByText(TEXT.passphraseRequired).waitFor();
  assert.equal(await page.getByText(TEXT.passphraseRequired).count(), 1);
  await page.waitForFunction(() => document.activeElement?.getAttribute("type") === "password");
  await page.keyboard.type("wrong");
  await page.keyboard.press("Enter");
  await page.getByText(TEXT.passphraseWrong).waitFor();
  await passphrase(page).fill(PASSPHRASE);
  await page.keyboard.press("Enter");
  await heading(page, TEXT.matchCertificate).waitFor();
  // An encrypted key in DER does not say so by itself: the field appears with the answer.
  await privateKey(page).fill(ENCRYPTED.split("-----")[2]);
  assert.equal(await passphrase(page).count(), 0);
  await verify(page).click();
  await passphrase(page).waitFor();
  await page.waitForFunction(() => document.activeElement?.getAttribute("type") === "password");
});

fullBrowserTest(
  "matcher > asks for both under the fields, with only the keyboard",
  async ({ page }) => {
    await open(page);
    await certificate(page).focus();
    await page.keyboard.press("Control+Enter");
    await page.getByText(TEXT.pairRequired).first().waitFor();
    assert.equal(await page.getByText(TEXT.pairRequired).count(), 2);
    assert.equal(await page.getByRole("alert").count(), 0);
    await page.keyboard.insertText(RSA);
    assert.equal(await page.getByText(TEXT.pairRequired).count(), 1);
    for (const name of ["Paste", "Open file"] as const) {
      await page.keyboard.press("Tab");
      const button = filler(page, name, "Private Key");
      assert(await button.evaluate((element) => element === document.activeElement), name);
    }
    await page.keyboard.press("Tab");
    assert(await privateKey(page).evaluate((element) => element === document.activeElement));
    await page.keyboard.insertText(RSA_KEY);
    await page.keyboard.press("Control+Enter");
    await heading(page, TEXT.matchCertificate).waitFor();
  },
);

browserTest("matcher > names what is in the wrong field and moves it", async ({ page }) => {
  await open(page);
  await certificate(page).fill(RSA_KEY);
  await page.getByRole("button", { name: "Move to Private Key" }).click();
  assert.equal(await certificate(page).inputValue(), "");
  assert.equal(await privateKey(page).inputValue(), RSA_KEY);
  await certificate(page).fill(RSA_KEY);
  await privateKey(page).fill(RSA);
  await verify(page).click();
  await page.getByText(TEXT.matchSwapped).waitFor();
  await page.getByRole("button", { name: "Swap the two fields" }).click();
  await page.getByText(TEXT.matchSwapped).waitFor({ state: "detached" });
  await verify(page).click();
  await heading(page, TEXT.matchCertificate).waitFor();
});

fullBrowserTest(
  "matcher > takes dropped DER files, and reports one in the wrong field",
  async ({ page }) => {
    await open(page);
    await drop(page, "Certificate", RSA_KEY);
    await drop(page, "Private Key", RSA);
    await verify(page).click();
    await page.getByText(TEXT.matchSwapped).waitFor();
    await page.getByRole("button", { name: "Swap the two fields" }).click();
    await verify(page).click();
    await heading(page, TEXT.matchCertificate).waitFor();
  },
);

fullBrowserTest("matcher > opens files by button", async ({ page }) => {
  await open(page);
  const file = (name: string) => `tests/fixtures/match/${name}`;
  await fileInput(page, "Certificate").setInputFiles([
    file("authority-certificate.pem"),
    file("rsa-certificate.pem"),
  ]);
  await fileInput(page, "Private Key").setInputFiles(file("rsa-pkcs1-key.pem"));
  await page.waitForFunction(() =>
    [...document.querySelectorAll("textarea")].every((area) => area.value !== "")
  );
  await verify(page).click();
  await heading(page, TEXT.matchCertificate).waitFor();
});

fullBrowserTest("matcher > says each trouble with a key in its own words", async ({ page }) => {
  await open(page);
  const troubles: [string, string][] = [
    [matchFile("public-key.pem"), "This is a public key, not a private key"],
    [matchFile("pfx.txt"), "This is a PFX (PKCS#12) file, not a private key"],
    [matchFile("cut-rsa-pkcs8-key.pem"), "The private key cannot be read: The data is cut off"],
    [matchFile("inconsistent-rsa-modulus-key.pem"), "The private key is inconsistent"],
    [matchFile("unsupported-camellia-key.pem"), "which is not supported"],
    ["noise ".repeat(1000), TEXT.keyNotFound],
  ];
  for (const [key, text] of troubles) {
    await match(page, RSA, key);
    await page.getByText(text).waitFor();
    assert.equal(await privateKey(page).inputValue(), key);
    assert.equal(await privateKey(page).getAttribute("aria-invalid"), "true");
  }
});

browserTest("matcher > forgets the key when it is left, and on Reset", async ({ page }) => {
  await open(page);
  assert.equal(await privateKey(page).getAttribute("autocomplete"), "off");
  assert.equal(await privateKey(page).getAttribute("spellcheck"), "false");
  await match(page, RSA, ENCRYPTED);
  await passphrase(page).fill(PASSPHRASE);
  assert.equal(await passphrase(page).getAttribute("autocomplete"), "off");
  await verify(page).click();
  await heading(page, TEXT.matchCertificate).waitFor();
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent("pagehide")));
  assert.equal(await privateKey(page).inputValue(), "");
  assert.equal(await passphrase(page).count(), 0);
  await privateKey(page).fill(RSA_KEY);
  await page.goto("about:blank");
  await page.goBack();
  await privateKey(page).waitFor();
  assert.equal(await privateKey(page).inputValue(), "");
  await match(page, RSA, RSA_KEY);
  await heading(page, TEXT.matchCertificate).waitFor();
  await page.getByRole("button", { name: "Reset" }).click();
  await heading(page, TEXT.matchCertificate).waitFor({ state: "detached" });
  assert.equal(await certificate(page).inputValue(), "");
  assert.equal(await privateKey(page).inputValue(), "");
});

browserTest("matcher > shows and keeps nothing of the key", async ({ page, context }) => {
  await open(page);
  const part = partOf(RSA_KEY);
  for (const key of [RSA_KEY, matchFile("cut-rsa-pkcs8-key.pem"), RSA_KEY + "garbage"]) {
    await match(page, RSA, key);
    await page.waitForFunction(() => !document.querySelector("button[type=submit][disabled]"));
    const text = await page.evaluate(() => {
      const copy = document.body.cloneNode(true) as HTMLElement;
      for (const area of copy.querySelectorAll("textarea")) area.remove();
      return copy.outerHTML;
    });
    assert(!text.includes(part));
  }
  const kept = await page.evaluate(async () => {
    const names = await caches.keys();
    const bodies = await Promise.all(names.map(async (name) => {
      const cache = await caches.open(name);
      const keys = await cache.keys();
      return keys.map(({ url }) => url).join();
    }));
    return JSON.stringify([
      { ...localStorage },
      { ...sessionStorage },
      history.state,
      location.href,
      bodies,
    ]);
  });
  assert(!kept.includes(part));
  assert(!JSON.stringify(await context.storageState()).includes(part));
});

fullBrowserTest("matcher > asks nothing more after Back", async ({ page, requests }) => {
  await page.goto("/csr-decoder");
  await page.getByRole("banner").getByRole("link", { name: "SSL Tools" }).click();
  await page.getByRole("link", { name: /^Certificate Key Matcher/ }).first().click();
  await certificate(page).waitFor();
  await page.getByLabel("Where it runs").selectOption({ label: "On the server" });
  await match(page, RSA, RSA_KEY);
  const dialog = page.getByRole("dialog");
  await dialog.waitFor();
  await page.goBack();
  await page.waitForURL("/");
  assert.equal(await dialog.count(), 0);
  // The page takes the focus, which an open dialog would keep.
  await page.waitForFunction(() => document.activeElement?.tagName === "H1");
  assert.equal(requests.some((line) => line.startsWith("POST")), false);
});

browserTest("matcher > asks before a key goes to the server", async ({ page, requests }) => {
  await open(page);
  await page.getByLabel("Where it runs").selectOption({ label: "On the server" });
  await match(page, RSA, RSA_KEY);
  const dialog = page.getByRole("dialog");
  await dialog.waitFor();
  assert.equal(requests.some((line) => line.startsWith("POST")), false);
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await dialog.waitFor({ state: "detached" });
  assert.equal(requests.some((line) => line.startsWith("POST")), false);
  await verify(page).click();
  await dialog.getByRole("button", { name: "Send it" }).click();
  await heading(page, TEXT.matchCertificate).waitFor();
  assert(requests.some((line) => line.startsWith("POST") && line.endsWith("/api/match/verify")));
});

fullBrowserTest("match > both are saved in one ZIP at one press", async ({ page, requests }) => {
  await open(page);
  for (const [key, isEncrypted] of [[RSA_KEY, false], [ENCRYPTED, true]] as const) {
    await match(page, RSA, key);
    if (isEncrypted) {
      await passphrase(page).fill(PASSPHRASE);
      await verify(page).click();
    }
    await heading(page, TEXT.matchCertificate).waitFor();
    const saved = await startDownload(
      page,
      () => page.getByRole("button", { name: "Download all (ZIP)" }).click(),
    );
    const files = unzipSync(await Deno.readFile(await saved.path()));
    const [chain, secret] = ["_chain.pem", ".key"].map((end) =>
      strFromU8(files[Object.keys(files).find((path) => path.endsWith(end))!])
    );
    const opened = createPrivateKey({ key: secret, passphrase: PASSPHRASE });
    assert(new X509Certificate(chain).checkPrivateKey(opened));
    assert.equal(secret.includes("ENCRYPTED"), isEncrypted);
    const readme = strFromU8(files["README.txt"]);
    assert.match(readme, isEncrypted ? /encrypted with its passphrase/ : /key, not encrypted/);
    await page.getByRole("button", { name: "Reset" }).click();
  }
  assert.deepEqual(requests.filter((line) => line.startsWith("POST")), []);
});
