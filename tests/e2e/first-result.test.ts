/**
 * The first result comes soon, because a page starts the worker and loads its code as soon as it is drawn. The tests
 * check the started workers and loaded files, not the time.
 */
import assert from "node:assert/strict";
import type { Page } from "playwright";
import * as TEXT from "../../core/texts.ts";
import { csrFixture } from "../fixtures/csr/index.ts";
import { partOf } from "../support/matrix.ts";
import { fileOf, loadedBy, readBuilt } from "../support/first-load.ts";
import { type BrowserTest, browserTest, saveData, workerOf } from "./support.ts";

/** Pages whose tool runs on the device, and the chunk of the first operation's code. */
const PREPARED: Readonly<Record<string, string>> = {
  "/csr": "worker-generate-",
  "/csr-decoder": "worker-decode-",
  "/chain": "worker-analyze-",
  "/match": "worker-verify-",
  "/pfx": "worker-convert-",
  "/caa": "worker-generate-",
  "/password": "worker-generate-",
  "/csr/popup": "worker-generate-",
};

/** A test of a page that starts its worker when it rests. */
const restingTest = (name: string, body: (test: BrowserTest) => Promise<void>) =>
  browserTest(name, body, { prepares: true });

for (const [path, chunk] of partOf(Object.entries(PREPARED), 9)) {
  restingTest(`first result > ${path} has its worker ready when it rests`, async ({ page }) => {
    await Promise.all([
      page.waitForEvent("requestfinished", (request) => request.url().includes(chunk)),
      page.goto(path),
    ]);
    await workerOf(page);
    assert.equal(page.workers().length, 1);
  });
}

restingTest("first result > the prepared worker is the one that answers", async ({ page }) => {
  await page.goto("/csr-decoder");
  const worker = await workerOf(page);
  await page.getByRole("textbox", { name: "CSR", exact: true }).fill(csrFixture("p256-sha256"));
  await page.getByRole("button", { name: "Decode CSR" }).click();
  await page.getByRole("heading", { name: TEXT.csrValid }).waitFor();
  assert.deepEqual(page.workers(), [worker]);
});

/** From then on the page is never idle. */
const neverIdle = () => {
  globalThis.requestIdleCallback = () => 0;
};

restingTest("first result > a page that is never idle has its worker too", async ({ page }) => {
  await page.addInitScript(neverIdle);
  await page.goto("/csr-decoder");
  await workerOf(page);
});

/** The workers that the page started and the worker files that it loaded. */
function started(page: Page, requests: readonly string[]): string[] {
  return [...page.workers().map((worker) => worker.url()), ...requests]
    .filter((address) => address.includes("/assets/worker-"));
}

/**
 * The page is idle whenever it asks. Chromium's own idle callbacks are not waited for: on a busy
 * machine it sometimes never calls back a page that draws nothing and does nothing.
 */
const alwaysIdle = () => {
  const deadline = { didTimeout: false, timeRemaining: () => 50 };
  globalThis.requestIdleCallback = (then) => setTimeout(() => then(deadline)) as unknown as number;
};

/** Holds idle callbacks back until the page calls `startIdling`. */
const holdIdle = () => {
  const held: IdleRequestCallback[] = [];
  globalThis.requestIdleCallback = (then) => held.push(then);
  const startIdling = () => {
    for (const then of held.splice(0)) then({ didTimeout: false, timeRemaining: () => 50 });
  };
  Object.assign(globalThis, { startIdling });
};

/** The scripts that the document has asked for. */
const scriptsOf = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLLinkElement>("link[rel=modulepreload]")]
      .map(({ href }) => new URL(href).pathname)
  );

/** Pages, and a part of each that comes with the first result. */
const LATER_PARTS: Readonly<Record<string, string>> = {
  "/certificate": "/option-fields-",
  "/pfx": "/converted-file-",
  "/csr-decoder": "/result-",
};

for (const [path, part] of Object.entries(LATER_PARTS)) {
  browserTest(`first result > ${path} asks for nothing more until it is idle`, async ({ page }) => {
    await page.addInitScript(holdIdle);
    await page.goto(path);
    await page.locator("html[data-ready]").waitFor();
    const first = loadedBy(await readBuilt(fileOf(path)));
    const asked = await scriptsOf(page);
    assert.deepEqual(asked.filter((file) => !first.includes(file)), []);
    assert(!asked.some((file) => file.includes(part)));
    await page.evaluate(() => (globalThis as unknown as { startIdling(): void }).startIdling());
    await page.waitForFunction(
      (part) => document.querySelector(`link[rel=modulepreload][href*="${part}"]`),
      part,
    );
  });
}

/** Waits until idle callbacks that were requested earlier have run: they run in order. */
const untilIdle = (page: Page) =>
  page.evaluate(() =>
    new Promise<void>((resolve) => requestIdleCallback(() => requestIdleCallback(() => resolve())))
  );

for (const path of partOf(["/", "/api/docs", "/csr/popup/docs"], 3)) {
  restingTest(`first result > ${path} starts no worker`, async ({ page, requests }) => {
    await page.addInitScript(alwaysIdle);
    await page.goto(path);
    await untilIdle(page);
    assert.deepEqual(started(page, requests), []);
  });
}

restingTest("first result > nothing is prepared for the server", async ({ page, requests }) => {
  await page.addInitScript(alwaysIdle);
  await page.addInitScript(() => localStorage.setItem("ssl-tools:where:csr-decoder", "server"));
  await page.goto("/csr-decoder");
  await untilIdle(page);
  await page.getByRole("textbox", { name: "CSR", exact: true }).focus();
  assert.deepEqual(started(page, requests), []);
});

restingTest(
  "first result > nothing is prepared where data is saved",
  async ({ page, requests }) => {
    await page.addInitScript(alwaysIdle);
    await page.addInitScript(saveData);
    await page.goto("/csr-decoder");
    await untilIdle(page);
    await page.getByRole("textbox", { name: "CSR", exact: true }).focus();
    assert.deepEqual(started(page, requests), []);
  },
);
