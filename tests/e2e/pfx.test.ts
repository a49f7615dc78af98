/** The PFX converter in a real Chromium: openssl opens what is downloaded. */
import assert from "node:assert/strict";
import type { Download, Page } from "playwright";
import * as TEXT from "../../core/texts.ts";
import { chainOf, p12, pem, UNICODE } from "../fixtures/pfx/index.ts";
import { needs, runProgram } from "../support/programs.ts";
import { button, field, fileInput, filled, startDownload, textbox } from "./locators.ts";
import { browserTest, fullBrowserTest } from "./support.ts";
import { HEADLINE } from "../support/headlines.ts";

const CHAIN = pem(...chainOf("p256", 3));
const KEY = pem("p256-key");

const password = (page: Page) => page.getByLabel("Password", { exact: true });
const convert = (page: Page) => page.getByRole("button", { name: "Convert", exact: true });
const ready = (page: Page) => page.getByRole("heading", { name: HEADLINE.pfx_ready });

async function open(page: Page): Promise<void> {
  await page.goto("/pfx");
  await textbox(page, "Certificate").waitFor();
}

async function enter(page: Page, certificate = CHAIN, key = KEY): Promise<void> {
  await textbox(page, "Certificate").fill(certificate);
  await textbox(page, "Private Key").fill(key);
}

/** Answers the browser's own question whenever it comes, and records what it asked. */
function answering(page: Page, agrees: boolean): { asked: string[] } {
  const asked: string[] = [];
  page.on("dialog", async (dialog) => {
    asked.push(`${dialog.type()}: ${dialog.message()}`);
    if (agrees) await dialog.accept();
    else await dialog.dismiss();
  });
  return { asked };
}

async function download(page: Page, name: string): Promise<Download> {
  const saved = await startDownload(
    page,
    () => page.getByRole("button", { name, exact: true }).click(),
  );
  return saved;
}

async function textOf(saved: Download): Promise<string> {
  return await Deno.readTextFile(await saved.path());
}

/** The contents of the downloaded file by openssl. */
async function openedByOpenssl(saved: Download, secret: string): Promise<string> {
  const args = [
    "pkcs12",
    "-in",
    await saved.path(),
    "-info",
    "-nodes",
    "-passin",
    `pass:${secret}`,
  ];
  const { code, stdout, stderr } = await runProgram("openssl", args);
  assert.equal(code, 0, stderr);
  return stderr + stdout;
}

const posts = (requests: readonly string[]) => requests.filter((line) => line.startsWith("POST"));

browserTest(
  "pfx > makes a file that openssl opens, and sends nothing",
  async ({ page, requests }) => {
    await open(page);
    await enter(page);
    await password(page).fill("Correct-Horse-9!");
    await page.getByText("Very strong").waitFor();
    await page.getByLabel("Encryption").selectOption("aes256-sha256");
    await convert(page).click();
    await ready(page).waitFor();
    await page.getByText("1 key and 3 certificates").waitFor();
    const saved = await download(page, "Download PFX");
    assert.equal(saved.suggestedFilename(), "p256.example.com.pfx");
    const opened = await openedByOpenssl(saved, "Correct-Horse-9!");
    assert.match(opened, /MAC: sha256, Iteration 300000/);
    assert.match(opened, /Shrouded Keybag: PBES2, PBKDF2, AES-256-CBC/);
    assert.equal(opened.match(/BEGIN CERTIFICATE/g)?.length, 3);
    assert.equal(opened.match(/BEGIN PRIVATE KEY/g)?.length, 1);
    assert.deepEqual(posts(requests), []);
  },
  needs("openssl"),
);

browserTest(
  "pfx > asks before a file without a password, and stops on request",
  async ({ page }) => {
    await open(page);
    await enter(page);
    const question = answering(page, false);
    await convert(page).click();
    await page.waitForFunction(() => document.activeElement?.textContent === "Convert");
    assert.equal(question.asked.length, 1);
    assert.match(question.asked[0], /^confirm: No password was entered/);
    assert.equal(await ready(page).count(), 0);
    assert(await convert(page).isEnabled(), "nothing runs");
  },
);

