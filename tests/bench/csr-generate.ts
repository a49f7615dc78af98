/**
 * Making a CSR in Chromium: how much of the time from the click to the result is not WebCrypto's
 * own. Making a key takes a different time in each run, so both are measured in the same run.
 */
import type { Page, Worker } from "playwright";
import { launch, workerOf } from "../e2e/support.ts";
import { ensureBuilt, startProcess } from "../support/process.ts";
import { median, type Section } from "./harness.ts";
import { QUIET, UNLIMITED } from "./http.ts";

const RUNS = 15;

interface Run {
  /** Milliseconds from the click until the result is in the document. */
  total: number;
  /** Milliseconds during which at least one call of crypto.subtle was under way. */
  crypto: number;
}

/** Notes the times of the last click and of the last result. */
function watchPage(): void {
  const state = Object.assign(globalThis, { clicked: 0, shown: 0 });
  const shownCsr = () => document.querySelector("textarea[aria-label=CSR]");
  let previous: Element | null = null;
  addEventListener("click", (event) => {
    state.clicked = event.timeStamp;
    state.shown = 0;
    // It stays for a moment.
    previous = shownCsr();
  }, true);
  new MutationObserver(() => {
    const csr = shownCsr();
    if (state.shown || !csr || csr === previous) return;
    state.shown = performance.now();
  }).observe(document, { childList: true, subtree: true });
}

/** Adds up the time in which calls of crypto.subtle are under way. */
function watchWorker(): void {
  const state = Object.assign(globalThis, { cryptoTime: 0 });
  let running = 0;
  let since = 0;
  for (const name of ["generateKey", "exportKey", "sign"] as const) {
    const original = crypto.subtle[name] as (...values: unknown[]) => Promise<unknown>;
    Object.assign(crypto.subtle, {
      async [name](...values: unknown[]) {
        if (running++ === 0) since = performance.now();
        try {
          return await original.apply(crypto.subtle, values);
        } finally {
          if (--running === 0) state.cryptoTime += performance.now() - since;
        }
      },
    });
  }
}

async function makeOne(page: Page, worker: Worker | null): Promise<Run> {
  await worker?.evaluate(() => Object.assign(globalThis, { cryptoTime: 0 }));
  await page.getByRole("button", { name: "Generate CSR" }).click();
  await page.waitForFunction(() => (globalThis as unknown as { shown: number }).shown > 0, null, {
    timeout: 120_000,
  });
  const total = await page.evaluate(() => {
    const { shown, clicked } = globalThis as unknown as { shown: number; clicked: number };
    return shown - clicked;
  });
  const crypto = await worker?.evaluate(() =>
    (globalThis as unknown as { cryptoTime: number }).cryptoTime
  );
  // The page asks before a key that was not saved is replaced.
  await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Download private key" }).click(),
  ]);
  return { total, crypto: crypto ?? NaN };
}

const KEYS = [
  ["RSA", "Key Size", "2048"],
  ["ECC", "Curve", "P-256"],
  ["RSA", "Key Size", "4096"],
] as const;

const percent = (share: number) => `${(share * 100).toFixed(1)} %`;
const milliseconds = (time: number) => `${time.toFixed(1)} ms`;

/** One sentence a key: median and worst share, and the median times. */
async function remarks(): Promise<string[]> {
  await ensureBuilt();
  const browser = await launch();
  if (!browser) return [];
  await using server = await startProcess(UNLIMITED, QUIET);
  const context = await browser.newContext({ baseURL: server.origin });
  const lines: string[] = [];
  try {
    const page = await context.newPage();
    await page.addInitScript(watchPage);
    await page.goto("/csr");
    await page.getByRole("button", { name: "Fill Example Data" }).click();
    const first = await makeOne(page, null);
    lines.push(`The first run took ${milliseconds(first.total)}.`);
    const worker = await workerOf(page);
    await worker.evaluate(watchWorker);
    for (const [type, label, value] of KEYS) {
      await page.getByLabel("Key Type", { exact: true }).selectOption(type);
      await page.getByLabel(label, { exact: true }).selectOption(value);
      await makeOne(page, worker);
      const runs: Run[] = [];
      for (let run = 0; run < RUNS; run++) runs.push(await makeOne(page, worker));
      const shares = runs.map(({ total, crypto }) => (total - crypto) / total);
      const total = median(runs.map(({ total }) => total));
      const own = median(runs.map(({ total, crypto }) => total - crypto));
      lines.push(
        `${type === "RSA" ? `RSA-${value}` : value}: ${
          milliseconds(total)
        } from click to result, ` +
          `of which ${milliseconds(own)} is not WebCrypto's (median ${percent(median(shares))}, ` +
          `worst of ${RUNS} ${percent(Math.max(...shares))}).`,
      );
    }
  } finally {
    await context.close();
    await browser.close();
  }
  return lines;
}

export const section: Section = { title: "Keys and requests, in Chromium", remarks };
