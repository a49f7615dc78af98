/**
 * `deno task screenshots [screen ...]`: every screen in every state, light and dark, on a phone and on
 * a wide screen, into tests/output/screenshots, for review.
 *
 * With `--published`: the pictures of the manifest and the README, into web/public/screenshots.
 * `--font NAME` uses that installed font instead of the system's default.
 */
/// <reference lib="deno.ns" />
import { parseArgs } from "node:util";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright";
import { SCREENSHOT_SIZES, screenshotPath, screenshots } from "../../web/build/screenshots.ts";
import { type ScreenState, screenStates } from "../e2e/states.ts";
import { close, serve, untilOffline, waitForReady } from "../e2e/support.ts";
import { BROWSER_ARGS, findBrowser } from "../support/browser.ts";

const OUTPUT = new URL("../output/screenshots/", import.meta.url);
const PUBLISHED = new URL("../../web/public/", import.meta.url);

const TELEPHONE = { isMobile: true, hasTouch: true } as const;
/** CSS pixels above the element that is scrolled to; the page's bar takes part of them. */
const ROOM = 130;
/** Milliseconds. */
const SCROLL_DELAY = 200;

const VIEWS = [
  { name: "light", width: 1280, height: 800, colorScheme: "light" },
  { name: "dark", width: 1280, height: 800, colorScheme: "dark" },
  { name: "phone", width: 390, height: 844, colorScheme: "light" },
  { name: "phone-dark", width: 390, height: 844, colorScheme: "dark" },
  { name: "wide", width: 1440, height: 900, colorScheme: "light" },
] as const;

const { values, positionals } = parseArgs({
  options: {
    published: { type: "boolean" },
    font: { type: "string" },
    view: { type: "string", multiple: true },
  },
  allowPositionals: true,
});
const executablePath = findBrowser();
if (!executablePath) {
  console.log("not run: needs chromium");
  Deno.exit(1);
}
const browser = await chromium.launch({
  executablePath,
  args: BROWSER_ARGS,
  env: { ...Deno.env.toObject(), ...values.font ? await fontsOf(values.font) : {} },
});
const origin = await serve();
try {
  await (values.published ? drawPublished(browser) : drawAll(browser));
} finally {
  await browser.close();
  await close();
}
Deno.exit();

async function drawAll(browser: Browser): Promise<void> {
  await Deno.mkdir(OUTPUT, { recursive: true });
  const states = screenStates.filter(({ screen }) =>
    positionals.length === 0 || positionals.includes(screen)
  );
  for (const { name, width, height, colorScheme } of VIEWS) {
    if (values.view && !values.view.includes(name)) continue;
    for (const state of states) {
      const options = {
        viewport: { width, height },
        colorScheme,
        serviceWorkers: "block",
        ...width < 600 ? TELEPHONE : {},
      } as const;
      await inState(browser, state, options, async (page) => {
        await page.evaluate(() => scrollTo(0, 0));
        const file = `${state.screen}.${state.state}.${name}.png`;
        await page.screenshot({ path: new URL(file, OUTPUT).pathname, fullPage: true });
      });
    }
    console.log(`${name}: ${states.length} pictures`);
  }
}

async function drawPublished(browser: Browser): Promise<void> {
  await Deno.mkdir(new URL("screenshots/", PUBLISHED), { recursive: true });
  for (const screenshot of screenshots) {
    const { width, height, scale } = SCREENSHOT_SIZES[screenshot.form];
    const state = screenStates.find(({ screen, state }) =>
      screen === screenshot.screen && state === screenshot.state
    );
    if (!state) throw new Error(`No state for ${screenshot.name}`);
    const options = {
      viewport: { width, height },
      deviceScaleFactor: scale,
      colorScheme: screenshot.scheme,
      ...screenshot.form === "narrow" ? TELEPHONE : {},
    };
    await inState(browser, state, options, async (page) => {
      await untilOffline(page);
      await page.evaluate(() => {
        (document.activeElement as HTMLElement | null)?.blur();
        scrollTo(0, 0);
      });
      if (screenshot.at) {
        const { role, name } = screenshot.at;
        await page.getByRole(role, { name }).evaluate(
          (element, bar) => scrollTo(0, element.getBoundingClientRect().top - bar),
          ROOM,
        );
      }
      const bytes = await asWebp(await page.screenshot(), browser);
      await Deno.writeFile(new URL(`.${screenshotPath(screenshot)}`, PUBLISHED), bytes);
      console.log(`${screenshot.name}: ${(bytes.length / 1000).toFixed(1)} kB`);
    });
  }
}

/** A PNG picture as WebP, made by the browser's canvas. */
async function asWebp(png: Uint8Array, browser: Browser): Promise<Uint8Array> {
  const page = await browser.newPage();
  const binary = Array.from(png, (byte) => String.fromCharCode(byte)).join("");
  const webp = await page.evaluate(async (base64) => {
    const image = await createImageBitmap(
      await (await fetch(`data:image/png;base64,${base64}`)).blob(),
    );
    const canvas = Object.assign(document.createElement("canvas"), {
      width: image.width,
      height: image.height,
    });
    canvas.getContext("2d")!.drawImage(image, 0, 0);
    return canvas.toDataURL("image/webp", 0.72).split(",")[1];
  }, btoa(binary));
  await page.close();
  return Uint8Array.from(atob(webp), (character) => character.charCodeAt(0));
}

/** Opens a page in a new context and brings it into the state, without animations. */
async function inState(
  browser: Browser,
  state: ScreenState,
  options: BrowserContextOptions,
  draw: (page: Page) => Promise<void>,
): Promise<void> {
  const context = await browser.newContext({ ...options, baseURL: origin });
  const page = await context.newPage();
  waitForReady(page);
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto(state.path);
  await state.enter(page);
  // Pages scroll to a result shortly after it has appeared.
  await page.waitForTimeout(SCROLL_DELAY);
  await page.evaluate(() =>
    Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => {})))
  );
  await draw(page);
  await context.close();
}

/** Environment variables with which a browser uses this font as the system's font. */
async function fontsOf(face: string): Promise<Record<string, string>> {
  const file = await Deno.makeTempFile({ suffix: ".conf" });
  const aliases = ["system-ui", "ui-sans-serif", "sans-serif"].map((name) =>
    `<match target="pattern"><test name="family"><string>${name}</string></test>` +
    `<edit name="family" mode="assign" binding="strong"><string>${face}</string></edit></match>`
  );
  await Deno.writeTextFile(
    file,
    `<?xml version="1.0"?><fontconfig><include>/etc/fonts/fonts.conf</include>${
      aliases.join("")
    }</fontconfig>`,
  );
  return { FONTCONFIG_FILE: file };
}
