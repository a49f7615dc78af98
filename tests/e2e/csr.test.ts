/** The CSR generator's page in a real Chromium. */
import assert from "node:assert/strict";
import { strFromU8, unzipSync } from "fflate";
import type { Page } from "playwright";
import { exampleCertificate, examplePrivateKey } from "../../core/examples.ts";
import { createContext } from "../../core/kernel/context.ts";
import type { OutputOf } from "../../core/kernel/contract.ts";
import { csrDecode, csrGenerate } from "../../core/csr/contract.ts";
import { execute } from "../../core/kernel/execute.ts";
import { operations } from "../../core/operations.ts";
import { bytesOf, DOMAIN_ONLY, withoutRandomness } from "../fixtures/csr/generate.ts";
import { matchFile } from "../fixtures/match/index.ts";
import { needs, runProgram } from "../support/programs.ts";
import {
  button,
  chooseKey,
  clickForNext,
  field,
  hasFocus,
  section,
  startDownload,
  textbox,
} from "./locators.ts";
import { browserTest, fullBrowserTest, workerOf } from "./support.ts";
import { RULES_SAID } from "../support/said.ts";
import { HEADLINE } from "../support/headlines.ts";

const csr = (page: Page) => page.getByRole("textbox", { name: "CSR", exact: true });
const privateKey = (page: Page) => page.getByRole("textbox", { name: "Private Key", exact: true });

async function open(page: Page): Promise<void> {
  await page.goto("/csr");
  await button(page, "Generate CSR").waitFor();
}

/** Fills in a subject and the quickest key, except where the test gives other values. */
async function fill(page: Page, values: Record<string, string> = {}): Promise<void> {
  const all = {
    "Common Name": "www.example.com",
    "Organization": "Müller & Söhne, 日本",
    "City": "Köln",
    "State/Province": "NRW",
    "Administrative E-mail": "admin@example.com",
    ...values,
  };
  for (const [name, value] of Object.entries(all)) await field(page, name).fill(value);
  await field(page, "Country").selectOption("DE");
  await chooseKey(page, "ECC");
}

const generate = (page: Page) => clickForNext(button(page, "Generate CSR"), csr(page));

async function decoded(page: Page): Promise<OutputOf<typeof csrDecode> & { valid: true }> {
  const input = { csr: await csr(page).inputValue() };
  const outcome = await execute(operations, csrDecode.name, input, createContext());
  assert(outcome.ok);
  const value = outcome.value as OutputOf<typeof csrDecode>;
  assert(value.valid && value.signatureValid);
  return value;
}

async function downloadOf(page: Page, name: string): Promise<{ name: string; text: string }> {
  const download = await startDownload(page, () => button(page, name).click());
  return {
    name: download.suggestedFilename(),
    text: await Deno.readTextFile(await download.path()),
  };
}

const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText());
const errorsShown = (page: Page) =>
  page.locator("[aria-invalid=true]").evaluateAll((controls) =>
    controls.map((control) => {
      const ids = control.getAttribute("aria-describedby")?.split(" ") ?? [];
      return document.getElementById(ids.find((id) => id.includes("-error")) ?? "")?.textContent;
    })
  );

browserTest("csr > makes a key and a request on the device", async ({ page, requests }) => {
  await open(page);
  await fill(page);
  await field(page, "Organization Unit").selectOption("Research and Development");
  await field(page, "Curve").selectOption("P-384");
  await field(page, "Digest Algorithm").selectOption("SHA-384");
  const before = requests.length;
  await generate(page);
  await page.getByRole("heading", { name: HEADLINE.csr_ready }).waitFor();
  const { subject, publicKey, signatureAlgorithm } = await decoded(page);
  assert.deepEqual(subject.attributes.map(({ value }) => value), [
    "DE",
    "NRW",
    "Köln",
    "Müller & Söhne, 日本",
    "Research and Development",
    "www.example.com",
    "admin@example.com",
  ]);
  assert.deepEqual(publicKey, { algorithm: "EC", bits: 384, curve: "P-384" });
  assert.equal(signatureAlgorithm, "ecdsa-with-SHA384");
  assert.notEqual(bytesOf(await privateKey(page).inputValue(), "PRIVATE KEY").length, 0);
  for (const area of [csr(page), privateKey(page)]) {
    assert.equal(await area.getAttribute("readonly"), "");
  }
  assert.match(await page.getByText(/^Last result: /).innerText(), /on this device/);
  assert.deepEqual(requests.slice(before).filter((line) => line.startsWith("POST")), []);
});

