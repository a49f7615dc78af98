/** From 1200 px a result folds its form, and the screen is used. */
import assert from "node:assert/strict";
import type { Page } from "playwright";
import * as TEXT from "../../core/texts.ts";
import { EXAMPLE_CHAIN } from "../../web/src/tools/chain/example.ts";
import { chainText } from "../fixtures/chain/index.ts";
import { button, CHAIN_VERDICT, filled, heading, textbox } from "./locators.ts";
import { browserTest, holdRuns } from "./support.ts";

const WIDE = { viewport: { width: 1440, height: 900 } };
const DESKTOP = { viewport: { width: 1280, height: 800 } };

const result = (page: Page) => page.getByRole("region", { name: "Result", exact: true });
const form = (page: Page) => page.locator("main form");
const change = (page: Page) => button(page, "Change");
const hasFocus = (page: Page, label: string) =>
  page.waitForFunction(
    (label) => {
      const { activeElement } = document;
      return activeElement?.getAttribute("aria-label") === label ||
        (activeElement as HTMLInputElement).labels?.[0]?.textContent?.startsWith(label);
    },
    label,
  );

browserTest("wide > a click folds the form, and Change shows it again", async ({ page }) => {
  await page.goto("/match");
  await button(page, "Fill Example Data").click();
  await filled(page, "Private Key");
  await heading(page, TEXT.matchCertificate);
  // The strip names the certificate, and nothing of the key.
  await page.getByText("Certificate of www.example.com and a private key").waitFor();
  assert(await form(page).isHidden());
  await change(page).click();
  await hasFocus(page, "Certificate");
  assert.notEqual(await textbox(page, "Private Key").inputValue(), "");
  await button(page, "Verify Match").click();
  await change(page).waitFor();
  await hasFocus(page, "Result");
  await change(page).click();
  await button(page, "Reset").click();
  await heading(page, "The answer will appear here");
  assert(await form(page).isVisible());
  assert.equal(await change(page).count(), 0);
}, DESKTOP);

browserTest("wide > a typed result leaves the form, and a fault shows it", async ({ page }) => {
  await page.goto("/chain");
  await textbox(page, "Certificate").fill(EXAMPLE_CHAIN);
  await heading(page, CHAIN_VERDICT);
  assert(await form(page).isVisible());
  await button(page, "Analyze Chain").click();
  await change(page).waitFor();
  await change(page).click();
  await textbox(page, "Certificate").fill("no certificate");
  await button(page, "Analyze Chain").click();
  await page.locator('[aria-invalid="true"]').waitFor();
  assert(await form(page).isVisible());
}, DESKTOP);

browserTest("wide > a result that is out of date leaves the form", async ({ page }) => {
  await page.goto("/pfx");
  await page.getByRole("tab", { name: "PFX to PEM" }).click();
  const { isHeld, release } = await holdRuns(page);
  await button(page, "Fill Example Data").click();
  await isHeld(1);
  await textbox(page, "Password").fill("wrong");
  await release();
  await heading(page, "Out of date");
  assert(await button(page, "Open PFX").isVisible());
}, DESKTOP);

/** The pages with an example, and what shows their result and its main download. */
const PAGES = [
  ["/chain", null, "Download full chain"],
  ["/match", null, "Download"],
  ["/pfx", "Convert", "Download PFX"],
  ["/csr", "Generate CSR", "Download CSR"],
  ["/csr-decoder", null, "Download"],
  ["/caa", "Generate", "Copy All"],
] as const;

for (const [path, act, main] of PAGES) {
  browserTest(`wide > ${path}: its main download is within 900 px`, async ({ page }) => {
    await page.goto(path);
    await button(page, "Fill Example Data").click();
    if (path === "/pfx") await filled(page, "Certificate");
    if (act) await button(page, act).click();
    await button(page, main).waitFor();
    await change(page).waitFor();
    const box = (await button(page, main).boundingBox())!;
    const top = box.y + await page.evaluate(() => scrollY);
    assert(top + box.height <= 900, `${top}`);
  }, DESKTOP);
}

/** The share of the window's height at which the left or right half has nothing. */
const emptiest = (page: Page) =>
  page.evaluate(() => {
    const main = document.querySelector("main")!;
    const { left, width } = main.getBoundingClientRect();
    const filled = (x: number, y: number) => {
      const element = document.elementFromPoint(x, y);
      return element !== null && element !== main && main.contains(element) &&
        element.matches("section *, section, li *, li, nav *, dl *, form *");
    };
    const half = (from: number) => {
      let empty = 0;
      const rows = 20;
      for (let row = 1; row < rows; row++) {
        const y = innerHeight * row / rows;
        const xs = [0.05, 0.15, 0.25, 0.35, 0.45].map((x) => left + width * (from + x));
        if (!xs.some((x) => filled(x, y))) empty++;
      }
      return empty / rows;
    };
    return Math.max(half(0), half(0.5));
  });

browserTest("wide > no half of the window is empty in a long result", async ({ page }) => {
  await page.goto("/chain");
  await textbox(page, "Certificate").fill(chainText("lifetime-201-days"));
  await button(page, "Analyze Chain").click();
  await page.getByText(/It passes \d+ rules\.$/).waitFor();
  const index = page.getByRole("navigation", { name: "In this result" });
  assert((await index.getByRole("link").count()) > 4);
  await page.evaluate(() => scrollTo(0, (document.documentElement.scrollHeight - innerHeight) / 2));
  assert(await index.isVisible());
  const empty = await emptiest(page);
  assert(empty < 0.6, `${empty}`);
  // The index leads to a section, which takes the focus.
  await index.getByRole("link", { name: "Technical details" }).click();
  await page.waitForFunction(() =>
    (document.activeElement as HTMLElement).dataset.listed === "Technical details"
  );
  assert(await result(page).isVisible());
}, WIDE);
