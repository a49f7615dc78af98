/** The panel of the result starts level with the form, before a result and while it is made. */
import assert from "node:assert/strict";
import type { Page } from "playwright";
import { partOf } from "../support/matrix.ts";
import { pageTests } from "../tools/tools.generated.ts";
import { button } from "./locators.ts";
import { browserTest } from "./support.ts";

/** Widths at which the result is next to the form. */
const WIDTHS = [1024, 1280, 1440];

const result = (page: Page) => page.getByRole("region", { name: "Result" });

/** Pages whose form has the whole width from 1200 px until a result is made. */
const WIDE_FORMS: readonly string[] = ["csr"];

/** The top of the input's first box and of the box in the result's place, and where the input ends. */
async function tops(page: Page): Promise<{ input: number; end: number; panel: number }> {
  return await result(page).evaluate((section) => {
    let column: Element = section;
    while (!column.previousElementSibling) column = column.parentElement!;
    const boxOf = (element: Element): Element =>
      element.getBoundingClientRect().height > 0 ? element : boxOf(element.nextElementSibling!);
    const form = column.previousElementSibling;
    return {
      input: boxOf(form.firstElementChild!).getBoundingClientRect().top,
      end: form.getBoundingClientRect().bottom,
      panel: section.lastElementChild!.getBoundingClientRect().top,
    };
  });
}

async function assertAligned(page: Page, state: string, isWide = false): Promise<void> {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 });
    const { input, end, panel } = await tops(page);
    if (isWide && width >= 1200) assert(panel > end, `${state}, ${width}: ${panel}, before ${end}`);
    else assert(Math.abs(input - panel) <= 1, `${state}, ${width}: ${panel}, form at ${input}`);
  }
}

async function openAll(page: Page): Promise<void> {
  const closed = page.locator("main details:not([open]) > summary");
  while (await closed.count() > 0) await closed.first().click();
}

for (const [tool, { example }] of partOf(Object.entries(pageTests), 9)) {
  browserTest(`panel tops > ${tool}`, async ({ page }) => {
    // The worker's script never comes: what runs on the device goes on loading.
    await page.route(/\/assets\/worker-worker-[^/]*\.js$/, () => {});
    await page.goto(`/${tool}`);
    await result(page).locator(":scope > :nth-child(2)").waitFor();
    const isWide = WIDE_FORMS.includes(tool);
    await assertAligned(page, "empty", isWide);
    await openAll(page);
    await assertAligned(page, "options open", isWide);
    if (example === "no example") return;
    await button(page, "Fill Example Data").click();
    if (example.button !== null) await button(page, example.button).click();
    await result(page).getByRole("button", { name: "Cancel" }).waitFor();
    await assertAligned(page, "loading");
  });
}