fullBrowserTest("csr > the example holds for both types", async ({ page }) => {
  await open(page);
  await chooseKey(page, "ECC");
  for (const type of ["SSL/TLS", "S/MIME"]) {
    await field(page, "Certificate Type").selectOption(type);
    await button(page, "Fill Example Data").click();
    assert.equal(await field(page, "Certificate Type").inputValue(), type);
    await generate(page);
    const { extensions } = await decoded(page);
    assert.deepEqual(extensions.extendedKeyUsage, [
      type === "SSL/TLS" ? "serverAuth" : "emailProtection",
    ]);
    // A saved key may be replaced without a question.
    await downloadOf(page, "Download private key");
  }
});

fullBrowserTest(
  "csr > names each fault under its field, and clears it on change",
  async ({ page }) => {
    await open(page);
    await button(page, "Generate CSR").click();
    await page.getByText("COMMON NAME IS REQUIRED").waitFor();
    assert.deepEqual(await errorsShown(page), [
      "COMMON NAME IS REQUIRED",
      "ORGANIZATION IS REQUIRED",
      "CITY IS REQUIRED",
      "STATE/PROVINCE IS REQUIRED",
      "ADMINISTRATIVE E-MAIL IS REQUIRED",
    ]);
    assert.equal(await page.getByRole("alert").count(), 0);
    await hasFocus(field(page, "Common Name"));
    await field(page, "City").fill("x");
    await field(page, "Common Name").fill("example");
    assert.deepEqual(await errorsShown(page), [
      "ORGANIZATION IS REQUIRED",
      "STATE/PROVINCE IS REQUIRED",
      "ADMINISTRATIVE E-MAIL IS REQUIRED",
    ]);
    await fill(page, { "Common Name": "example", "Administrative E-mail": "jo" });
    await button(page, "Generate CSR").click();
    await page.getByText("INVALID DOMAIN NAME FORMAT").waitFor();
    assert.deepEqual(await errorsShown(page), [
      "INVALID DOMAIN NAME FORMAT",
      "INVALID E-MAIL ADDRESS FORMAT",
    ]);
    // The type decides which rule applies: with another type the error goes.
    await field(page, "Certificate Type").selectOption("S/MIME");
    assert.deepEqual(await errorsShown(page), ["INVALID E-MAIL ADDRESS FORMAT"]);
    await button(page, "Generate CSR").click();
    await page.getByText("INVALID E-MAIL ADDRESS FORMAT").nth(1).waitFor();
    assert.equal(await field(page, "Organization").inputValue(), "Müller & Söhne, 日本");
  },
);

browserTest(
  "csr > saves both texts under names made from the common name, and copies them",
  async ({ page }) => {
    await open(page);
    const long = `${"a".repeat(60)}.${"b".repeat(22)}.example`;
    assert.equal(long.length, 91);
    const cases: [type: string, label: string, name: string, base: string][] = [
      ["SSL/TLS", "Common Name", "*.example.com", "wildcard.example.com"],
      ["SSL/TLS", "Common Name", long, "a".repeat(50)],
      ["S/MIME", "Common Name (E-mail)", "jo@example.com", "jo_at_example.com"],
    ];
    await fill(page);
    for (const [type, label, name, base] of cases) {
      await field(page, "Certificate Type").selectOption(type);
      await field(page, label).fill(name);
      await generate(page);
      const saved = await downloadOf(page, "Download CSR");
      assert.equal(saved.name, `${base}.csr.txt`);
      assert.equal(saved.text, await csr(page).inputValue());
      const key = await downloadOf(page, "Download private key");
      assert.equal(key.name, `${base}.key.txt`);
      assert.equal(key.text, await privateKey(page).inputValue());
      await button(page, "Copy CSR").click();
      await button(page, "Copied!").waitFor();
      assert.equal(await clipboard(page), saved.text);
      await button(page, "Copy private key").click();
      await page.waitForFunction(
        (text) => navigator.clipboard.readText().then((copied) => copied === text),
        key.text,
      );
      const answer = { csr: saved.text, privateKey: key.text };
      await withoutRandomness({ ok: true, value: answer });
    }
  },
  { clipboard: true },
);

