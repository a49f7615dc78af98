/** Engines that Playwright drives: the Chromium of the other browser tests, and its own two. */
import type { Browser, BrowserContext, BrowserType, ElementHandle, Frame, Page } from "playwright";
import { asText, type Driver, type Engine, type EngineName, fromText, type Key } from "./driver.ts";

export async function launchPlaywright(
  name: EngineName,
  type: BrowserType,
  executablePath: string,
  args: string[] = [],
): Promise<Engine> {
  const downloads = await Deno.makeTempDir();
  const browser: Browser = await type.launch({ executablePath, args });
  const permissions = name === "Chromium" ? ["clipboard-read", "clipboard-write"] : [];
  const context: BrowserContext = await browser.newContext({
    viewport: { width: 1180, height: 900 },
    permissions,
  });
  const opened: Page[] = [];
  let expected = 0;
  context.on("page", (page) => {
    page.on(
      "download",
      (download) => download.saveAs(`${downloads}/${download.suggestedFilename()}`),
    );
    if (expected > 0) expected--;
    else opened.push(page);
  });
  return {
    name,
    version: browser.version(),
    downloads,
    async open() {
      expected++;
      const page = await context.newPage();
      return driverOf(page, page.mainFrame());
    },
    async opened() {
      const page = opened.shift() ?? await context.waitForEvent("page");
      opened.length = 0;
      return driverOf(page, page.mainFrame());
    },
    async [Symbol.asyncDispose]() {
      await browser.close();
      await Deno.remove(downloads, { recursive: true });
    },
  };
}

function driverOf(page: Page, frame: Frame): Driver {
  async function element(finder: string, argument: string): Promise<ElementHandle> {
    const handle = await frame.evaluateHandle(`(${finder})(${argument})`);
    const found = handle.asElement();
    if (!found) throw new Error("no such element");
    return found;
  }
  return {
    async goto(url) {
      await frame.goto(url);
    },
    async reload() {
      await page.reload();
    },
    async back() {
      await page.goBack();
    },
    async call(body, argument) {
      const text = await frame.evaluate<string>(`(${asText(body)})(${JSON.stringify(argument)})`);
      return JSON.stringify(fromText(text) ?? null);
    },
    async click(finder, argument) {
      await (await element(finder, argument)).click();
    },
    async keys(keys: readonly Key[]) {
      for (const { key, control } of keys) {
        await page.keyboard.press(control ? `Control+${key}` : key);
      }
    },
    async chooseFolder(finder, argument, path) {
      await (await element(finder, argument)).setInputFiles(path);
    },
    async screenshot() {
      return new Uint8Array(await page.screenshot());
    },
    async resize(width, height) {
      await page.setViewportSize({ width, height });
    },
    async frame(finder, argument) {
      const inner = await (await element(finder, argument)).contentFrame();
      if (!inner) throw new Error("no frame");
      return driverOf(page, inner);
    },
    async close() {
      await page.close();
    },
  };
}
