/**
 * The engines of this machine: Playwright's own if they are installed (`npx playwright install
 * firefox webkit`), else those of Debian's packages. Without an engine the tests print a line, and
 * fail in CI.
 */
import { chromium, firefox, webkit } from "playwright";
import { BROWSER_ARGS, findBrowser, isFile, ownBrowser } from "../support/browser.ts";
import { findProgram, needs } from "../support/programs.ts";
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

/** Starts the engine. Returns null if it is not installed, or throws in CI. */
export async function launchEngine(family: Family): Promise<Engine | null> {
  switch (family) {
    case "chromium": {
      const path = findBrowser();
      if (!path) return missing("chromium");
      return await launchPlaywright("Chromium", chromium, path, BROWSER_ARGS);
    }
    case "firefox": {
      const own = ownBrowser(firefox);
      if (own) return await launchPlaywright("Firefox", firefox, own);
      const program = findProgram("firefox-esr") ?? findProgram("firefox");
      return program ? await launchFirefox(program) : missing("firefox-esr");
    }
    case "webkit": {
      const own = ownBrowser(webkit);
      if (own) return await launchPlaywright("WebKit", webkit, own);
      const browser = findMiniBrowser();
      if (!needs("WebKitWebDriver", "Xvfb")) return null;
      if (!browser) return missing("MiniBrowser");
      const driver = findProgram("WebKitWebDriver")!;
      return await launchWebKitGtk({ driver, browser, display: findProgram("Xvfb")! });
    }
  }
}

function missing(program: string): null {
  const line = `not run: needs ${program}`;
  if (Deno.env.get("CI")) throw new Error(line);
  console.log(line);
  return null;
}