fullBrowserTest("csr > takes further names, and shows what they become", async ({ page }) => {
  await open(page);
  await fill(page, { "Common Name": "bücher.example" });
  await page.getByText("Goes into the request as xn--bcher-kva.example").waitFor();
  await button(page, "Add a name").click();
  await field(page, "Additional name 1").fill("www.bücher.example, 192.0.2.1 nonsense");
  assert.equal(await field(page, "Additional name 3").inputValue(), "nonsense");
  await button(page, "Generate CSR").click();
  await page.getByText("INVALID DOMAIN NAME FORMAT").waitFor();
  assert.equal(await field(page, "Additional name 3").getAttribute("aria-invalid"), "true");
  await button(page, "Remove entry 3").click();
  await hasFocus(field(page, "Additional name 2"));
  await page.keyboard.press("Enter");
  await field(page, "Additional name 3").fill("2001:db8::1");
  await generate(page);
  assert.deepEqual((await decoded(page)).extensions.subjectAltName, [
    { type: "DNS", value: "xn--bcher-kva.example" },
    { type: "DNS", value: "www.xn--bcher-kva.example" },
    { type: "IP", value: "192.0.2.1" },
    { type: "IP", value: "2001:db8::1" },
  ]);
  await page.getByText("www.bücher.example", { exact: true }).waitFor();
});

fullBrowserTest("csr > says before and after what authorities leave out", async ({ page }) => {
  await open(page);
  const leftOut = page.getByText("Public CAs ignore this.");
  await leftOut.nth(1).waitFor();
  await field(page, "No unit").check();
  await leftOut.nth(1).waitFor({ state: "detached" });
  assert.equal(await leftOut.count(), 1);
  await fill(page, { "Common Name": `${"a".repeat(60)}.example.com` });
  await page.getByText(/has at most 64 characters/).waitFor();
  await field(page, "Curve").selectOption("P-521");
  await page.getByText(/P-521 key/).first().waitFor();
  await generate(page);
  const notes = section(page, "What your CA will ignore");
  for (const text of [/at most 64/, /e-mail address out/, /P-521 key/]) {
    await notes.getByText(text).waitFor();
  }
});

fullBrowserTest(
  "csr > scrolls to the result and works with only the keyboard",
  async ({ page }) => {
    await open(page);
    await fill(page);
    const generate = button(page, "Generate CSR");
    await generate.scrollIntoViewIfNeeded();
    await field(page, "Administrative E-mail").press("Control+Enter");
    const result = page.getByRole("region", { name: "Result" });
    await result.getByRole("heading", { name: HEADLINE.csr_ready }).waitFor();
    await page.waitForFunction(() => {
      const { top } = document.querySelector("[aria-label=Result]")!.getBoundingClientRect();
      return top >= 0 && top < innerHeight / 2;
    });
    assert(await result.evaluate((element) => element === document.activeElement));
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    assert(overflow <= 0, `the page is ${overflow} px too wide`);
  },
  { viewport: { width: 320, height: 640 } },
);

browserTest("csr > can be cancelled while a long key is made", async ({ page }) => {
  await open(page);
  await fill(page);
  await generate(page);
  // Some keys are found at once. This one is never found, so that there is something to cancel.
  await (await workerOf(page)).evaluate(() => {
    Object.assign(crypto.subtle, { generateKey: () => new Promise(() => {}) });
  });
  await chooseKey(page, "RSA");
  await field(page, "Key Size").selectOption("4096");
  await button(page, "Generate CSR").click();
  await button(page, "Generate without it").click();
  await page.getByRole("region", { name: "Result" }).getByText("Generating...").waitFor();
  assert(await button(page, "Generating...").isDisabled());
  assert.equal(await csr(page).count(), 0, "the result before is gone");
  await button(page, "Cancel").click();
  await page.getByRole("heading", { name: /will appear here/ }).waitFor();
  assert.equal(await field(page, "City").inputValue(), "Köln");
  await chooseKey(page, "ECC");
  await generate(page);
});

browserTest("csr > asks before an unsaved key is left behind", async ({ page, context }) => {
  await open(page);
  await fill(page);
  await generate(page);
  const dialog = page.getByRole("dialog", { name: "Leave without the private key?" });
  await page.getByRole("link", { name: "API Documentation" }).click();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  assert.equal(new URL(page.url()).pathname, "/csr");
  await csr(page).waitFor();
  // After "Stay" the focus is still on the entry of the open menu.
  await page.clock.install();
  await button(page, "SSL Certificate Tools").click();
  const entry = page.getByRole("banner").getByRole("link", { name: "CSR Decoder" });
  await entry.click();
  await dialog.waitFor();
  // Longer than the menu stays open once the focus has left it.
  await page.clock.runFor(1000);
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  assert(await entry.evaluate((link) => link === document.activeElement));
  // Leaving the document brings the browser's own question.
  const [question] = await Promise.all([
    page.waitForEvent("dialog"),
    page.close({ runBeforeUnload: true }),
  ]);
  assert.equal(question.type(), "beforeunload");
  await question.dismiss();
  assert(!page.isClosed());
  // A saved key needs no confirmation.
  await downloadOf(page, "Download private key");
  await page.getByRole("link", { name: "API Documentation" }).click();
  await page.waitForURL("**/api/docs");
  // Agreeing leaves the page.
  const other = await context.newPage();
  await open(other);
  await fill(other);
  await generate(other);
  await other.getByRole("link", { name: "API Documentation" }).click();
  await other.getByRole("button", { name: "Leave without it" }).click();
  await other.waitForURL("**/api/docs");
});

