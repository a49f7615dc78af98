/**
 * From a press to the next picture on a middling telephone: the five walks of those who use this, 390
 * pixels wide, the page's processor slowed six times. The browser's own event timing is read, which is
 * what "interaction to next paint" is made of.
 */
import { Buffer } from "node:buffer";
import type { Browser, Locator, Page } from "playwright";
import { writePkcs7 } from "../../core/x509/cms/write-pkcs7.ts";
import { readPem } from "../../core/x509/pem/pem.ts";
import { launch } from "../e2e/support.ts";
import { bigFolder, filesOf } from "../support/big-folders.ts";
import { ensureBuilt, startProcess } from "../support/process.ts";
import type { Section } from "./harness.ts";
import { QUIET, UNLIMITED } from "./http.ts";

const SLOWED = 6;
const VIEWPORT = { width: 390, height: 844 };
/** Milliseconds that a step may take on a machine with much else to do. */
const PATIENCE = 180_000;
const MESSY = new URL("../fixtures/inspect/messy", import.meta.url).pathname;
const ODD_CERTIFICATE = new URL("../fixtures/certificates/every-extension.pem", import.meta.url);

interface Press {
  name: string;
  duration: number;
}

/** Keeps how long each interaction took until the picture that followed it. */
function watchInteractions(): void {
  const state = Object.assign(globalThis, {
    interactions: new Map<number, number>(),
    loaf: [] as string[],
  });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { interactionId: number })[]) {
      if (!entry.interactionId) continue;
      const known = state.interactions.get(entry.interactionId) ?? 0;
      state.interactions.set(entry.interactionId, Math.max(known, entry.duration));
    }
  }).observe({ type: "event", durationThreshold: 16 } as PerformanceObserverInit);
}

/** One person's way through the tools; each press is measured by itself. */
class Walk {
  readonly presses: Press[] = [];
  constructor(readonly page: Page) {}

  async press(name: string, act: () => Promise<unknown>): Promise<void> {
    await this.#settle();
    await this.#drain();
    await act();
    await this.#settle();
    this.presses.push({ name, duration: Math.max(0, ...await this.#drain()) });
  }

  /** A finger on the middle of it: Playwright's own click would work in the page first. */
  async click(name: string, target: Locator): Promise<void> {
    await target.scrollIntoViewIfNeeded();
    const { x, y, width, height } = (await target.boundingBox())!;
    await this.press(name, () => this.page.touchscreen.tap(x + width / 2, y + height / 2));
  }

  /** Another option of a list, whose choosing is the system's: from the change to the picture. */
  async choose(name: string, list: Locator, value: string): Promise<void> {
    await this.#settle();
    const duration = await list.evaluate((select, value) => {
      const began = performance.now();
      (select as HTMLSelectElement).value = value;
      select.dispatchEvent(new Event("change", { bubbles: true }));
      return new Promise<number>((resolve) =>
        requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - began)))
      );
    }, value);
    this.presses.push({ name, duration: Math.round(duration) });
  }

  async #drain(): Promise<number[]> {
    return await this.page.evaluate(() => {
      const { interactions } = globalThis as unknown as { interactions: Map<number, number> };
      const durations = [...interactions.values()];
      interactions.clear();
      return durations;
    });
  }

  /** Until the picture that the press asked for was drawn and told of. */
  async #settle(): Promise<void> {
    await this.page.evaluate(() =>
      new Promise<void>((resolve) =>
        requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve, 150)))
      )
    );
  }
}

const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name });

const WALKS: Readonly<Record<string, (walk: Walk) => Promise<void>>> = {
  async "web admin with a folder of 2,700 files"(walk) {
    const { page } = walk;
    await page.goto("/inspect", { waitUntil: "networkidle" });
    await page.getByLabel("Open folder").setInputFiles(bigFolder("mixed"));
    await page.getByRole("heading", { name: "objects found" }).waitFor();
    const objects = page.getByRole("group", { name: "Objects" });
    const card = objects.getByRole("button", { name: /Certificate/ });
    await walk.click("choose a certificate", card.nth(3));
    await page.getByRole("heading", { name: "Every field" }).waitFor();
    await walk.click("back", button(page, "Back to the overview"));
    const search = page.getByRole("searchbox", { name: "Search objects" });
    await walk.click("into the search", search);
    for (const letter of "shop-12") {
      await walk.press(`search "${letter}"`, () => page.keyboard.press(letter));
    }
    await walk.press("search, one letter less", () => page.keyboard.press("Backspace"));
    for (let n = 0; n < 6; n++) {
      await walk.press("search, emptied", () => page.keyboard.press("Backspace"));
    }
    for (const order of ["name", "expiry", "kind", "together"]) {
      await walk.choose(`order: ${order}`, page.getByLabel("Order"), order);
    }
    await walk.click("show more", button(page, /^Show .* more$/).first());
    const { usedSize } = await heapOf(page);
    walk.presses.push({ name: `heap ${(usedSize / 1e6).toFixed(0)} MB`, duration: 0 });
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
    await page.getByRole("heading", { name: "Every field" }).waitFor();
    await walk.click("bytes of a field", button(page, /^Bytes of subjectAltName/).first());
    await page.getByRole("tree", { name: "ASN.1 elements" }).waitFor();
    for (const key of ["ArrowRight", "ArrowDown", "End", "Home"]) {
      await walk.press(`tree: ${key}`, () => page.keyboard.press(key));
    }
    await walk.click("rules", page.getByText("Rules", { exact: true }).first());
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
    const containers = page.getByRole("region", { name: "Containers, lists and records" });
    await walk.click("choose the bundle", containers.getByRole("button").first());
    await walk.click("show the structure", button(page, "Show the structure"));
    const tree = page.getByRole("tree", { name: "ASN.1 elements" });
    await tree.focus();
    for (const key of ["ArrowDown", "End", "PageUp", "Home"]) {
      await walk.press(`tree: ${key}`, () => page.keyboard.press(key));
    }
    await walk.click(
      "a byte",
      page.getByRole("group", { name: /^Bytes/ }).locator("[data-offset]").nth(40),
    );
  },
  async "internal PKI with private roots and encrypted keys"(walk) {
    const { page } = walk;
    await page.goto("/inspect", { waitUntil: "networkidle" });
    await page.getByLabel("Open folder").setInputFiles(MESSY);
    await page.getByRole("heading", { name: "objects found" }).waitFor();
    const password = page.getByLabel("Password", { exact: true });
    await walk.click("into the password", password);
    await walk.press("a letter of it", () => page.keyboard.press("x"));
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

async function take(browser: Browser, origin: string, name: string): Promise<Press[]> {
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
    return walk.presses;
  } finally {
    await context.close();
  }
}

async function remarks(): Promise<string[]> {
  await ensureBuilt();
  bigFolder("mixed");
  const browser = await launch();
  if (!browser) return [];
  await using server = await startProcess(UNLIMITED, QUIET);
  try {
    const lines: string[] = [];
    for (const name of Object.keys(WALKS)) {
      const presses = await take(browser, server.origin, name);
      const [worst] = presses.toSorted((a, b) => b.duration - a.duration);
      lines.push(
        `${name}: ${presses.length} presses, the slowest ${worst.duration} ms (${worst.name}).`,
      );
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
