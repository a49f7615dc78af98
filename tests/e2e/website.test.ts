/** The front door: a website typed into home's box is checked by one press, and nothing is sent before. */
import assert from "node:assert/strict";
import type { Page } from "playwright";
import { HOST, hostAnswer } from "./host-answers.ts";
import { button, field, textbox } from "./locators.ts";
import { browserTest, fullBrowserTest } from "./support.ts";

const ANALYZE = "**/api/chain/analyze-url";

/** Answers requests for a host, and returns the bodies of the requests. */
async function answerHosts(page: Page): Promise<string[]> {
  const { chain, everywhere, revocation } = await hostAnswer(["192.0.2.1"]);
  const asked: string[] = [];
  await page.route(ANALYZE, (route) => {
    asked.push(route.request().postData() ?? "");
    const data = { ...chain, everywhere, revocation, caa: null };
    return route.fulfill({ json: { success: true, data } });
  });
  return asked;
}

const box = (page: Page) => textbox(page, "Text to inspect");
const addressOf = (page: Page) => page.url().replace(/^https?:\/\/[^/]+/, "");
const whenShown = (page: Page) => button(page, "Copy link").waitFor();

browserTest(
  "website > typed, Enter: one request with only the host, and a link to it",
  async ({ page }) => {
    const asked = await answerHosts(page);
    await page.goto("/");
    const before = await box(page).boundingBox();
    await box(page).pressSequentially(`https://jo:secret@${HOST.toUpperCase()}:443/cart?id=1#top`);
    await page.getByText("Our server will contact this website").waitFor();
    await page.getByRole("link", { name: "See its CAA records" }).waitFor();
    assert.deepEqual(asked, []);
    assert.deepEqual(await box(page).boundingBox(), before);
    await page.keyboard.press("Enter");
    await whenShown(page);
    assert.deepEqual(asked, [JSON.stringify({ url: HOST })]);
    assert.equal(addressOf(page), `/chain#host=${HOST}`);
    await button(page, "Copy link").click();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    assert.equal(copied, page.url());

    // Back and Forward send nothing: an address only fills the field.
    await page.goBack();
    await page.waitForURL("/");
    assert.equal(await box(page).inputValue(), "");
    await page.goForward();
    await page.waitForFunction(() => document.querySelector("input")?.value !== "");
    assert.equal(await textbox(page, "Domain").inputValue(), HOST);
    await page.reload();
    await page.waitForFunction(() => document.querySelector("input")?.value !== "");
    assert.equal(asked.length, 1);
    await button(page, "Analyze Chain").click();
    await whenShown(page);
    assert.equal(asked.length, 2);
  },
  { clipboard: true },
);

fullBrowserTest("website > only a host that was sent gets into the address", async ({ page }) => {
  const asked = await answerHosts(page);
  await page.goto("/chain");
  await page.getByRole("tab", { name: "From URL" }).click();
  await textbox(page, "Domain").fill("-----BEGIN PRIVATE KEY-----");
  await button(page, "Analyze Chain").click();
  await page.getByText("Please enter a valid domain name", { exact: false }).first().waitFor();
  assert.equal(addressOf(page), "/chain");
  await textbox(page, "Domain").fill(`${HOST}/path?secret`);
  await button(page, "Analyze Chain").click();
  await whenShown(page);
  assert.deepEqual(asked, [JSON.stringify({ url: HOST })]);
  assert.equal(addressOf(page), `/chain#host=${HOST}`);
  await button(page, "Reset").click();
  assert.equal(addressOf(page), "/chain");
});

browserTest("website > the name of a file is not sent by Enter", async ({ page, requests }) => {
  const asked = await answerHosts(page);
  await page.goto("/");
  await box(page).fill("server.key");
  await page.getByText("This looks like the name of a file").waitFor();
  assert.equal(await button(page, "Check this website").count(), 0);
  await page.keyboard.press("Enter");
  await box(page).fill("backup.zip");
  await button(page, "Check this website").waitFor();
  await page.keyboard.press("Enter");
  await page.getByText("If you mean a file").waitFor();
  assert.equal(addressOf(page), "/");
  assert.deepEqual(requests.filter((line) => line.startsWith("POST")), []);
  await button(page, "Check this website").click();
  await whenShown(page);
  assert.deepEqual(asked, [JSON.stringify({ url: "backup.zip" })]);
});

fullBrowserTest(
  "website > home's card, and the inspector's item, lead to the check",
  async ({ page }) => {
    const asked = await answerHosts(page);
    await page.goto("/");
    await page.getByRole("link", { name: "Check a website" }).click();
    await page.getByRole("tab", { name: "From URL", selected: true }).waitFor();
    assert.equal(await field(page, "Domain").inputValue(), "");
    await page.goto("/inspect");
    await box(page).fill(`https://${HOST}/path`);
    await button(page, "Inspect").click();
    await button(page, "Check this website").click();
    await whenShown(page);
    assert.deepEqual(asked, [JSON.stringify({ url: HOST })]);
  },
);