/** Most browsers have no file picker for saving, and this one cannot show it. */
const withoutPicker = () => Reflect.deleteProperty(globalThis, "showSaveFilePicker");

fullBrowserTest("csr > asks before an unsaved key is replaced by the next", async ({ page }) => {
  await page.addInitScript(withoutPicker);
  await open(page);
  await fill(page);
  await chooseKey(page, "ECC");
  await generate(page);
  const first = await privateKey(page).inputValue();
  const dialog = page.getByRole("dialog", { name: "Replace the private key?" });
  await button(page, "Generate CSR").click();
  // Before the closing dialog has reported that it is closed.
  await dialog.getByRole("button", { name: "Cancel" }).evaluate((cancel: HTMLElement) => {
    cancel.click();
    document.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", ctrlKey: true }));
  });
  // The button that keeps everything safe has the focus.
  await dialog.getByText("The private key in it is not encrypted.").waitFor();
  const request = await csr(page).inputValue();
  const download = await startDownload(page, () => page.keyboard.press("Enter"));
  assert.equal(download.suggestedFilename(), "www.example.com.zip");
  const files = unzipSync(await Deno.readFile(await download.path()));
  assert.equal(strFromU8(files["www.example.com.csr.txt"]), request);
  assert.equal(strFromU8(files["secret/www.example.com.key.txt"]), first);
  assert.doesNotMatch(strFromU8(files["README.txt"]), /BEGIN/);
  // A download reports no end, so the page keeps the key until the user has looked. A second press of
  // the same button saves it again.
  await button(page, "I saved it").waitFor();
  await startDownload(page, () => page.keyboard.press("Enter"));
  assert.equal(await privateKey(page).inputValue(), first);
  await button(page, "I saved it").click();
  await dialog.waitFor({ state: "detached" });
  await page.waitForFunction(
    (first) => {
      const [area] = [...document.querySelectorAll("textarea")].filter(({ ariaLabel }) =>
        ariaLabel === "Private Key"
      );
      return area && area.value !== first;
    },
    first,
  );
  // A copied key counts too.
  await button(page, "Copy private key").click();
  const second = await privateKey(page).inputValue();
  await generate(page);
  assert.notEqual(await privateKey(page).inputValue(), second);
  // The other button goes on without it.
  const third = await privateKey(page).inputValue();
  await button(page, "Generate CSR").click();
  await dialog.getByRole("button", { name: "Generate without it" }).click();
  await page.waitForFunction(
    (third) => [...document.querySelectorAll("textarea")].every(({ value }) => value !== third),
    third,
  );
  await privateKey(page).waitFor();
  // The question before leaving has the same main button, and goes on in the same way.
  await page.getByRole("link", { name: "API Documentation" }).click();
  const leaving = page.getByRole("dialog", { name: "Leave without the private key?" });
  await startDownload(
    page,
    () => leaving.getByRole("button", { name: "Download all (ZIP)" }).click(),
  );
  await leaving.getByRole("button", { name: "I saved it" }).click();
  await page.waitForURL("**/api/docs");
}, { clipboard: true });

fullBrowserTest("csr > CSR and key are saved in one ZIP at one press", async ({ page }) => {
  await open(page);
  await fill(page);
  await chooseKey(page, "ECC");
  await generate(page);
  const saved = await startDownload(page, () => button(page, "Download all (ZIP)").click());
  const files = unzipSync(await Deno.readFile(await saved.path()));
  const key = Object.keys(files).find((path) => path.startsWith("secret/"))!;
  const request = Object.keys(files).find((path) => path.endsWith(".csr.txt"))!;
  assert.equal(strFromU8(files[key]), await privateKey(page).inputValue());
  assert.equal(strFromU8(files[request]), await csr(page).inputValue());
  assert.match(strFromU8(files["README.txt"]), /The private key, not encrypted/);
  // It is saved, so nothing warns any more.
  await page.getByText("Download your private key now.").waitFor({ state: "detached" });
});