fullBrowserTest(
  "pfx > makes a file without a password when that is confirmed",
  async ({ page }) => {
    await open(page);
    await enter(page);
    answering(page, true);
    await convert(page).click();
    await ready(page).waitFor();
    await page.getByText("The file has no password.").waitFor();
    const opened = await openedByOpenssl(await download(page, "Download PFX"), "");
    assert.match(opened, /pbeWithSHA1And3-KeyTripleDES-CBC, Iteration 2048/);
  },
  needs("openssl"),
);

fullBrowserTest(
  "pfx > takes 3DES by default and passwords beyond ASCII, with a word on keytool",
  async ({ page }) => {
    await open(page);
    assert.equal(await page.getByLabel("Encryption").inputValue(), "3des-sha1");
    await page.getByText("Set a password to choose the encryption").waitFor();
    await enter(page);
    await password(page).fill(UNICODE);
    await page.getByText("Windows Server 2016 and older").waitFor();
    await page.getByText("Java's keytool cannot open").waitFor();
    await convert(page).click();
    await ready(page).waitFor();
    const opened = await openedByOpenssl(await download(page, "Download PFX"), UNICODE);
    assert.match(opened, /MAC: sha1, Iteration 20000/);
  },
  needs("openssl"),
);

fullBrowserTest("pfx > shows the password when asked, and how strong it is", async ({ page }) => {
  const released = Promise.withResolvers<void>();
  await page.route(/\/assets\/examples-/, async (route) => {
    await released.promise;
    await route.continue();
  });
  await open(page);
  // A late example leaves a password that was entered in the meantime.
  await button(page, "Fill Example Data").click();
  await password(page).fill("Mine-26!");
  released.resolve();
  await page.getByLabel("Private Key", { exact: true }).and(
    page.locator(":not(:placeholder-shown)"),
  )
    .waitFor();
  assert.equal(await password(page).inputValue(), "Mine-26!");
  const meter = page.getByRole("meter", { name: "Password strength" });
  for (
    const [text, score, word] of [
      ["abc", "1", "Weak"],
      ["abcdefgh", "2", "Fair"],
      ["Abcdefgh1", "4", "Strong"],
      ["Abcdefghijk1!", "6", "Very strong"],
    ]
  ) {
    await password(page).fill(text);
    assert.equal(await meter.getAttribute("aria-valuenow"), score, text);
    assert.equal(await meter.getAttribute("aria-valuetext"), `${word}, ${score} of 6`);
  }
  // The recommendation is not a rule, so other hints stay.
  const advice = page.getByText("Recommended: at least 8 characters with upper case, lower case");
  await advice.waitFor();
  await password(page).fill("Schlüssel1");
  await advice.waitFor();
  await page.getByText("Java's keytool cannot open").waitFor();
  assert.equal(await password(page).getAttribute("type"), "password");
  await page.getByLabel("Show password").check();
  assert.equal(await password(page).getAttribute("type"), "text");
  assert.equal(await password(page).getAttribute("autocomplete"), "off");
});

fullBrowserTest(
  "pfx > asks for both texts under their fields, without another question",
  async ({ page }) => {
    await open(page);
    const question = answering(page, true);
    await convert(page).click();
    await page.getByText(TEXT.pairRequired).first().waitFor();
    assert.equal(await page.getByText(TEXT.pairRequired).count(), 2);
    assert.deepEqual(question.asked, []);
    assert.equal(await textbox(page, "Certificate").getAttribute("aria-invalid"), "true");
  },
);

