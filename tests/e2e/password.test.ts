/** Using the page /password. */
import assert from "node:assert/strict";
import type { Page } from "playwright";
import { button, generatePasswords } from "./locators.ts";
import { browserTest, fullBrowserTest } from "./support.ts";

const PASSWORDS = "Result";

function results(page: Page) {
  return page.getByLabel(PASSWORDS);
}

/** Sets the slider with an input event, as the keyboard and the mouse do. */
const slide = (page: Page, name: string, value: number) =>
  page.getByLabel(name).fill(String(value));

fullBrowserTest("password > makes one with strength, entropy and length, and copies it", async (
  { page },
) => {
  await page.goto("/password");
  const [password, ...others] = await generatePasswords(page);
  assert.deepEqual(others, []);
  assert.equal(password.length, 16);
  const text = await results(page).innerText();
  assert.match(text, /Very Strong/);
  assert.match(text, /103\.4 bits/);
  assert.match(text, /16 characters/);
  const meter = page.getByRole("meter", { name: "Strength" });
  assert.equal(await meter.getAttribute("aria-valuetext"), "Very Strong");
  assert.equal(await page.getByRole("button", { name: "Download passwords" }).count(), 0);

  const copy = page.getByRole("button", { name: "Copy password 1" });
  await copy.click();
  await page.getByRole("button", { name: "Copied!" }).waitFor();
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), password);
  await copy.waitFor();
}, { clipboard: true });

fullBrowserTest(
  "password > a passphrase is there as soon as its kind is chosen",
  async ({ page }) => {
    await page.goto("/password");
    await page.getByText("16 characters").waitFor();
    await page.getByRole("radio", { name: "Passphrase" }).check();
    await page.getByText("7,776 words", { exact: true }).waitFor();
    for (const name of ["Copy passphrase 1", "Copy All"]) await button(page, name).waitFor();
    await page.getByLabel("Number of Passphrases").waitFor();
    await page.getByRole("heading", { name: "Passphrase", exact: true }).waitFor();
    await page.getByRole("radio", { name: "Password", exact: true }).check();
    await page.getByText("16 characters").waitFor();
  },
);

fullBrowserTest("password > keeps to the chosen characters", async ({ page }) => {
  await page.goto("/password");
  await page.getByLabel("Symbols", { exact: true }).uncheck();
  await page.getByLabel("Uppercase", { exact: true }).uncheck();
  await page.getByLabel("Exclude ambiguous characters").check();
  await slide(page, "Number of Passwords", 5);
  for (const password of await generatePasswords(page)) {
    assert.match(password, /^[a-km-z2-9]{16}$/);
    assert.match(password, /[a-z]/);
    assert.match(password, /[0-9]/);
  }
  await page.getByText("How they are made").click();
  assert.match(
    await results(page).innerText(),
    /25 lowercase letters and 8 digits: 33 characters, without 0 O l 1 I/,
  );
});

fullBrowserTest("password > says under the field that a type must be chosen", async ({ page }) => {
  await page.goto("/password");
  await generatePasswords(page);
  for (const type of ["Uppercase", "Lowercase", "Numbers", "Symbols"]) {
    await page.getByLabel(type, { exact: true }).uncheck();
  }
  await page.keyboard.press("Control+Enter");
  await page.getByText("SELECT AT LEAST ONE CHARACTER TYPE", { exact: true }).waitFor();
  assert.equal(await page.getByRole("alert").count(), 0);
  assert.equal(await results(page).locator("code").count(), 0, "the old result is gone");
  await page.getByLabel("Numbers", { exact: true }).check();
  assert.equal(await page.getByText("SELECT AT LEAST ONE CHARACTER TYPE").count(), 0);
});

browserTest("password > masks what it shows, and Reset forgets it", async ({ page }) => {
  await page.goto("/password");
  const [password] = await generatePasswords(page);
  await page.getByLabel("Show passwords").uncheck();
  assert(!(await page.content()).includes(password));
  assert.match(await results(page).innerText(), /•{16}/);
  await slide(page, "Password Length", 50);
  await page.getByRole("button", { name: "Reset" }).click();
  assert.equal(await results(page).locator("code").count(), 0);
  assert.equal(await page.getByLabel("Password Length").inputValue(), "16");
});

fullBrowserTest("password > makes passphrases of words", async ({ page }) => {
  await page.goto("/password");
  await page.getByLabel("Passphrase").check();
  const [phrase] = await generatePasswords(page);
  assert.match(phrase, /^[a-z]+(-[a-z]+){5,}$/);
  assert.match(await results(page).innerText(), /77\.5 bits/);
});

fullBrowserTest("password > reports a browser without a secure random source", async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(globalThis, "crypto", { value: undefined, configurable: true });
  });
  await page.goto("/password");
  await page.getByText("BROWSER NOT SUPPORTED", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Generate", exact: true }).click();
  await page.getByText(
    "CRYPTOGRAPHICALLY SECURE RANDOM NUMBER GENERATION NOT AVAILABLE IN THIS BROWSER",
    { exact: true },
  ).waitFor();
  assert.equal(await results(page).locator("code").count(), 0);
  assert.equal(await page.getByText("BROWSER NOT SUPPORTED", { exact: true }).count(), 1);
  await page.getByRole("alert").filter({ hasText: "BROWSER NOT SUPPORTED" })
    .getByRole("button", { name: "Dismiss" }).click();
  await page.getByText("BROWSER NOT SUPPORTED", { exact: true }).waitFor({ state: "detached" });
});

fullBrowserTest("password > sends nothing, keeps nothing, and works offline", async (
  { page, context, requests },
) => {
  await page.goto("/password");
  const [online] = await generatePasswords(page);
  await context.setOffline(true);
  await page.reload();
  const [offline] = await generatePasswords(page);
  await page.getByLabel("Passphrase").check();
  const [phrase] = await generatePasswords(page);
  assert.notEqual(online, offline);
  assert(requests.every((line) => line.startsWith("GET ")), requests.join("\n"));
  const kept = await page.evaluate(() =>
    JSON.stringify([localStorage, sessionStorage, location.href, history.state])
  );
  for (const secret of [online, offline, phrase]) assert(!kept.includes(secret));
}, { installed: true, expectErrors: ["ERR_INTERNET_DISCONNECTED"] });

fullBrowserTest("password > works with only the keyboard", async ({ page }) => {
  await page.goto("/password");
  await page.getByLabel("Password Length").focus();
  await page.keyboard.press("End");
  assert.equal(await page.getByLabel("Password Length").inputValue(), "128");
  await page.keyboard.press("Control+Enter");
  await page.getByRole("button", { name: "Copy All" }).waitFor();
  const [password] = await results(page).locator("code").allTextContents();
  assert.equal(password.length, 128);
});