fullBrowserTest(
  "csr > goes on by itself when the file picker has written the key",
  async ({ page }) => {
    await page.addInitScript(() => {
      const written: BlobPart[] = [];
      const answers = ["cancel", "full disk", "written"];
      Object.assign(globalThis, {
        written,
        showSaveFilePicker({ suggestedName }: { suggestedName: string }) {
          const answer = answers.shift();
          if (answer === "cancel") return Promise.reject(new DOMException("", "AbortError"));
          const write = (part: BlobPart) => {
            if (answer !== "written") throw new Error("full disk");
            written.push(suggestedName, part);
          };
          return Promise.resolve({
            createWritable: () => Promise.resolve({ write, close: () => Promise.resolve() }),
          });
        },
      });
    });
    await open(page);
    await fill(page);
    await chooseKey(page, "ECC");
    await generate(page);
    const first = await privateKey(page).inputValue();
    await button(page, "Generate CSR").click();
    const dialog = page.getByRole("dialog", { name: "Replace the private key?" });
    const save = dialog.getByRole("button", { name: "Download all (ZIP)" });
    // The user closes the picker: nothing is lost, and nothing goes on.
    await save.click();
    await save.waitFor();
    assert.equal(await privateKey(page).inputValue(), first);
    // It is not written: the browser downloads it instead.
    await startDownload(page, () => save.click());
    assert.equal(await privateKey(page).inputValue(), first);
    await dialog.getByRole("button", { name: "Download again" }).click();
    await dialog.waitFor({ state: "detached" });
    await csr(page).waitFor();
    await page.waitForFunction(
      (first) => [...document.querySelectorAll("textarea")].every(({ value }) => value !== first),
      first,
    );
    await privateKey(page).waitFor();
    const [name, zip] = await page.evaluate(() => {
      const [name, bytes] = Reflect.get(globalThis, "written") as [string, Uint8Array];
      return [name, [...bytes]] as const;
    });
    assert.equal(name, "www.example.com.zip");
    const files = unzipSync(new Uint8Array(zip));
    assert.equal(strFromU8(files["secret/www.example.com.key.txt"]), first);
  },
);

fullBrowserTest("csr > asks before Back leaves an unsaved key behind", async ({ page }) => {
  await page.goto("/");
  await page.getByRole("link", { name: "CSR Generator" }).first().click();
  await fill(page);
  await generate(page);
  await page.evaluate(() => history.back());
  const dialog = page.getByRole("dialog", { name: "Leave without the private key?" });
  await dialog.getByRole("button", { name: "Cancel" }).click();
  assert.equal(new URL(page.url()).pathname, "/csr");
  await csr(page).waitFor();
  // A browser lets a page stop Back only once after each user action.
  await privateKey(page).click();
  await page.evaluate(() => history.back());
  await dialog.getByRole("button", { name: "Leave without it" }).click();
  await page.waitForURL((url) => url.pathname === "/");
});

fullBrowserTest(
  "csr > asks before Back in browsers without the Navigation API",
  async ({ page }) => {
    await page.addInitScript(() =>
      Object.defineProperty(globalThis, "navigation", { value: undefined })
    );
    await page.goto("/");
    await page.getByRole("link", { name: "CSR Generator" }).first().click();
    await fill(page);
    await generate(page);
    const key = await privateKey(page).inputValue();
    const dialog = page.getByRole("dialog", { name: "Leave without the private key?" });
    for (let time = 0; time < 2; time++) {
      await page.evaluate(() => history.back());
      await dialog.getByRole("button", { name: "Cancel" }).click();
      assert.equal(new URL(page.url()).pathname, "/csr");
      assert.equal(await privateKey(page).inputValue(), key);
    }
    await page.evaluate(() => history.back());
    await dialog.getByRole("button", { name: "Leave without it" }).click();
    await page.waitForURL((url) => url.pathname === "/");
  },
);

fullBrowserTest("csr > works offline", async ({ page, context }) => {
  await page.goto("/csr");
  await context.setOffline(true);
  await page.reload();
  await fill(page);
  await generate(page);
  assert.equal((await decoded(page)).subject.commonName, "www.example.com");
  assert.match(await page.getByText(/^Last result: /).innerText(), /on this device/);
}, { installed: true });

fullBrowserTest("csr > is made by the API over plain http, and says so", async (test) => {
  const { page, origin, requests } = test;
  const site = `http://lan.test:${new URL(origin).port}`;
  await page.goto(`${site}/csr`);
  assert.equal(await page.evaluate(() => typeof crypto.subtle), "undefined");
  await page.getByText("On the server").waitFor();
  await page.getByText(/plain http: the key travels unencrypted/).waitFor();
  await fill(page);
  await generate(page);
  assert(requests.includes(`POST ${site}/api/csr/generate`));
  assert.equal((await decoded(page)).subject.localityName, "Köln");
  await page.getByText("cryptography needs https").waitFor();
}, {
  allowOrigin: (url) => url.hostname === "lan.test",
  expectErrors: ["Cross-Origin-Opener-Policy"],
});

