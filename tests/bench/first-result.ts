/**
 * From the click to the painted result on a fresh page. Measured are the first result and later
 * ones, with the worker prepared while the page rests and without (as where the browser saves
 * data), at full speed and with the processor slowed. How far the slowing reaches the worker is
 * measured too, and reported with the figures.
 */
import type { Browser, Page } from "playwright";
import { launch, workerOf } from "../e2e/support.ts";
import { ensureBuilt, startProcess } from "../support/process.ts";
import { median, type Section } from "./harness.ts";
import { QUIET, UNLIMITED } from "./http.ts";
import { findBrowser } from "../support/browser.ts";

/** Fresh pages of each kind, and further results on each page. */
const PAGES = 3;
const LATER = 4;
const SLOWED = 6;
/** How often the loop runs that measures the slowing. */
const TURNS = 7;
/** Milliseconds that a page may take on a machine with much else to do. */
const PATIENCE = 120_000;

/** Pages that judge their example at once, and the button that takes the last result away. */
const CLEAR: Readonly<Record<string, string>> = {
  "/csr-decoder": "Clear",
  "/match": "Reset",
  "/chain": "Reset",
};

interface Watched {
  clicked: number;
  painted: number;
}

/** Notes the times of the last click and of the first frame with its result. */
function watchPage(): void {
  const state = Object.assign(globalThis, { clicked: 0, painted: 0 });
  addEventListener("click", (event) => {
    state.clicked = event.timeStamp;
    state.painted = 0;
  }, true);
  // Each result is an element of its own in the panel, whose state may be the same as before.
  new MutationObserver((records) => {
    const isResult = records.some(({ target, addedNodes }) =>
      addedNodes.length > 0 && (target as HTMLElement).dataset?.status === "result"
    );
    if (!isResult) return;
    requestAnimationFrame(() => setTimeout(() => state.painted = performance.now()));
  }).observe(document, { childList: true, subtree: true });
}

/** Milliseconds from the click to the picture. */
async function measureOne(page: Page): Promise<number> {
  await page.getByRole("button", { name: "Fill Example Data" }).click();
  await page.waitForFunction(() => (globalThis as unknown as Watched).painted > 0);
  return await page.evaluate(() => {
    const { clicked, painted } = globalThis as unknown as Watched;
    return painted - clicked;
  });
}

interface Times {
  first: number;
  later: number;
}

/** On pages of one kind, each fresh and at rest: the medians. */
async function measure(
  browser: Browser,
  origin: string,
  path: string,
  { slowed, isPrepared }: { slowed: boolean; isPrepared: boolean },
): Promise<Times> {
  const first: number[] = [];
  const later: number[] = [];
  for (let i = 0; i < PAGES; i++) {
    const context = await browser.newContext({ baseURL: origin });
    try {
      const page = await context.newPage();
      page.setDefaultTimeout(PATIENCE);
      await page.addInitScript(watchPage);
      if (!isPrepared) {
        await page.addInitScript(() =>
          Object.defineProperty(navigator, "connection", { value: { saveData: true } })
        );
      }
      await page.goto(path, { waitUntil: "networkidle" });
      if (slowed) {
        const session = await context.newCDPSession(page);
        await session.send("Emulation.setCPUThrottlingRate", { rate: SLOWED });
      }
      first.push(await measureOne(page));
      for (let run = 0; run < LATER; run++) {
        // A result may come so soon that no loading state is painted, so the old result is cleared
        // first.
        await page.getByRole("button", { name: CLEAR[path] }).click();
        later.push(await measureOne(page));
      }
    } finally {
      await context.close();
    }
  }
  return { first: median(first), later: median(later) };
}

/** How many times longer the same loop takes when the processor is slowed: [page, worker]. */
async function slowdown(browser: Browser, origin: string): Promise<[number, number]> {
  const context = await browser.newContext({ baseURL: origin });
  try {
    const page = await context.newPage();
    await page.goto("/csr-decoder");
    const worker = await workerOf(page);
    const loop = () => {
      const began = performance.now();
      let sum = 0;
      for (let i = 0; i < 3e7; i++) sum = (sum + i) | 0;
      return performance.now() - began + (sum & 0);
    };
    const session = await context.newCDPSession(page);
    const ratios: [number[], number[]] = [[], []];
    for (let turn = 0; turn <= TURNS; turn++) {
      const times: number[][] = [];
      for (const rate of [1, SLOWED]) {
        await session.send("Emulation.setCPUThrottlingRate", { rate });
        times.push([await page.evaluate(loop), await worker.evaluate(loop)]);
      }
      // The first turn compiles.
      if (turn > 0) {
        [0, 1].forEach((place) => ratios[place].push(times[1][place] / times[0][place]));
      }
    }
    return [median(ratios[0]), median(ratios[1])];
  } finally {
    await context.close();
  }
}

const milliseconds = (time: number) => `${Math.round(time)} ms`;

async function remarks(): Promise<string[]> {
  await ensureBuilt();
  if (!findBrowser()) return [];
  const browser = await launch();
  await using server = await startProcess(UNLIMITED, QUIET);
  const lines: string[] = [];
  try {
    for (const path of Object.keys(CLEAR)) {
      for (const slowed of [false, true]) {
        const prepared = await measure(browser, server.origin, path, { slowed, isPrepared: true });
        const not = await measure(browser, server.origin, path, { slowed, isPrepared: false });
        lines.push(
          `${path}${slowed ? `, the page slowed ${SLOWED} times` : ""}: first result after ` +
            `${milliseconds(prepared.first)} (${milliseconds(not.first)} without preparing, ` +
            `${(not.first / prepared.first).toFixed(1)} x), later ones after ` +
            `${milliseconds(prepared.later)}.`,
        );
      }
    }
    const [page, worker] = await slowdown(browser, server.origin);
    lines.push(
      `Slowed ${SLOWED} times, a loop takes ${page.toFixed(1)} times as long in the page and ` +
        `${worker.toFixed(1)} times as long in the worker.`,
    );
  } finally {
    await browser.close();
  }
  return lines;
}

export const section: Section = { title: "First result, in Chromium", remarks };
