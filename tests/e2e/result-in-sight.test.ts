/** A new result scrolls into view, on a phone and wherever it appears out of sight. */
import assert from "node:assert/strict";
import type { Page } from "playwright";
import * as TEXT from "../../core/texts.ts";
import { button, CHAIN_VERDICT, chooseKey, field, filled, textbox } from "./locators.ts";
import { partOf } from "../support/matrix.ts";
import { browserTest, fullBrowserTest } from "./support.ts";
import { HEADLINE } from "../support/headlines.ts";

const PHONE = { width: 390, height: 800 };

/** The verdict's place in the window, after scrolling has ended. */
async function placeOf(page: Page, name: string | RegExp) {
  const title = page.getByRole("region", { name: "Result" }).getByRole("heading", { name }).first();
  await title.waitFor();
  await page.waitForFunction(
    () => {
      const state = globalThis as { last?: number; still?: number };
      state.still = state.last === scrollY ? (state.still ?? 0) + 1 : 0;
      state.last = scrollY;
      return state.still > 12;
    },
    null,
    { polling: "raf" },
  );
  const bar = await page.getByRole("banner").evaluate((e) => e.getBoundingClientRect().bottom);
  const { top, bottom } = await title.evaluate((e) => e.getBoundingClientRect().toJSON());
  return { top, bottom, bar, height: await page.evaluate(() => innerHeight) };
}

/** It is wholly visible, not under the header, and in the upper part of the window. */
function assertInSight({ top, bottom, bar, height }: Awaited<ReturnType<typeof placeOf>>): void {
  assert(top >= bar, `${top} is under the header, which ends at ${bar}`);
  assert(bottom <= height * 0.6, `${bottom} of ${height}`);
}

browserTest("in sight > on a telephone, whatever was in sight before", async ({ page }) => {
  for (
    const [path, act, verdict] of [
      ["/match", "Verify Match", TEXT.matchCertificate],
      ["/csr-decoder", null, TEXT.csrValid],
      ["/chain", null, CHAIN_VERDICT],
      ["/password", "Generate", "Password"],
    ] as const
  ) {
    await page.goto(path);
    if (path !== "/password") await button(page, "Fill Example Data").click();
    if (path === "/match") await filled(page, "Private Key");
    if (act) {
      // The result's place is in the upper part of the window already, but not at its top.
      await page.getByRole("region", { name: "Result" }).evaluate((panel) =>
        scrollBy({
          top: panel.getBoundingClientRect().top - innerHeight * 0.5,
          behavior: "instant",
        })
      );
      const previous = await page.getByRole("region", { name: "Result" }).getByRole("heading")
        .first().elementHandle();
      await button(page, act).evaluate((element: HTMLElement) => element.click());
      await previous!.waitForElementState("hidden");
    }
    const place = await placeOf(page, verdict);
    assertInSight(place);
    const panel = page.getByRole("region", { name: "Result" });
    const top = await panel.evaluate((element) => element.getBoundingClientRect().top);
    assert(top < place.bar + 32, `${path}: its top is at ${top}`);
  }
}, { viewport: PHONE, motion: true });

fullBrowserTest("in sight > not under the header, next to a long form", async ({ page }) => {
  await page.goto("/csr");
  await button(page, "Fill Example Data").click();
  await chooseKey(page, "ECC");
  // The result's place begins a little below the window's top, where the header is.
  await page.getByRole("region", { name: "Result" }).evaluate((panel) =>
    scrollBy({ top: panel.getBoundingClientRect().top - 20, behavior: "instant" })
  );
  await button(page, "Generate CSR").evaluate((element: HTMLElement) => element.click());
  assertInSight(await placeOf(page, HEADLINE.csr_ready));
}, { viewport: { width: 1280, height: 700 }, motion: true });

/** The heights of the bars at the top of the window, and where the parts of the result are. */
const barsOf = (page: Page) =>
  page.getByRole("region", { name: "Result" }).evaluate((panel) => {
    const line = panel.querySelector("section > div:has(> div > h2)")!;
    const follows = line.parentElement!.nextElementSibling!;
    const at = (element: Element) => element.getBoundingClientRect().top;
    return {
      panel: at(panel),
      line: at(line),
      follows: at(follows),
      height: line.getBoundingClientRect().height,
      bar: document.querySelector("header")!.getBoundingClientRect().bottom,
      padding: parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop),
    };
  });

fullBrowserTest(
  "in sight > next to the form it moves to the top of the window, and the focus stays",
  async ({ page }) => {
    for (
      const [path, act, verdict] of [
        ["/match", "Verify Match", TEXT.matchCertificate],
        ["/chain", "Analyze Chain", CHAIN_VERDICT],
      ] as const
    ) {
      await page.goto(path);
      await button(page, "Fill Example Data").click();
      await filled(page, "Certificate");
      // Playwright would scroll to the button first.
      await button(page, act).evaluate((element: HTMLElement) => element.click());
      await placeOf(page, verdict);
      assert((await barsOf(page)).follows <= 200, `${path}: what follows the answer`);
      assert.notEqual(
        await page.evaluate(() => document.activeElement?.getAttribute("aria-label")),
        "Result",
      );
    }
  },
  { viewport: { width: 1280, height: 800 } },
);

