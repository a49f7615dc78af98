/**
 * The engines of this machine: Playwright's own if they are installed (`npx playwright install
 * firefox webkit`), else those of Debian's packages. Without an engine its tests are ignored, and
 * fail in CI.
 */
import { chromium, firefox, webkit } from "playwright";
import { BROWSER_ARGS, findBrowser, isFile, needsBrowser, ownBrowser } from "../support/browser.ts";
import { findProgram, type Needed, needs, needsAll } from "../support/programs.ts";
import { launchFirefox } from "./bidi.ts";
import type { Engine } from "./driver.ts";
import { launchPlaywright } from "./playwright.ts";
import { launchWebKitGtk } from "./webdriver.ts";

export type Family = "chromium" | "firefox" | "webkit";

/** Debian installs it next to the library, in a folder named after architecture and version. */
function findMiniBrowser(): string | null {
  const libraries = [
    ...["x86_64", "aarch64"].map((cpu) => `/usr/lib/${cpu}-linux-gnu`),
    "/usr/lib",
  ];
  return libraries
    .flatMap((folder) => ["4.1", "4.0"].map((version) => `${folder}/webkit2gtk-${version}`))
    .map((folder) => `${folder}/MiniBrowser`).find(isFile) ?? null;
}

/** The option of a test that drives this engine. */
export function needsEngine(family: Family): Needed {
  switch (family) {
    case "chromium":
      return needsBrowser();
    case "firefox":
      return ownBrowser(firefox) || findProgram("firefox") ? {} : needs("firefox-esr");
    case "webkit":
      if (ownBrowser(webkit)) return {};
      return needsAll(
        needs("WebKitWebDriver", "Xvfb"),
        { missing: findMiniBrowser() ? [] : ["MiniBrowser"] },
      );
  }
}

/** Starts an engine of this machine. */
export async function launchEngine(family: Family): Promise<Engine> {
  switch (family) {
    case "chromium":
      return await launchPlaywright("Chromium", chromium, findBrowser()!, BROWSER_ARGS);
    case "firefox": {
      const own = ownBrowser(firefox);
      if (own) return await launchPlaywright("Firefox", firefox, own);
      return await launchFirefox((findProgram("firefox-esr") ?? findProgram("firefox"))!);
    }
    case "webkit": {
      const own = ownBrowser(webkit);
      if (own) return await launchPlaywright("WebKit", webkit, own);
      return await launchWebKitGtk({
        driver: findProgram("WebKitWebDriver")!,
        browser: findMiniBrowser()!,
        display: findProgram("Xvfb")!,
      });
    }
  }
}
