import type { Page } from "playwright";
import * as TEXT from "../../core/texts.ts";
import { button, heading, openTab } from "../e2e/locators.ts";
import { inspectFixtures } from "../fixtures/inspect/index.ts";
import { signedFixtures } from "../fixtures/signed/index.ts";
import { edgeFolders } from "../fixtures/key-edges/index.ts";
import { chainOf, pem } from "../fixtures/pfx/index.ts";
import { enter, run, tabTo } from "./by-keyboard.ts";
import { type PageTests, type ParityTests, rulesChecked, stay } from "./suite-parts.ts";

/** A folder of files whose names say nothing about their content. */
const MESSY = new URL("../fixtures/inspect/messy/", import.meta.url).pathname;

async function dropMessyFolder(page: Page): Promise<void> {
  await page.getByLabel("Open folder").setInputFiles(MESSY);
  await page.getByText("Select an item for its details").waitFor();
  // The verdict and the tree are drawn after the announcement.
  await page.getByRole("button", { name: "Download all (ZIP)", exact: true }).waitFor();
  await page.getByRole("group", { name: "Objects" }).waitFor();
}

export const page = {
  states: {
    empty: stay,
    async error(page) {
      await button(page, "Inspect").click();
      await page.getByText(TEXT.inspectRequired).waitFor();
    },
    result: dropMessyFolder,
    async object(page) {
      await dropMessyFolder(page);
      await page.getByRole("group", { name: "Objects" })
        .getByRole("button", { name: /^alpha\.example/ }).first().click();
      // The chain is analyzed after the certificate is shown.
      await heading(page, "Until when");
      await openTab(page, "Details");
      await rulesChecked(page);
    },
    async bytes(page) {
      await dropMessyFolder(page);
      await page.getByRole("group", { name: "Objects" })
        .getByRole("button", { name: /^alpha\.example/ }).first().click();
      await openTab(page, "Bytes");
      await page.getByRole("tree", { name: "ASN.1 elements" }).waitFor();
    },
  },
  keyboard: [{
    name: "inspector",
    async use(page) {
      await enter(page, "Text to inspect", pem(...chainOf("p256", 3)) + pem("p256-key"));
      await run(page);
      await heading(page, "4 objects found");
      await tabTo(page, page.getByLabel("Order"));
      await page.keyboard.press("N");
      await tabTo(
        page,
        page.getByRole("group", { name: "Objects" }).getByRole("button", {
          name: /^p256\.example\.com/,
        }),
      );
      await page.keyboard.press("Enter");
      await button(page, "Verify the match").waitFor();
      const tab = page.getByRole("tab", { name: "Answer", exact: true });
      await tabTo(page, tab, "Shift+Tab");
      await page.keyboard.press("End");
      await tabTo(page, page.getByRole("tree", { name: "ASN.1 elements" }));
      await page.keyboard.press("ArrowRight");
      await tabTo(page, page.getByRole("tab", { name: "Bytes", exact: true }), "Shift+Tab");
      await page.keyboard.press("Home");
      await tabTo(page, button(page, "Verify the match"));
      await page.keyboard.press("Enter");
      await heading(page, TEXT.matchCertificate);
    },
  }],
  // A result of many objects is neither copied nor printed as a whole.
  results: {},
  example: "no example",
} satisfies PageTests;

export const parity = {
  "inspect": { fixtures: [...inspectFixtures, ...edgeFolders, ...signedFixtures] },
} satisfies ParityTests;