fullBrowserTest(
  "pfx > says that a key does not fit, and keeps what was entered",
  async ({ page }) => {
    await open(page);
    await enter(page, pem("unrelated"));
    await password(page).fill("secret");
    await convert(page).click();
    const alert = page.getByRole("alert").filter({ hasText: TEXT.pfxMismatch });
    await alert.waitFor();
    assert.equal(await textbox(page, "Private Key").inputValue(), KEY);
    assert.equal(await password(page).inputValue(), "secret");
    await alert.getByRole("button", { name: "Dismiss" }).click();
    await alert.waitFor({ state: "detached" });
    await textbox(page, "Certificate").fill(pem("request"));
    await convert(page).click();
    await page.getByText("This is a CSR, not a certificate").waitFor();
    await textbox(page, "Certificate").fill(pem("p256-1"));
    await textbox(page, "Private Key").fill(pem("p256-key", "other-key"));
    await convert(page).click();
    await page.getByText("The private key field contains 2 private keys").waitFor();
  },
);

fullBrowserTest("pfx > asks for the passphrase of an encrypted key", async ({ page }) => {
  await open(page);
  await enter(page, pem("p256-1"), pem("p256-encrypted-key"));
  await password(page).fill("secret");
  await page.getByLabel("Passphrase", { exact: true }).fill("wrong");
  await convert(page).click();
  await page.getByText(TEXT.passphraseWrong).waitFor();
  await page.getByLabel("Passphrase", { exact: true }).fill("opensesame");
  await convert(page).click();
  await ready(page).waitFor();
});

fullBrowserTest(
  "pfx > points out a missing issuer before the file is made",
  async ({ page, requests }) => {
    await open(page);
    await textbox(page, "Certificate").fill(pem("p256-3"));
    await page.getByText("An issuer is missing").waitFor();
    await page.getByText("http://ca.example.com/authority1.cer").waitFor();
    assert(await page.getByRole("button", { name: "Complete chain online" }).isVisible());
    await textbox(page, "Certificate").fill(CHAIN);
    await page.getByText("An issuer is missing").waitFor({ state: "detached" });
    // Without its root, which a server need not send, the chain is not reported as incomplete.
    await textbox(page, "Certificate").fill(pem("p256-3", "authority1", "authority2"));
    await page.getByText("The last issuer is not in the file").waitFor();
    assert.equal(await page.getByText("incomplete chain").count(), 0);
    assert.deepEqual(posts(requests), [], "it is found out on the device");
  },
);

fullBrowserTest("pfx > marks what expires soon", async ({ page }) => {
  const directory = Deno.makeTempDirSync();
  await Deno.writeTextFile(`${directory}/key.pem`, KEY);
  const args = ["req", "-x509", "-key", `${directory}/key.pem`, "-days", "10", "-subj", "/CN=soon"];
  const { stdout } = await runProgram("openssl", args);
  Deno.removeSync(directory, { recursive: true });
  await open(page);
  await enter(page, stdout);
  await password(page).fill("secret");
  await convert(page).click();
  await ready(page).waitFor();
  await page.getByText("EXPIRING SOON", { exact: true }).first().waitFor();
}, needs("openssl"));

