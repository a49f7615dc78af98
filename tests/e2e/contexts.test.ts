/** A reused browser context contains nothing of the previous test. */
import assert from "node:assert/strict";
import type { Page } from "playwright";
import { browserTest } from "./support.ts";

/** Everything that an origin can store, as the page sees it. */
const kept = (page: Page) =>
  page.evaluate(async () => ({
    cookies: document.cookie,
    local: { ...localStorage },
    session: { ...sessionStorage },
    caches: await caches.keys(),
    databases: (await indexedDB.databases()).map(({ name }) => name),
    time: Date.now() < Date.UTC(2100),
  }));

const NOTHING = { cookies: "", local: {}, session: {}, caches: [], databases: [], time: true };

for (const turn of ["first", "second"]) {
  browserTest(`contexts > hold nothing before the ${turn} test`, async ({ page }) => {
    await page.goto("/");
    assert.deepEqual(await kept(page), NOTHING);
    await page.evaluate(async () => {
      document.cookie = "kept=1";
      localStorage.setItem("kept", "1");
      sessionStorage.setItem("kept", "1");
      await caches.open("kept");
      await new Promise((resolve) => indexedDB.open("kept").onsuccess = resolve);
    });
    const now = await kept(page);
    for (const [name, nothing] of Object.entries(NOTHING)) {
      const value = now[name as keyof typeof NOTHING];
      if (name !== "time") assert.notDeepEqual(value, nothing, `${name} are seen`);
    }
  });
}

browserTest("contexts > are not lent again with a clock of a test's own", async ({ page }) => {
  await page.clock.install({ time: Date.UTC(2200) });
  await page.goto("/");
  assert.equal((await kept(page)).time, false);
});

browserTest("contexts > have the time of day after it", async ({ page }) => {
  await page.goto("/");
  assert.equal((await kept(page)).time, true);
});
