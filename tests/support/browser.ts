/**
 * Finds a Chromium: the one that CHROMIUM_PATH names, Playwright's own, then the system's.
 * Playwright can download its own on most machines (`npx playwright install chromium`). The
 * headless shell comes first: it is the same engine without windows, and the tests take two thirds of
 * the time in it.
 */
import { type BrowserType, chromium } from "playwright";

/** Debian's package of the same name. */
export const HEADLESS_SHELL = "chromium-headless-shell";

const SYSTEM = [
  `/usr/bin/${HEADLESS_SHELL}`,
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/usr/bin/google-chrome-stable",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
];

export const BROWSER_ARGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  // Without these the browser contacts Google's hosts, which fails many times in a closed network.
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  // Pages of one context share a process that has already compiled the app's code. Sites and contexts
  // still have processes of their own. A spare process would never be used.
  "--renderer-process-limit=1",
  "--disable-features=SpareRendererForSitePerProcess",
  // Other origins for the tests, on this machine. Unlike localhost they are not trusted over http.
  "--host-resolver-rules=MAP *.test 127.0.0.1",
];

/** The path of the browser to use; null if none is installed. */
export function findBrowser(): string | null {
  const named = Deno.env.get("CHROMIUM_PATH");
  if (named) return isFile(named) ? named : null;
  return ownBrowser(chromium) ?? SYSTEM.find(isFile) ?? null;
}

/** The option of a test that needs a Chromium. */
export function needsBrowser(): { missing: string[] } {
  return { missing: findBrowser() ? [] : ["chromium"] };
}

/** The path of the browser that Playwright downloaded; null if it did not. */
export function ownBrowser(type: BrowserType): string | null {
  try {
    const path = type.executablePath();
    return isFile(path) ? path : null;
  } catch {
    // Playwright has no build for this platform.
    return null;
  }
}

export function isFile(path: string): boolean {
  try {
    return Deno.statSync(path).isFile;
  } catch {
    return false;
  }
}
