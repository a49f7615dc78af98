/** The map: tiles, gaps and their places in a real Chromium. */
import assert from "node:assert/strict";
import { describe } from "@std/testing/bdd";
import type { Locator, Page } from "playwright";
import { EXAMPLE_CHAIN } from "../fixtures/chain/example.ts";
import { chainText } from "../fixtures/chain/index.ts";
import { chainStatus, textbox } from "./locators.ts";
import { browserTest } from "./support.ts";

const tiles = (page: Page) => page.locator("[data-kind]");
const tile = (page: Page, text: string) => tiles(page).filter({ hasText: text }).first();

async function analyze(page: Page, text: string, status: "VALID" | "INVALID"): Promise<void> {
  await page.goto("/chain");
  await textbox(page, "Certificate").fill(text);
  await page.getByRole("button", { name: "Analyze Chain" }).click();
  await chainStatus(page, status).waitFor();
}

const boxOf = async (part: Locator) => (await part.boundingBox())!;

describe("the map of a chain", () => {
  browserTest("draws the path from the root on, above the facts", async ({ page }) => {
    await analyze(page, EXAMPLE_CHAIN, "VALID");
    assert.equal(await tiles(page).count(), 3);
    const [root, intermediate, leaf] = await Promise.all(
      ["Root,", "Intermediate,", "End entity,"].map((note) => boxOf(tile(page, note))),
    );
    assert(root.x + root.width < intermediate.x && intermediate.x + intermediate.width < leaf.x);
    assert.equal(root.y, leaf.y);
    const facts = await boxOf(chainStatus(page, "VALID"));
    assert(leaf.y + leaf.height < facts.y);
    assert.equal(await page.locator("[data-state=proven] path").count(), 2);
    // Screen readers have the list of the path instead.
    assert.equal(await page.locator("[aria-hidden=true] [data-kind]").count(), 3);
    await page.getByRole("list", { name: "Certification path, root first" }).waitFor();
  });

  browserTest("draws a missing issuer as a gap with its name", async ({ page }) => {
    await analyze(page, chainText("lasting-incomplete"), "INVALID");
    const gap = page.locator("[data-kind=gap]");
    assert.match(await gap.innerText(), /^Fixture CA\s+Issuer\s+Missing$/);
    const [before, after] = [await boxOf(gap), await boxOf(tile(page, "www.fixture.example"))];
    assert(before.x + before.width < after.x);
    assert.equal(await page.locator("[data-state=missing] path").count(), 1);
  });

  browserTest("scrolls by itself on a phone, not the page", async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await analyze(page, chainText("circle"), "INVALID");
    const widths = await tiles(page).first().evaluate((first) => {
      const picture = first.closest("[aria-hidden]")!;
      const { scrollWidth, clientWidth } = document.documentElement;
      return {
        picture: picture.scrollWidth - picture.clientWidth,
        page: scrollWidth - clientWidth,
      };
    });
    assert(widths.picture > 0);
    assert(widths.page <= 0, `${widths.page}`);
  });
});
