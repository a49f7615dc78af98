/**
 * The first answer on a slow phone that has never seen the site: from the navigation until the example's answer
 * is painted. The button is pressed when it works.
 */
import type { Browser } from "playwright";
import { launch } from "../e2e/support.ts";
import { ensureBuilt, startProcess } from "../support/process.ts";
import { findBrowser } from "../support/browser.ts";
import { median, type Section } from "./harness.ts";
import { QUIET, UNLIMITED } from "./http.ts";
import { slowLine } from "./slow-line.ts";

const PATHS = ["/csr-decoder", "/match", "/chain"];
const ROUNDS = 3;
/** Times that the page's processor is slowed. Chromium does not slow workers. */
const SLOWED = 6;
const LINE = { bytesPerSecond: 200_000, roundTrip: 150 };
/** Milliseconds that a page may take on a machine with much else to do. */
const PATIENCE = 120_000;

/** Milliseconds since the navigation, and what had moved by then. */
export interface Cold {
  usable: number;
  answered: number;
  requests: number;
  ofServiceWorker: number;
  bytes: number;
}

interface Watched {
  usable: number;
  answered: number;
}

/** Notes when the example's button has worked and when the first answer is painted. */
function watchPage(): void {
  const state = Object.assign(globalThis, { usable: 0, answered: 0 });
  addEventListener("click", ({ timeStamp }) => state.usable = timeStamp, true);
  new MutationObserver(() => {
    if (state.answered > 0 || !document.querySelector('[data-status="result"]')?.firstChild) return;
    state.answered = -1;
    requestAnimationFrame(() => setTimeout(() => state.answered = performance.now()));
  }).observe(document, { childList: true, subtree: true, attributes: true });
}

export async function coldAnswer(browser: Browser, port: number, path: string): Promise<Cold> {
  await using line = slowLine(port, LINE);
  const context = await browser.newContext({ baseURL: line.origin, hasTouch: true });
  try {
    const page = await context.newPage();
    page.setDefaultTimeout(PATIENCE);
    await page.addInitScript(watchPage);
    const session = await context.newCDPSession(page);
    await session.send("Emulation.setCPUThrottlingRate", { rate: SLOWED });
    await page.goto(path, { waitUntil: "commit" });
    await page.getByRole("button", { name: "Fill Example Data" }).click();
    await page.waitForFunction(() => (globalThis as unknown as Watched).answered > 0);
    const { requests, ofServiceWorker, bytes } = line.counted;
    const { usable, answered } = await page.evaluate(() => {
      const { usable, answered } = globalThis as unknown as Watched;
      return { usable, answered };
    });
    return { usable, answered, requests, ofServiceWorker, bytes };
  } finally {
    await context.close();
  }
}

const seconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(1)} s`;

async function remarks(): Promise<string[]> {
  await ensureBuilt();
  if (!findBrowser()) return [];
  const browser = await launch();
  try {
    await using server = await startProcess(UNLIMITED, QUIET);
    const lines: string[] = [];
    for (const path of PATHS) {
      const runs: Cold[] = [];
      for (let round = 0; round < ROUNDS; round++) {
        runs.push(await coldAnswer(browser, server.port, path));
      }
      const middle = (of: (run: Cold) => number) => median(runs.map(of));
      lines.push(
        `${path}: the button works after ${
          seconds(middle(({ usable }) => usable))
        }, the answer is ` +
          `there after ${seconds(middle(({ answered }) => answered))}, with ` +
          `${middle(({ requests }) => requests)} requests of the page and its worker and ` +
          `${Math.round(middle(({ bytes }) => bytes) / 1000)} kB.`,
      );
    }
    return lines;
  } finally {
    await browser.close();
  }
}

export const section: Section = {
  title: "First answer on a slow phone (1.6 Mbit/s, 150 ms, the page slowed six times)",
  remarks,
};