fullBrowserTest(
  "csr > on the server gives the same, and its faults under their fields",
  async (test) => {
    const { page, origin, requests } = test;
    await open(page);
    await field(page, "Where it runs").selectOption("server");
    const asked = () => requests.includes(`POST ${origin}/api/csr/generate`);
    await fill(page, { "City": "", "Common Name": "no domain" });
    await button(page, "Generate CSR").click();
    await page.getByText("CITY IS REQUIRED").waitFor();
    assert(!asked(), "that is told before anything is sent");
    await field(page, "City").fill("Köln");
    await button(page, "Generate CSR").click();
    await page.getByText("INVALID DOMAIN NAME FORMAT").waitFor();
    assert(asked());
    await field(page, "Common Name").fill("www.example.com");
    await generate(page);
    await decoded(page);
    assert.match(await page.getByText(/^Last result: /).innerText(), /on the server/);
  },
  { expectErrors: ["400"] },
);

fullBrowserTest("csr > reports a server that cannot be reached", async ({ page }) => {
  await open(page);
  await field(page, "Where it runs").selectOption("server");
  await fill(page);
  await page.route("**/api/csr/generate", (route) => route.abort());
  await button(page, "Generate CSR").click();
  const alert = page.getByRole("alert").filter({ hasText: "Network error occurred" });
  await alert.waitFor();
  await page.unroute("**/api/csr/generate");
  await page.route(
    "**/api/csr/generate",
    (route) => route.fulfill({ status: 200, json: { success: false } }),
  );
  await button(page, "Generate CSR").click();
  await page.getByRole("alert").filter({ hasText: "FAILED TO GENERATE CSR" }).waitFor();
  await button(page, "Dismiss").click();
  assert.equal(await page.getByRole("alert").count(), 0);
  assert.equal(await field(page, "City").inputValue(), "Köln");
}, { expectErrors: ["Failed to load resource"] });

fullBrowserTest("csr > starts from a certificate that is to be renewed", async ({ page }) => {
  await page.goto("/csr");
  await textbox(page, "Administrative E-mail").fill("ops@example.com");
  await page.getByText("Renewing? Start from the old certificate").click();
  await textbox(page, "Certificate or CSR").fill(exampleCertificate);
  await button(page, "Fill in the form").click();
  await page.getByText("Filled in from the certificate").waitFor();
  await page.getByText("Check or fill in what the certificate lacks: e-mail address.")
    .waitFor();
  const value = (name: string) => textbox(page, name).inputValue();
  assert.equal(await value("Common Name"), "www.example.com");
  assert.equal(await value("Additional name 1"), "example.com");
  assert.equal(await value("Organization"), "Example Inc");
  assert.equal(await page.getByLabel("Key Type", { exact: true }).inputValue(), "ECC");
  assert.equal(await page.getByLabel("Curve", { exact: true }).inputValue(), "P-256");
  assert.equal(
    await value("Administrative E-mail"),
    "ops@example.com",
    "what it does not say stays as it was typed",
  );
});

fullBrowserTest("csr > starts from the result of another tool", async ({ page }) => {
  await page.goto("/chain");
  await textbox(page, "Certificate").fill(exampleCertificate);
  await button(page, "Analyze Chain").click();
  // The rules come last and move what is below them.
  await page.getByText(RULES_SAID)
    .waitFor();
  await page.getByRole("link", { name: "Renew: create a new CSR" }).click();
  await page.waitForURL("**/csr");
  await page.getByText("Filled in from the certificate").waitFor();
  assert.equal(await textbox(page, "Common Name").inputValue(), "www.example.com");
});

fullBrowserTest(
  "csr > names text that is not a certificate, and keeps the form",
  async ({ page }) => {
    await page.goto("/csr");
    await textbox(page, "City").fill("Dover");
    await page.getByText("Renewing? Start from the old certificate").click();
    await textbox(page, "Certificate or CSR").fill(examplePrivateKey);
    await button(page, "Fill in the form").click();
    await page.getByText("This is a private key, not a certificate").waitFor();
    assert.equal(await textbox(page, "City").inputValue(), "Dover");
  },
);