fullBrowserTest("pfx > resets everything", async ({ page }) => {
  await open(page);
  await page.getByRole("button", { name: "Fill Example Data" }).click();
  await convert(page).click();
  await ready(page).waitFor();
  await page.getByText("www.example.com.pfx", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Reset" }).click();
  await ready(page).waitFor({ state: "detached" });
  for (const name of ["Certificate", "Private Key"]) {
    assert.equal(await textbox(page, name).inputValue(), "");
  }
  assert.equal(await password(page).inputValue(), "");
});

fullBrowserTest("pfx > takes dropped files for both texts", async ({ page }) => {
  await open(page);
  const drop = async (name: string, files: { name: string; text: string }[]) => {
    const transfer = await page.evaluateHandle((files) => {
      const transfer = new DataTransfer();
      for (const { name, text } of files) transfer.items.add(new File([text], name));
      return transfer;
    }, files);
    await textbox(page, name).dispatchEvent("drop", { dataTransfer: transfer });
    await filled(page, name);
  };
  await drop("Certificate", [
    { name: "root.pem", text: pem("root") },
    { name: "leaf.pem", text: pem("p256-3") },
    { name: "authority.pem", text: pem("authority1") },
  ]);
  await drop("Private Key", [{ name: "private.key", text: KEY }]);
  await password(page).fill("secret");
  await convert(page).click();
  await page.getByText("1 key and 3 certificates").waitFor();
});

fullBrowserTest(
  "pfx > works with the network off after the first visit",
  async ({ page, context }) => {
    await open(page);
    await context.setOffline(true);
    await page.reload();
    await enter(page);
    await password(page).fill("secret");
    await page.keyboard.press("Control+Enter");
    await ready(page).waitFor();
    await openedByOpenssl(await download(page, "Download PFX"), "secret");
  },
  { installed: true, ...needs("openssl") },
);

fullBrowserTest(
  "pfx > asks before the key goes to the server, and sends it only then",
  async ({ page, requests }) => {
    await open(page);
    await page.getByLabel("Where it runs").selectOption("server");
    await enter(page);
    await password(page).fill("secret");
    await convert(page).click();
    const question = page.getByRole("dialog");
    await question.getByText("Send your private key to the server?").waitFor();
    await question.getByRole("button", { name: "Cancel" }).click();
    await question.waitFor({ state: "detached" });
    assert.deepEqual(posts(requests), []);
    await convert(page).click();
    await question.getByRole("button", { name: "Send it" }).click();
    await ready(page).waitFor();
    assert.deepEqual(posts(requests).map((line) => new URL(line.slice(5)).pathname), [
      "/api/pfx/convert",
    ]);
    await openedByOpenssl(await download(page, "Download PFX"), "secret");
  },
  needs("openssl"),
);

browserTest(
  "pfx > takes a file apart: certificate, chain and key saved separately",
  async ({ page, requests }) => {
    await open(page);
    await page.getByRole("tab", { name: "PFX to PEM" }).click();
    await textbox(page, "PFX File").fill(p12("pk12util").toBase64());
    await password(page).fill("secret");
    await page.getByRole("button", { name: "Open PFX" }).click();
    await page.getByRole("heading", { name: HEADLINE.pfx_opened }).waitFor({ timeout: 60_000 });
    await page.getByText("It holds 1 key and 3 certificates.").waitFor();
    const key = await download(page, "Download private key");
    assert.equal(key.suggestedFilename(), "p384.example.com.key.txt");
    assert.match(await textOf(key), /^-----BEGIN PRIVATE KEY-----/);
    const certificate = await download(page, "Download certificate");
    assert.equal(await textOf(certificate), pem("p384-3"));
    const chain = await download(page, "Download chain");
    assert.equal(await textOf(chain), pem("authority1", "root"));
    assert.equal(chain.suggestedFilename(), "p384.example.com_chain.pem.txt");
    assert.deepEqual(posts(requests), []);
  },
);

fullBrowserTest("pfx > gives the key encrypted when asked", async ({ page }) => {
  await open(page);
  await page.getByRole("tab", { name: "PFX to PEM" }).click();
  await textbox(page, "PFX File").fill(p12("openssl-aes").toBase64());
  await password(page).fill("secret");
  await page.getByLabel("Key Format").selectOption("encrypted");
  const button = page.getByRole("button", { name: "Open PFX" });
  await button.click();
  await page.getByText(TEXT.pfxPassphraseRequired).waitFor();
  await page.getByLabel("Key Passphrase", { exact: true }).fill("of the key");
  await button.click();
  await page.getByRole("heading", { name: HEADLINE.pfx_opened }).waitFor();
  const text = await textOf(await download(page, "Download private key"));
  assert.match(text, /^-----BEGIN ENCRYPTED PRIVATE KEY-----/);
  const args = ["pkcs8", "-passin", "pass:of the key"];
  assert.equal((await runProgram("openssl", args, text)).code, 0);
}, needs("openssl"));

fullBrowserTest(
  "pfx > distinguishes a wrong password, a large file and a file of another kind",
  async ({ page }) => {
    await open(page);
    await page.getByRole("tab", { name: "PFX to PEM" }).click();
    const field = textbox(page, "PFX File");
    const button = page.getByRole("button", { name: "Open PFX" });
    await field.fill(p12("openssl-aes").toBase64());
    await button.click();
    await page.getByText(TEXT.pfxPasswordRequired).waitFor();
    await password(page).fill("guess");
    await button.click();
    await page.getByText(TEXT.pfxPasswordWrong).waitFor();
    assert.equal(await field.inputValue(), p12("openssl-aes").toBase64());
    const large = Deno.makeTempFileSync({ suffix: ".pfx" });
    Deno.writeFileSync(large, new Uint8Array(5 * 1024 * 1024));
    await fileInput(page, "PFX File").setInputFiles(large);
    await page.getByText("The file is too large: 5.0 MiB, at most 1 MiB").waitFor();
    assert.equal(await field.inputValue(), p12("openssl-aes").toBase64());
    await field.fill(pem("p256-1"));
    await button.click();
    await page.getByText("This is a certificate, not a PFX file").waitFor();
  },
);

fullBrowserTest("pfx > a locked file brings its password field into sight", async ({ page }) => {
  await page.goto("/pfx");
  await page.getByRole("tab", { name: "PFX to PEM" }).click();
  const fixture = (name: string) => new URL(`../fixtures/pfx/${name}`, import.meta.url).pathname;
  const opener = fileInput(page, "PFX File");
  await opener.setInputFiles(fixture("openssl-aes.p12"));
  await page.getByRole("heading", { name: "This file has a password" }).waitFor();
  await page.waitForFunction(() => {
    const { top, bottom } = document.querySelector("input[type=password]")!.getBoundingClientRect();
    return top > 0 && bottom < innerHeight;
  });
  // One that was entered for another file is wrong, and says nothing of this one.
  await password(page).fill("not this one");
  await opener.setInputFiles(fixture("openssl-3des.p12"));
  await page.getByText(/^Wrong password/).first().waitFor();
  assert.equal(await page.getByRole("heading", { name: "This file has a password" }).count(), 0);
}, { viewport: { width: 320, height: 568 } });

browserTest("pfx > forgets secrets when the page is left", async ({ page }) => {
  await open(page);
  await page.getByRole("button", { name: "Fill Example Data" }).click();
  await filled(page, "Private Key");
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent("pagehide")));
  assert.equal(await textbox(page, "Private Key").inputValue(), "");
  assert.equal(await password(page).inputValue(), "");
});

fullBrowserTest(
  "pfx > an answer without a file says so, and can be dismissed",
  async ({ page }) => {
    await page.goto("/pfx");
    await field(page, "Where it runs").selectOption("server");
    await page.route("**/api/pfx/convert", async (route) => {
      const answer = await (await route.fetch()).json();
      await route.fulfill({ json: { ...answer, data: { ...answer.data, pfx: "short" } } });
    });
    await button(page, "Fill Example Data").click();
    await button(page, "Convert").click();
    await page.getByRole("dialog").getByRole("button", { name: "Send it" }).click();
    const alert = page.getByRole("alert").filter({ hasText: TEXT.pfxContentInvalid });
    await alert.getByRole("button", { name: "Dismiss" }).click();
    await alert.waitFor({ state: "detached" });
    await page.getByText("Chain length").waitFor();
  },
);

fullBrowserTest(
  "pfx > shows the password field without scrolling at 1280 by 800",
  async ({ page }) => {
    await page.goto("/pfx");
    const field = page.getByLabel("Password", { exact: true });
    await field.waitFor();
    const { y, height } = (await field.boundingBox())!;
    assert(y + height <= 800, `it ends at ${y + height}`);
  },
  { viewport: { width: 1280, height: 800 } },
);
