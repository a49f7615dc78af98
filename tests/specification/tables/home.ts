/** The home page, and the shared layout's dropdown and menu. */
import assert from "node:assert/strict";
import { provider } from "../../../core/provider.ts";
import { until } from "../../engines/page.ts";
import { absent, button, heading, link, seen, words } from "../checks.ts";
import { each, row, type Table } from "../row.ts";
import type { Stage } from "../stage.ts";
import { layoutRows, securityRow, TOOLS } from "./common.ts";

const LIST = "SSL Certificate Tools";

/** The names of the dropdown's links that are shown, in their order. */
const listed = ({ page }: Stage): Promise<string[]> =>
  page.evaluate(() => {
    const opener = [...document.querySelectorAll("header button")].find(({ textContent }) =>
      textContent!.trim() === "SSL Certificate Tools"
    )!;
    const list = document.getElementById(opener.getAttribute("aria-controls")!)!;
    return [...list.querySelectorAll<HTMLElement>("a")]
      .filter((entry) => entry.checkVisibility({ visibilityProperty: true }))
      .map((entry) => entry.textContent!.trim());
  });

async function openTools(stage: Stage): Promise<void> {
  await stage.page.click("button", stage.isWide ? LIST : "Menu");
  await stage.page.wait("link", "Chain Analyzer", "header");
}

export const home: Table = {
  path: "/",
  states: {
    async idle() {},
    tools: openTools,
    async closed(stage) {
      await stage.page.click("button", stage.isWide ? LIST : "Menu");
    },
    async blurred(stage) {
      if (!stage.isWide) return;
      await stage.stopClock();
      await openTools(stage);
      // A click does not focus a button in every engine.
      await stage.page.evaluate(() => {
        document.querySelector<HTMLElement>("header [aria-expanded=true]")!.focus();
        (document.activeElement as HTMLElement).blur();
      });
    },
    async chosen(stage) {
      if (stage.isWide) await stage.startClock();
      await openTools(stage);
      await stage.page.click("link", "Chain Analyzer", "header");
      await stage.page.untilPath("/chain");
    },
    async documentation(stage) {
      if (!stage.isWide) await stage.page.click("button", "Menu");
      await stage.page.click("link", "API Documentation", "header");
      await stage.page.untilPath("/api/docs");
    },
    async unknown(stage) {
      await stage.goto("/no-such-page");
    },
    async broken(stage) {
      await stage.goto("/");
      stage.missing = /^\/assets\/page-csr-decoder/;
      await stage.page.click("link", "CSR Decoder", "main");
    },
    async end(stage) {
      stage.missing = null;
      // The page's report of the missing file may come after its error page.
      await until("the page's report", () => Promise.resolve(stage.site.faults.length > 0));
      stage.site.faults.splice(0);
      await stage.goto("/");
    },
  },
  rows: [
    ...layoutRows("/", "Home"),
    securityRow("idle"),
    ...each(
      Object.entries(TOOLS),
      ([name, path]) =>
        row(
          "1",
          "The home page shows cards for the tools",
          "idle",
          link(name, "main"),
          async ({ page }) => {
            const address = await page.evaluate(
              (name) =>
                [...document.querySelectorAll("main a")].find((one) =>
                  one.textContent!.trim() === name
                )
                  ?.getAttribute("href"),
              name,
            );
            assert.equal(address, path);
          },
        ),
    ),
    row(
      "1",
      "a promotion of the provider's paid SSL certificates",
      "idle",
      seen("heading", provider.promotion.title),
      link(provider.promotion.action),
    ),
    row(
      "1",
      "with three selling points: trusted security",
      "idle",
      seen("heading", "Trusted security"),
    ),
    row("1", "fast issuance", "idle", seen("heading", "Fast issuance")),
    row("1", "expert support", "idle", seen("heading", "Expert support")),
    row(
      "2",
      "an 'SSL Certificate Tools' dropdown listing the seven tools",
      "tools",
      async (stage) => {
        assert.deepEqual(await listed(stage), Object.keys(TOOLS));
      },
    ),
    ...each(
      Object.keys(TOOLS),
      (name) => row("D8", `Tools in the dropdown: '${name}'`, "tools", link(name, "header")),
    ),
    row("2", "A collapsible mobile menu has the same entries", "tools", async (stage) => {
      if (stage.isWide) return;
      for (const name of ["Home", "API Documentation"]) await link(name, "header")(stage);
    }),
    row("D8", "'Menu'", "tools", async (stage) => {
      // The button keeps its name while the menu is open.
      if (!stage.isWide) await button("Menu")(stage);
    }),
    row(
      "4",
      "the mobile menu and tool dropdown open and close",
      "closed",
      absent("link", "Chain Analyzer", "header"),
    ),
    row("4", "the dropdown closes 200 ms after blur", "blurred", async (stage) => {
      if (!stage.isWide) return;
      await stage.pass(199);
      assert.equal((await listed(stage)).length, 7, "it has closed before 200 ms");
      await stage.pass(1);
      await absent("link", "Chain Analyzer", "header")(stage);
    }),
    row(
      "4",
      "or when an item is selected",
      "chosen",
      absent("link", "PFX Converter", "header"),
      heading("Chain Analyzer"),
    ),
    row("2", "API Documentation", "documentation", heading("API Documentation")),
    row(
      "2",
      "An unknown or failing route shows a default error page reading 'Unexpected Application Error!'",
      "unknown broken",
      heading("Unexpected Application Error!"),
    ),
    row(
      "8",
      "Unknown route or application failure: 'Unexpected Application Error!'",
      "unknown broken",
      words("Unexpected Application Error!"),
    ),
  ],
};
