/** The map: tiles, gaps and their places in a real Chromium. */
import assert from "node:assert/strict";
import { describe } from "@std/testing/bdd";
import type { Locator, Page } from "playwright";
import { EXAMPLE_CHAIN } from "../fixtures/chain/example.ts";
import { chainText } from "../fixtures/chain/index.ts";
import { matchFile } from "../fixtures/match/index.ts";
import { button, chainStatus, textbox } from "./locators.ts";
import { browserTest, fullBrowserTest } from "./support.ts";

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

  fullBrowserTest("draws a missing issuer as a gap with its name", async ({ page }) => {
    await analyze(page, chainText("lasting-incomplete"), "INVALID");
    const gap = page.locator("[data-kind=gap]");
    assert.match(await gap.innerText(), /^Fixture CA\s+Issuer\s+Missing$/);
    const [before, after] = [await boxOf(gap), await boxOf(tile(page, "www.fixture.example"))];
    assert(before.x + before.width < after.x);
    assert.equal(await page.locator("[data-state=missing] path").count(), 1);
  });

  fullBrowserTest("scrolls by itself on a phone, not the page", async ({ page }) => {
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

browserTest("map > breaks the names of hosts at their dots", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await analyze(page, chainText("lasting"), "VALID");
  const lines = await tile(page, "www.fixture.example").locator("bdi").first().evaluate((name) =>
    [...name.childNodes].filter((node) => node instanceof Text).map((text) => {
      const range = document.createRange();
      range.selectNodeContents(text);
      return [text.data, range.getClientRects().length];
    })
  );
  assert.deepEqual(lines, [["www.", 1], ["fixture.", 1], ["example", 1]]);
});

/** Old and new certificates of one name with their keys and CSRs, and a certificate of another issuer. */
const RENEWAL = new URL("../fixtures/inspect/renewal/", import.meta.url).pathname;
const files = (...names: string[]) => names.map((name) => RENEWAL + name);

async function inspect(page: Page, ...names: string[]): Promise<void> {
  await page.goto("/inspect");
  await page.getByLabel("Open files").setInputFiles(files(...names));
  await page.getByRole("heading", { name: /objects found$/ }).waitFor();
  await tiles(page).first().waitFor();
}

describe("the map of the inspector", () => {
  browserTest("opens an object by a click, as the list does", async ({ page }) => {
    await inspect(page, "root.pem", "intermediate.pem", "new.pem", "new.key");
    assert.equal(await page.locator("[data-kind=gap]").count(), 0);
    const key = tile(page, "new.key");
    assert.match(await key.innerText(), /Matches/);
    await key.click();
    await button(page, "Back to the overview").waitFor();
    assert.equal(await key.getAttribute("data-current"), "true");
    // The keyboard opens the same by the list.
    const card = page.getByRole("group", { name: "Objects" })
      .getByRole("button", { name: /^Renewal Root/ });
    await card.focus();
    await page.keyboard.press("Enter");
    await page.locator("[data-current=true]").filter({ hasText: "Renewal Root" }).waitFor();
    assert.equal(await page.locator("[data-current=true]").count(), 1);
  });

  fullBrowserTest("draws a missing key and a missing issuer as gaps", async ({ page }) => {
    await inspect(page, "new.pem", "root.pem");
    const gaps = page.locator("[data-kind=gap]");
    const texts = (await gaps.allInnerTexts()).map((text) => text.replace(/\s+/g, " "));
    assert.deepEqual(texts.sort(), [
      "Private key shop.example.com Missing",
      "Renewal Intermediate Issuer Missing",
    ]);
    // A gap cannot be opened.
    await gaps.first().click();
    assert.equal(await button(page, "Back to the overview").count(), 0);
  });

  fullBrowserTest("compares a certificate that is dragged onto another", async ({ page }) => {
    await inspect(page, "old.pem", "new.pem", "new.key");
    const [from, onto, key] = await Promise.all(
      ["new.pem", "old.pem", "new.key"].map((name) => boxOf(tile(page, name))),
    );
    const middle = (
      { x, y, width, height }: { x: number; y: number; width: number; height: number },
    ) => [x + width / 2, y + height / 2] as const;
    // A key cannot be compared.
    await page.mouse.move(...middle(from));
    await page.mouse.down();
    await page.mouse.move(...middle(key), { steps: 3 });
    assert.equal(await page.locator("[data-over=true]").count(), 0);
    await page.mouse.move(...middle(onto), { steps: 3 });
    assert.equal(await page.locator("[data-over=true]").count(), 1);
    await page.mouse.up();
    await page.getByRole("heading", { name: "Side by side" }).waitFor();
    // It was dragged, not clicked.
    assert.equal(await page.locator("[data-current=true]").count(), 0);
    assert.equal(await page.locator("[data-dragged]").count(), 0);
    await button(page, "Back").click();
    await page.getByRole("heading", { name: "Side by side" }).waitFor({ state: "detached" });
  });
});

describe("the map of a pair", () => {
  fullBrowserTest("breaks the line to a key that does not match", async ({ page }) => {
    await page.goto("/match");
    await textbox(page, "Certificate").fill(matchFile("rsa-certificate.pem"));
    await textbox(page, "Private Key").fill(matchFile("p256-pkcs8-key.pem"));
    await button(page, "Verify Match").click();
    await page.getByRole("heading", { name: "DO NOT MATCH" }).waitFor();
    assert.match(await tile(page, "Private key").innerText(), /Does not match/);
    assert.equal(await page.locator("[data-state=broken] path").count(), 1);
  });
});
