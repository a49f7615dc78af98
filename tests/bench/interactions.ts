/**
 * Interaction to next paint on a mid-range phone: the paths of five typical users in a viewport of
 * 390 pixels, with the page's processor slowed six times. The times are those of the browser's own
 * event timing.
 */
import { Buffer } from "node:buffer";
import type { Browser, Locator, Page } from "playwright";
import { writePkcs7 } from "../../core/x509/cms/pkcs7.ts";
import { readPem } from "../../core/x509/pem/pem.ts";
import { section as cardOf } from "../e2e/locators.ts";
import { launch } from "../e2e/support.ts";
import { bigFolder, filesOf } from "../support/big-folders.ts";
import { ensureBuilt, startProcess } from "../support/process.ts";
import { median, type Section } from "./harness.ts";
import { QUIET, UNLIMITED } from "./http.ts";
import { findBrowser } from "../support/browser.ts";

const SLOWED = 6;
const VIEWPORT = { width: 390, height: 844 };
/** Milliseconds: the limit of "good" for this metric. */
const AIM = 200;
/** Runs of each walk. */
const ROUNDS = 3;
/** Milliseconds after which a step counts as failed, even on a busy machine. */
const PATIENCE = 180_000;
const MESSY = new URL("../fixtures/inspect/messy", import.meta.url).pathname;
const ODD_CERTIFICATE = new URL("../fixtures/certificates/every-extension.pem", import.meta.url);

/** One click, tap or key of a walk. Repetitions have the same name. */
interface Interaction {
  name: string;
  /** Milliseconds, in the steps of eight that browsers report. */
  duration: number;
}

/** Runs in the page: records the time from each interaction to the paint after it. */
function watchInteractions(): void {
  const interactions = new Map<number, number>();
  Object.assign(globalThis, { interactions });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { interactionId: number })[]) {
      if (!entry.interactionId) continue;
      const known = interactions.get(entry.interactionId) ?? 0;
      interactions.set(entry.interactionId, Math.max(known, entry.duration));
    }
  }).observe({ type: "event", durationThreshold: 16 } as PerformanceObserverInit);
}

/** Milliseconds without a long task after which the page counts as idle. */
const REST = 150;

/** One user's path through the tools, measured interaction by interaction. */
class Walk {
  readonly interactions: Interaction[] = [];
  constructor(readonly page: Page) {}

  async act(name: string, action: () => Promise<unknown>): Promise<void> {
    await this.#rest();
    await this.#drain();
    await action();
    await this.#rest();
    this.interactions.push({ name, duration: Math.max(0, ...await this.#drain()) });
  }

  /** Taps the middle of an element. Playwright's own click would first run code in the page. */
  async click(name: string, target: Locator): Promise<void> {
    await target.waitFor();
    await this.#rest();
    // Playwright's scrolling would wait until the element has stopped moving.
    const point = await target.evaluate((element) => {
      element.scrollIntoView({ block: "center" });
      const { x, y, width, height } = element.getBoundingClientRect();
      return { x: x + width / 2, y: y + height / 2 };
    });
    await this.act(name, () => this.page.touchscreen.tap(point.x, point.y));
  }

  /**
   * Chooses another option of a select. The operating system draws the list itself, so the time
   * begins with the change.
   */
  async choose(name: string, list: Locator, value: string): Promise<void> {
    await this.#rest();
    const duration = await list.evaluate((select, value) => {
      const began = performance.now();
      (select as HTMLSelectElement).value = value;
      select.dispatchEvent(new Event("change", { bubbles: true }));
      return new Promise<number>((resolve) =>
        requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - began)))
      );
    }, value);
    this.interactions.push({ name, duration: Math.round(duration) });
  }

  async #drain(): Promise<number[]> {
    return await this.page.evaluate(() => {
      const { interactions } = globalThis as unknown as { interactions: Map<number, number> };
      const durations = [...interactions.values()];
      interactions.clear();
      return durations;
    });
  }

  /** Waits until the effects of the last interaction have been drawn and announced. */
  async #rest(): Promise<void> {
    await this.page.evaluate((rest) =>
      new Promise<void>((resolve) => {
        let quiet = 0;
        let last = performance.now();
        const look = () => {
          const now = performance.now();
          // A late timer had to wait for a task, so the page was not idle.
          quiet = now - last > 50 ? 0 : quiet + now - last;
          last = now;
          if (quiet >= rest) resolve();
          else setTimeout(look, 10);
        };
        requestAnimationFrame(look);
      }), REST);
  }
}

const button = (page: Page, name: string | RegExp) =>
  page.getByRole("button", { name, exact: true });

