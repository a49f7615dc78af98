/**
 * `deno run -A tests/engines/pictures.ts [firefox webkit chromium]`: draws the pages in each engine
 * into tests/output/engines, to be looked at: fonts, controls, scrollbars, the bar on a scrolled
 * page, dialogs, focus rings.
 */
import { close } from "../e2e/support.ts";
import { type Family, launchEngine } from "./engines.ts";
import { makeFolder, MESSY } from "./flows.ts";
import { Page } from "./page.ts";
import { startSite } from "./site.ts";
import { HEADLINE } from "../support/headlines.ts";

const OUTPUT = new URL("../output/engines/", import.meta.url);

interface Picture {
  path: string;
  enter?: (page: Page) => Promise<unknown>;
  dark?: boolean;
  phone?: boolean;
}

async function fillAnd(page: Page, action: string, heading: RegExp): Promise<void> {
  await page.click("button", "Fill Example Data");
  if (action) await page.click("button", action);
  await page.wait("text", "Last result:");
  await page.untilText(heading);
}

async function request(page: Page): Promise<void> {
  await page.click("button", "Fill Example Data");
  await page.select("Key Type", "ECC");
  await page.click("button", "Generate CSR");
  await page.wait("heading", HEADLINE.csr_ready);
}

const tab = { key: "Tab" };

const PICTURES: Readonly<Record<string, Picture>> = {
  "home": { path: "/" },
  "home-menu": { path: "/", enter: (page) => page.click("button", "SSL Certificate Tools") },
  "home-dark": { path: "/", dark: true },
  "home-phone": { path: "/", phone: true },
  "home-focus": { path: "/", enter: (page) => page.press(tab, tab, tab) },
  "home-footer": { path: "/", enter: (page) => page.evaluate(() => scrollTo(0, 1e6)) },
  "csr": { path: "/csr" },
  "csr-phone": { path: "/csr", phone: true },
  "csr-result": { path: "/csr", enter: request },
  "csr-dialog": {
    path: "/csr",
    async enter(page) {
      await request(page);
      await page.click("link", "API Documentation");
      await page.wait("heading", "Leave without the private key?");
    },
  },
  "csr-decoder": {
    path: "/csr-decoder",
    enter: (page) => fillAnd(page, "", /Public Key Information/),
  },
  "chain": { path: "/chain", enter: (page) => fillAnd(page, "", /Example Root/) },
  "chain-dark": { path: "/chain", dark: true, enter: (page) => fillAnd(page, "", /Example Root/) },
  "chain-folder": { path: "/chain", enter: makeFolder },
  "chain-folder-dark": { path: "/chain", dark: true, enter: makeFolder },
  "chain-folder-phone": { path: "/chain", phone: true, enter: makeFolder },
  "match": { path: "/match", enter: (page) => fillAnd(page, "Verify Match", /match/i) },
  "pfx": {
    path: "/pfx",
    async enter(page) {
      await page.click("button", "Fill Example Data");
      await page.fill("Password", "Harbor-Light-26");
      await page.click("button", "Convert");
      await page.wait("button", "Download PFX");
    },
  },
  "caa": { path: "/caa", enter: (page) => fillAnd(page, "Generate", /CAA 0 issue/) },
  "password": {
    path: "/password",
    async enter(page) {
      await page.click("button", "Generate");
      await page.wait("button", "Copy All");
    },
  },
  "inspect": {
    path: "/inspect",
    async enter(page) {
      await page.chooseFolder("Open folder", MESSY);
      await page.untilText(/13 objects found/);
    },
  },
  "inspect-dark": {
    path: "/inspect",
    dark: true,
    async enter(page) {
      await page.chooseFolder("Open folder", MESSY);
      await page.untilText(/13 objects found/);
    },
  },
  "api-docs": { path: "/api/docs" },
  "api-docs-scrolled": {
    path: "/api/docs",
    enter: (page) => page.evaluate(() => scrollTo(0, 900)),
  },
  "popup": { path: "/csr/popup" },
};

const families = (Deno.args.length > 0 ? Deno.args : ["firefox", "webkit"]) as Family[];
await Deno.mkdir(OUTPUT, { recursive: true });
for (const family of families) {
  await using engine = await launchEngine(family);
  if (!engine) continue;
  for (const [name, { path, enter, dark, phone }] of Object.entries(PICTURES)) {
    using site = await startSite();
    const page = new Page(await engine.open());
    if (phone) await page.driver.resize(390, 844);
    try {
      await page.goto(site.origin + path);
      if (dark) await page.select("Theme", "dark");
      await enter?.(page);
      // Two frames, so that the last change was drawn.
      await page.evaluate(() =>
        new Promise<void>((resolve) =>
          requestAnimationFrame(() => requestAnimationFrame(() => resolve()))
        )
      );
    } catch (error) {
      console.log(`${family} ${name}: ${error}`);
    }
    await Deno.writeFile(new URL(`${family}.${name}.png`, OUTPUT), await page.driver.screenshot());
    await page.driver.close();
  }
  console.log(`${engine.name} ${engine.version}: ${Object.keys(PICTURES).length} pictures`);
}
await close();
Deno.exit();