fullBrowserTest(
  "csr > is made for a private key that there is already",
  async ({ page, requests }) => {
    await page.goto("/csr");
    await button(page, "Fill Example Data").click();
    await page.getByText("Use my existing private key").click();
    const key = textbox(page, "Your Private Key");
    await key.fill(matchFile("p384-scrypt-key.pem"));
    assert.equal(await page.getByLabel("Key Type", { exact: true }).count(), 0);
    await button(page, "Generate CSR").click();
    await page.getByText("The private key is encrypted. Enter its passphrase").waitFor();
    const passphrase = page.getByLabel("Passphrase", { exact: true });
    assert(await passphrase.evaluate((field) => field === document.activeElement));
    await passphrase.fill("correct horse");
    await button(page, "Generate CSR").click();
    await page.getByRole("heading", { name: "CSR is ready" }).waitFor();
    assert.equal(await textbox(page, "Private Key").count(), 0, "it is not shown again");
    const csr = await textbox(page, "CSR").inputValue();
    const { stderr } = await runProgram("openssl", ["req", "-verify", "-noout"], csr);
    assert.match(stderr, /verify OK/);
    assert(!requests.some((line) => line.startsWith("POST")));
    // Nothing would be lost, so no confirmation appears.
    await page.getByRole("link", { name: "Use this CSR in the decoder" }).click();
    await page.getByRole("heading", { level: 1, name: "CSR Decoder" }).waitFor();
    await page.goBack();
    await page.getByRole("heading", { level: 1, name: "CSR Generator" }).waitFor();
    await page.getByText("Use my existing private key").click();
    assert.equal(await key.inputValue(), "");
  },
  needs("openssl"),
);

fullBrowserTest(
  "csr > offers other keys where the engine makes them, below RSA and ECC",
  async ({ page }) => {
    await open(page);
    const type = field(page, "Key Type");
    await type.locator("option", { hasText: "Ed25519" }).waitFor({ state: "attached" });
    const offered = await type.locator("option").allTextContents();
    assert.deepEqual(offered.slice(0, 3), ["RSA", "ECC", "Ed25519"]);
    const made = await page.evaluate(async () => {
      const names = ["Ed25519", "ML-DSA-44", "ML-DSA-65", "ML-DSA-87"];
      const make = (name: string) => crypto.subtle.generateKey({ name }, false, ["sign", "verify"]);
      const all = await Promise.allSettled(names.map(make));
      return names.filter((_, index) => all[index].status === "fulfilled");
    });
    assert.deepEqual(offered.slice(2), made);
    await fill(page);
    for (const keyType of made) {
      await type.selectOption(keyType);
      for (const name of ["Key Size", "Curve", "Digest Algorithm"]) {
        assert.equal(await field(page, name).count(), 0);
      }
      await page.getByText(`Public CAs accept no ${keyType} keys`).first().waitFor();
      await generate(page);
      await page.getByRole("heading", { name: HEADLINE.csr_ready }).waitFor();
      const { publicKey } = await decoded(page);
      assert.equal(publicKey.algorithm, keyType);
      page.once("dialog", (dialog) => dialog.accept());
      await page.reload();
      await fill(page);
      await type.locator("option", { hasText: "Ed25519" }).waitFor({ state: "attached" });
    }
  },
);

fullBrowserTest(
  "csr > offers only RSA and ECC if the engine makes no other keys",
  async ({ page }) => {
    await page.addInitScript(() => {
      const { subtle } = crypto;
      const asked: string[] = [];
      Object.assign(globalThis, { asked });
      subtle.generateKey = (({ name }: { name: string }) => {
        asked.push(name);
        return Promise.reject(new DOMException(name, "NotSupportedError"));
      }) as typeof subtle.generateKey;
    });
    await open(page);
    await page.waitForFunction(() =>
      (globalThis as unknown as { asked: string[] }).asked.length === 4
    );
    const offered = await field(page, "Key Type").locator("option").allTextContents();
    assert.deepEqual(offered, ["RSA", "ECC"]);
  },
);

fullBrowserTest("csr > a DV certificate is renewed in four steps", async ({ page, requests }) => {
  // Steps: open the fold, paste, generate; the page itself is the first.
  await page.goto("/csr");
  await page.getByText("Renewing? Start from the old certificate").click();
  const made = await execute(operations, csrGenerate.name, DOMAIN_ONLY, createContext());
  assert(made.ok);
  await textbox(page, "Certificate or CSR").fill((made.value as { csr: string }).csr);
  await button(page, "Fill in the form").click();
  await page.getByText("It shows no organization").waitFor();
  assert(await field(page, ONLY_DOMAIN).isChecked());
  assert.deepEqual(await disabledFields(page), ORGANIZATION);
  assert.equal(await button(page, "Fill in the form").count(), 0);
  await button(page, "Generate CSR").click();
  await page.getByText("Send this certificate signing request").waitFor();
  await page.getByText("Keep this secret.").waitFor();
  const areas = await page.getByRole("region", { name: "Result" }).getByRole("textbox").all();
  const labels = await Promise.all(areas.map((area) => area.getAttribute("aria-label")));
  assert.deepEqual(labels, ["CSR", "Private Key"]);
  const { subject } = await decoded(page);
  assert.equal(subject.commonName, "www.example.com");
  assert.deepEqual(subject.attributes.map(({ name }) => name), ["commonName"]);
  assert.deepEqual(requests.filter((line) => line.startsWith("POST")), []);
});