const WALKS: Readonly<Record<string, (walk: Walk) => Promise<void>>> = {
  async "web admin with a folder of 2,700 files"(walk) {
    const { page } = walk;
    await page.goto("/inspect", { waitUntil: "networkidle" });
    await page.getByLabel("Open folder").setInputFiles(bigFolder("mixed"));
    await page.getByRole("heading", { name: "objects found" }).waitFor();
    const objects = page.getByRole("group", { name: "Objects" });
    const card = objects.getByRole("button", { name: /Certificate/ });
    const back = button(page, "Back to the overview");
    await walk.click("choose a tile", page.locator("[data-key][data-kind=object]").nth(3));
    await walk.click("back to the map", back);
    await walk.click("choose a certificate", card.nth(3));
    await walk.click("details", page.getByRole("tab", { name: "Details" }));
    await page.getByRole("heading", { name: "Every field" }).waitFor();
    await walk.click("back", back);
    const search = page.getByRole("searchbox", { name: "Search objects" });
    await walk.click("into the search", search);
    for (const letter of "shop-12") {
      await walk.act(`search "${letter}"`, () => page.keyboard.press(letter));
    }
    await walk.act("search, one letter less", () => page.keyboard.press("Backspace"));
    for (let n = 0; n < 6; n++) {
      await walk.act("search, emptied", () => page.keyboard.press("Backspace"));
    }
    for (const order of ["name", "expiry", "kind", "together"]) {
      await walk.choose(`order: ${order}`, page.getByLabel("Order"), order);
    }
    const more = objects.getByRole("button", { name: /^Show .* more$/ }).first();
    await walk.click("show more", more);
    await walk.click("choose another", card.last());
    await page.getByRole("heading", { name: "Every field" }).waitFor();
    await walk.click("back to more", back);
    console.log(`heap ${((await heapOf(page)).usedSize / 1e6).toFixed(0)} MB (aim 150 MB)`);
    await walk.click("clear", button(page, "Clear"));
  },
  async "developer with a new CSR and the CA's answer"(walk) {
    const { page } = walk;
    await page.goto("/csr", { waitUntil: "networkidle" });
    await walk.click("fill example", button(page, "Fill Example Data").first());
    await walk.click("generate", button(page, "Generate CSR"));
    await page.getByRole("textbox", { name: "CSR", exact: true }).waitFor();
    await page.goto("/csr-decoder", { waitUntil: "networkidle" });
    await walk.click("fill and decode", button(page, "Fill Example Data"));
    await walk.click("clear", button(page, "Clear").first());
    await page.goto("/match", { waitUntil: "networkidle" });
    await walk.click("fill a pair", button(page, "Fill Example Data"));
    await walk.click("verify", button(page, "Verify Match"));
  },
  async "security engineer with an odd certificate"(walk) {
    const { page } = walk;
    await page.goto("/inspect", { waitUntil: "networkidle" });
    await page.getByRole("textbox", { name: "Text to inspect" }).fill(
      await Deno.readTextFile(ODD_CERTIFICATE),
    );
    await walk.click("inspect", button(page, "Inspect"));
    await walk.click("details", page.getByRole("tab", { name: "Details" }));
    await page.getByRole("heading", { name: "Every field" }).waitFor();
    await walk.click("bytes of a field", button(page, /^Bytes of subjectAltName/).first());
    await page.getByRole("tree", { name: "ASN.1 elements" }).waitFor();
    for (const key of ["ArrowRight", "ArrowDown", "End", "Home"]) {
      await walk.act(`tree: ${key}`, () => page.keyboard.press(key));
    }
    await walk.click("details again", page.getByRole("tab", { name: "Details" }));
    await walk.click("findings", page.getByText("Findings", { exact: true }).first());
  },
  async "the same, with 1 MiB of ASN.1"(walk) {
    const { page } = walk;
    await page.goto("/inspect", { waitUntil: "networkidle" });
    const buffer = Buffer.from(largeBundle());
    await page.getByLabel("Open files").setInputFiles({
      name: "bundle.p7b",
      mimeType: "application/octet-stream",
      buffer,
    });
    await page.getByRole("heading", { name: "objects found" }).waitFor();
    const containers = cardOf(page, "Containers, lists and records");
    await walk.click("choose the bundle", containers.getByRole("button").first());
    await walk.click("show the structure", page.getByRole("tab", { name: "Bytes" }));
    const tree = page.getByRole("tree", { name: "ASN.1 elements" });
    await tree.focus();
    for (const key of ["ArrowDown", "End", "PageUp", "Home"]) {
      await walk.act(`tree: ${key}`, () => page.keyboard.press(key));
    }
    await walk.click(
      "a byte",
      page.getByRole("group", { name: /^Bytes/ }).locator("[data-octets]").nth(7),
    );
  },
  async "internal PKI with private roots and encrypted keys"(walk) {
    const { page } = walk;
    await page.goto("/inspect", { waitUntil: "networkidle" });
    await page.getByLabel("Open folder").setInputFiles(MESSY);
    await page.getByRole("heading", { name: "objects found" }).waitFor();
    const password = page.getByLabel("Password", { exact: true });
    await walk.click("into the password", password);
    await walk.act("a letter of it", () => page.keyboard.press("x"));
    await walk.click("unlock", button(page, "Unlock"));
    await page.goto("/chain", { waitUntil: "networkidle" });
    await walk.click("fill and analyze", button(page, "Fill Example Data"));
    await page.waitForLoadState("networkidle");
    await page.goto("/pfx", { waitUntil: "networkidle" });
    await walk.click("fill example", button(page, "Fill Example Data").first());
  },
  async "site owner with CAA, passwords, API"(walk) {
    const { page } = walk;
    await page.goto("/caa", { waitUntil: "networkidle" });
    await walk.click("fill example", button(page, "Fill Example Data").first());
    await page.goto("/password", { waitUntil: "networkidle" });
    await walk.click("another password", button(page, /Generate/).first());
    await page.goto("/api/docs", { waitUntil: "networkidle" });
    await walk.click("unfold an operation", page.locator("summary").first());
  },
};