/** A folder with a verdict whose cause takes both lines. */
const MESSY = new URL("../fixtures/inspect/messy/", import.meta.url).pathname;

browserTest(
  "in sight > the map of many files begins in the window's upper quarter",
  async ({ page }) => {
    await page.goto("/inspect");
    await page.getByLabel("Open folder").setInputFiles(MESSY);
    await placeOf(page, /in these files/);
    const map = page.locator("[aria-hidden=true]:has([data-kind])").last();
    assert((await map.boundingBox())!.y <= 200);
  },
  { viewport: { width: 1280, height: 800 } },
);

fullBrowserTest("in sight > the answer's line stays, and covers nothing", async ({ page }) => {
  await page.goto("/chain");
  await button(page, "Fill Example Data").click();
  await placeOf(page, CHAIN_VERDICT);
  const section = page.getByRole("heading", { name: "Technical details" });
  await section.evaluate((element) => element.scrollIntoView({ behavior: "instant" }));
  const { line, bar, height, padding } = await barsOf(page);
  assert.equal(line, bar);
  assert(padding > bar + height, "what is scrolled to ends below it");
  assert(await section.evaluate((element) => element.getBoundingClientRect().top) >= bar + height);
  await page.setViewportSize({ width: 1280, height: 590 });
  const low = await barsOf(page);
  assert(low.line < 0, "it scrolls away in a low window");
  assert(low.padding < bar + height);
}, { viewport: { width: 1280, height: 800 } });

/** Waits until the field's error is completely visible; returns its place and that of the field's name. */
async function placeOfFault(page: Page) {
  const field = page.locator('[aria-invalid="true"]').first();
  await field.waitFor();
  const found = await page.waitForFunction((field: Element) => {
    const ids = field.getAttribute("aria-describedby")!.split(" ");
    const error = document.getElementById(ids.find((id) => id.includes("-error"))!)!;
    const bar = document.querySelector("header")!.getBoundingClientRect().bottom;
    const { top, bottom } = error.getBoundingClientRect();
    if (top < bar || bottom > innerHeight) return null;
    const label = (field as HTMLInputElement).labels?.[0]?.getBoundingClientRect().top ?? null;
    return { label, bottom, bar, height: innerHeight, focused: document.activeElement === field };
  }, (await field.elementHandle())!);
  return (await found.jsonValue())!;
}

for (const height of partOf([700, 256], 2)) {
  fullBrowserTest(`in sight > what is wrong with a field, ${height} px high`, async ({ page }) => {
    for (
      const [path, name, act] of [
        ["/chain", "Certificate", "Analyze Chain"],
        ["/match", "Certificate", "Verify Match"],
        ["/pfx", "Certificate", "Convert"],
        ["/certificate", "Name 1", "Generate certificate"],
      ] as const
    ) {
      await page.goto(path);
      if (path === "/match" || path === "/pfx") {
        await textbox(page, "Private Key").fill("no key");
      }
      if (path === "/pfx") await field(page, "Password").fill("Harbor-Light-26");
      await textbox(page, name).fill("no_such thing");
      await button(page, act).click();
      const { label, bar, focused } = await placeOfFault(page);
      assert(focused, `${path}: the field has the focus`);
      if (height === 700 && label !== null) assert(label >= bar, `${path}: its name at ${label}`);
    }
  }, { viewport: { width: 320, height } });
}

fullBrowserTest(
  "in sight > a press is answered before the previous result is removed",
  async ({ page }) => {
    await page.goto("/match");
    await button(page, "Fill Example Data").click();
    const panel = page.getByRole("region", { name: "Result" });
    const verdict = panel.getByRole("heading", { name: TEXT.matchCertificate });
    await verdict.waitFor();
    const first = await verdict.elementHandle();
    const after = await button(page, "Verify Match").evaluate(async (element: HTMLElement) => {
      const state = Object.assign(globalThis, { said: [] as string[] });
      const status = document.querySelector("[aria-label=Result] [role=status]")!;
      new MutationObserver(() => state.said.push(status.textContent!))
        .observe(status, { childList: true, characterData: true, subtree: true });
      element.click();
      // The press is handled by then, and no frame was drawn since.
      await null;
      return {
        pressed: (element as HTMLButtonElement).disabled,
        shown: document.querySelector("[aria-label=Result] h2")?.textContent,
        status: status.textContent,
      };
    });
    assert.deepEqual(after, { pressed: true, shown: TEXT.matchCertificate, status: "" });
    // The next result is announced and takes the focus, though it says the same.
    await page.waitForFunction((first) => !first!.isConnected, first);
    await verdict.waitFor();
    await page.waitForFunction(() =>
      document.activeElement?.getAttribute("aria-label") === "Result"
    );
    assert.deepEqual(
      await page.evaluate(() => (globalThis as unknown as { said: string[] }).said),
      [
        "",
        TEXT.matchCertificate,
      ],
    );
  },
  { viewport: PHONE },
);
