/** From 1200 px the form is a column next to the result, and it stays in every state. */
import assert from "node:assert/strict";
import type { Page } from "playwright";
import { chainText } from "../fixtures/chain/index.ts";
import { button, field, filled, heading, textbox } from "./locators.ts";
import { browserTest, fullBrowserTest } from "./support.ts";
import { RULES_SAID } from "../support/said.ts";
import { partOf } from "../support/matrix.ts";
import { HEADLINE } from "../support/headlines.ts";

const DESKTOP = { viewport: { width: 1280, height: 720 } };
const WIDE = { viewport: { width: 1440, height: 900 } };

const form = (page: Page) => page.locator("main form").first();
const result = (page: Page) => page.getByRole("region", { name: "Result", exact: true });

/** Each page, how it is run after its example, the controls of its form, and its main download. */
const PAGES = [
  [
    "/chain",
    null,
    ["Certificate"],
    ["Analyze Chain", "Reset", "Fill Example Data"],
    "Download PEM chain",
  ],
  [
    "/match",
    null,
    ["Certificate", "Private Key"],
    ["Verify Match", "Reset", "Fill Example Data"],
    "Download",
  ],
  [
    "/pfx",
    "Convert",
    ["Certificate", "Private Key", "Password", "Encryption"],
    ["Convert", "Reset", "Fill Example Data"],
    "Download PFX",
  ],
  [
    "/csr",
    "Generate CSR",
    [
      ...["Certificate Type", "Common Name", "Organization", "Organization Unit", "City"],
      ...["State/Province", "Country", "Administrative E-mail", "Key Type", "Key Size"],
      "Digest Algorithm",
    ],
    ["Generate CSR", "Fill Example Data"],
    "Download CSR",
  ],
  ["/csr-decoder", null, ["CSR"], ["Decode CSR", "Clear", "Fill Example Data"], "Download"],
  ["/caa", "Generate", ["Domain"], ["Generate", "Reset", "Fill Example Data"], "Copy All"],
] as const;

/** Can be clicked where it is drawn, once it is scrolled to. */
const assertUsable = (page: Page, names: readonly string[], buttons: readonly string[]) =>
  Promise.all([
    ...names.map((name) => form(page).getByLabel(name, { exact: true }).click({ trial: true })),
    ...buttons.map((name) => button(page, name).click({ trial: true })),
  ]);

for (const [path, act, fields, buttons, main] of partOf(PAGES, 8)) {
  browserTest(`wide > ${path}: a result leaves the whole form next to it`, async ({ page }) => {
    await page.goto(path);
    await button(page, "Fill Example Data").click();
    if (path === "/pfx") await filled(page, "Certificate");
    if (act) await button(page, act).click();
    await button(page, main).waitFor();
    await page.evaluate(() => scrollTo(0, 0));
    const [input, output, download] = await Promise.all(
      [form(page), result(page), button(page, main)].map((part) => part.boundingBox()),
    );
    assert(input!.width >= 300 && input!.width <= 400, `${input!.width} px`);
    assert(output!.x > input!.x + input!.width, "the result is next to the form");
    assert(output!.width > 1.8 * input!.width, "the result has the larger part");
    assert(download!.y + download!.height <= 900, `the main download is at ${download!.y}`);
    await assertUsable(page, fields, buttons);
  }, DESKTOP);
}

fullBrowserTest(
  "wide > a click shows the result, and the form stays in reach",
  async ({ page }) => {
    await page.goto("/csr");
    await button(page, "Fill Example Data").click();
    await field(page, "Key Type").selectOption("ECC");
    await button(page, "Generate CSR").click();
    await heading(page, HEADLINE.csr_ready);
    await page.waitForFunction(() => {
      const { top } = document.querySelector("section[aria-label=Result]")!.getBoundingClientRect();
      return top >= 0 && top < 200;
    });
    await assertUsable(page, ["Common Name", "Curve"], ["Generate CSR"]);
  },
  DESKTOP,
);

fullBrowserTest("wide > a short form stays in view while its result scrolls", async ({ page }) => {
  await page.goto("/chain");
  await button(page, "Fill Example Data").click();
  await button(page, "Download PEM chain").waitFor();
  await page.evaluate(() => scrollTo(0, 1500));
  const { y, height } = (await form(page).boundingBox())!;
  assert(y > 0 && y + height < 720, `from ${y} to ${y + height}`);
  await button(page, "Reset").click();
  await heading(page, "The chain will appear here");
}, DESKTOP);

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

fullBrowserTest("wide > no half of the window is empty in a long result", async ({ page }) => {
  await page.goto("/chain");
  await textbox(page, "Certificate").fill(chainText("lifetime-201-days"));
  await button(page, "Analyze Chain").click();
  await page.getByText(RULES_SAID)
    .waitFor();
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