/** A PKCS#7 bundle of some seven hundred certificates. */
function largeBundle(): Uint8Array {
  const certificates: Uint8Array[] = [];
  let length = 0;
  for (const { bytes } of filesOf(bigFolder("certificates"))) {
    const [{ bytes: der }] = readPem(new TextDecoder().decode(bytes));
    certificates.push(der!);
    if ((length += der!.length) > 1024 * 1024) break;
  }
  return writePkcs7(certificates);
}

async function heapOf(page: Page): Promise<{ usedSize: number }> {
  const session = await page.context().newCDPSession(page);
  await session.send("HeapProfiler.collectGarbage");
  return await session.send("Runtime.getHeapUsage");
}

async function take(browser: Browser, origin: string, name: string): Promise<Interaction[]> {
  const context = await browser.newContext({
    baseURL: origin,
    viewport: VIEWPORT,
    hasTouch: true,
    isMobile: true,
    serviceWorkers: "block",
  });
  try {
    const page = await context.newPage();
    page.setDefaultTimeout(PATIENCE);
    await page.addInitScript(watchInteractions);
    const session = await context.newCDPSession(page);
    await session.send("Emulation.setCPUThrottlingRate", { rate: SLOWED });
    const walk = new Walk(page);
    await WALKS[name](walk);
    return walk.interactions;
  } finally {
    await context.close();
  }
}

/** Prints the median and the worst time of each interaction; returns a sentence about the walk. */
function summarize(walk: string, interactions: readonly Interaction[]): string {
  const names = [...new Set(interactions.map(({ name }) => name))];
  const lines = names.map((name) => {
    const durations = interactions.filter((each) => each.name === name)
      .map(({ duration }) => duration);
    return { name, middle: median(durations), worst: Math.max(...durations) };
  });
  console.log(walk);
  for (const { name, middle, worst } of lines) {
    const beside = `${(middle / AIM).toFixed(1)} x the aim`;
    console.log(`  ${name.padEnd(28)}${padded(middle)} ms, worst${padded(worst)} ms  ${beside}`);
  }
  const [slowest] = lines.toSorted((a, b) => b.middle - a.middle);
  const late = lines.filter(({ middle }) => middle > AIM).length;
  return `${walk}: ${lines.length} interactions, the slowest at the median ${slowest.middle} ms ` +
    `(${slowest.name}), ${(slowest.middle / AIM).toFixed(1)} x the aim of ${AIM} ms; ` +
    `${late} above it; the worst of all ${Math.max(...lines.map(({ worst }) => worst))} ms.`;
}

const padded = (value: number) => String(value).padStart(5);

async function remarks(): Promise<string[]> {
  await ensureBuilt();
  bigFolder("mixed");
  if (!findBrowser()) return [];
  const browser = await launch();
  await using server = await startProcess(UNLIMITED, QUIET);
  // WALKS chooses the walks whose name contains it.
  const chosen = Deno.env.get("WALKS") ?? "";
  const names = Object.keys(WALKS).filter((name) => name.includes(chosen));
  try {
    const lines: string[] = [];
    for (const name of names) {
      const interactions: Interaction[] = [];
      for (let round = 0; round < ROUNDS; round++) {
        interactions.push(...await take(browser, server.origin, name));
      }
      lines.push(summarize(name, interactions));
    }
    return lines;
  } finally {
    await browser.close();
  }
}

export const section: Section = {
  title: "Interaction to next paint, slowed six times, in Chromium",
  remarks,
};
