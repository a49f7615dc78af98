/**
 * Finds a Chromium: the one that CHROMIUM_PATH names, Playwright's own, then the system's.
 * Playwright can download its own on most machines (`npx playwright install chromium`). The
 * headless shell is preferred to the whole browser: it is the same engine without windows, and the
 * tests take two thirds of the time in it.
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
  // Without these the browser looks up its maker's hosts, which fails many times over in a closed
  // network.
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  // Pages of one context share a process, which has compiled the app's code already; sites and
  // contexts stay apart. A spare process would be started in vain.
  "--renderer-process-limit=1",
  "--disable-features=SpareRendererForSitePerProcess",
  // Names of other origins for the tests, all on this machine. Unlike localhost they are not
  // trusted over plain http.
  "--host-resolver-rules=MAP *.test 127.0.0.1",
];

/** Path of the browser to use, or null where there is none. */
export function findBrowser(): string | null {
  const named = Deno.env.get("CHROMIUM_PATH");
  if (named) return isFile(named) ? named : null;
  return ownBrowser(chromium) ?? SYSTEM.find(isFile) ?? null;
}

/** Path of the browser that Playwright downloaded, or null where it did not. */
export function ownBrowser(type: BrowserType): string | null {
  try {
    const path = type.executablePath();
    return isFile(path) ? path : null;
  } catch {
    // Playwright knows no build for this platform.
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