const ONLY_DOMAIN = "Only my domain (most websites)";
const WITH_COMPANY = "With my company's name";

/** The fields that a DV certificate does not need, in the order of the form. */
const ORGANIZATION = [
  "Organization",
  "Organization Unit",
  "No unit",
  "City",
  "State/Province",
  "Country",
  "Administrative E-mail",
];

/** The labels of the visible disabled controls of the form. */
const disabledFields = (page: Page): Promise<string[]> =>
  page.locator("form :is(input, select, textarea):disabled:visible").evaluateAll((controls) =>
    controls.map((control) => (control as HTMLInputElement).labels![0].textContent)
  );

fullBrowserTest(
  "csr > for only the domain, nothing about the company is needed",
  async ({ page }) => {
    await open(page);
    assert(await field(page, WITH_COMPANY).isChecked());
    assert.deepEqual(await disabledFields(page), []);
    const { "Common Name": name, ...company } = {
      "Common Name": "www.example.com",
      "Organization": "Müller & Söhne",
      "City": "Köln",
      "State/Province": "NRW",
    };
    for (const [label, text] of Object.entries(company)) await field(page, label).fill(text);
    await field(page, "Country").selectOption("DE");
    await chooseKey(page, "ECC");
    await button(page, "Generate CSR").click();
    await page.getByText("COMMON NAME IS REQUIRED").waitFor();
    assert.deepEqual(await errorsShown(page), [
      "COMMON NAME IS REQUIRED",
      "ADMINISTRATIVE E-MAIL IS REQUIRED",
    ]);
    await field(page, ONLY_DOMAIN).check();
    assert.deepEqual(await disabledFields(page), ORGANIZATION);
    assert.deepEqual(await errorsShown(page), ["COMMON NAME IS REQUIRED"]);
    for (const [label, text] of Object.entries(company)) {
      assert.equal(await field(page, label).inputValue(), text);
      assert.equal(await field(page, label).getAttribute("aria-required"), "false", label);
    }
    await field(page, "Common Name").fill(name);
    await generate(page);
    const { subject } = await decoded(page);
    assert.deepEqual(subject.attributes.map(({ name }) => name), ["commonName"]);
    await field(page, WITH_COMPANY).check();
    assert.deepEqual(await disabledFields(page), []);
    for (const [label, text] of Object.entries(company)) {
      assert.equal(await field(page, label).inputValue(), text);
    }
    assert.equal(await field(page, "Country").inputValue(), "DE");
  },
);

fullBrowserTest(
  "csr > S/MIME needs the company, and the choice is not remembered",
  async ({ page }) => {
    await open(page);
    await field(page, ONLY_DOMAIN).check();
    await field(page, "Certificate Type").selectOption("S/MIME");
    assert(await field(page, WITH_COMPANY).isChecked());
    assert.deepEqual(await disabledFields(page), [ONLY_DOMAIN]);
    await field(page, "Certificate Type").selectOption("SSL/TLS");
    assert(await field(page, ONLY_DOMAIN).isChecked());
    await page.reload();
    assert(await field(page, WITH_COMPANY).isChecked());
    assert.deepEqual(await disabledFields(page), []);
  },
);

fullBrowserTest(
  "csr > before a result the button is in view, after it the form is a column",
  async ({ page }) => {
    const place = async (name: string) => (await field(page, name).boundingBox())!;
    await open(page);
    const isInView = async () => {
      const { y, height } = (await button(page, "Generate CSR").boundingBox())!;
      return y + height <= 800 && await page.evaluate(() => scrollY) === 0;
    };
    assert(await isInView());
    assert.equal((await place("Organization")).y, (await place("Administrative E-mail")).y);
    await field(page, ONLY_DOMAIN).check();
    assert(await isInView());
    await chooseKey(page, "ECC");
    await field(page, "Common Name").fill("www.example.com");
    await generate(page);
    const { width, height } = (await page.locator("form").boundingBox())!;
    assert(width < 400, `${width}`);
    assert((await place("Administrative E-mail")).y > (await place("Organization")).y);
    // The column has no scrolling of its own: the page scrolls to its end.
    assert(height > 800);
    await button(page, "Generate CSR").scrollIntoViewIfNeeded();
    await button(page, "Generate CSR").click({ trial: true });
  },
  { viewport: { width: 1280, height: 800 } },
);
