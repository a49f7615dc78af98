/** Log lists that the site renews, on the device: online, and in the installed app without a network. */
import assert from "node:assert/strict";
import type { Locator, Page } from "playwright";
import { day } from "../../core/kernel/dates.ts";
import { startListMirror } from "../support/list-mirror.ts";
import { makeLoggedChain } from "../support/logged-chain.ts";
import { until } from "../support/redis.ts";
import { button, CHAIN_VERDICT, heading, section, textbox } from "./locators.ts";
import { browserTest, untilOffline } from "./support.ts";
import { afterAll } from "@std/testing/bdd";

const DAY = 86_400_000;

const mirror = await startListMirror();
afterAll(async () => await mirror[Symbol.asyncDispose]());
const { chain, entries } = await makeLoggedChain();
const TIME = Date.now() - 2 * DAY;
await mirror.publish(TIME, entries);
const DATE = day(TIME);

/** The files at /data, fetched by the page: after this the service worker has them, if there is one. */
const fetchLists = (page: Page) =>
  page.evaluate(async () => {
    const { tables } = await (await fetch("/data/index.json")).json();
    for (const { url, signatureUrl } of tables) {
      await (await fetch(url)).arrayBuffer();
      if (signatureUrl) await (await fetch(signatureUrl)).arrayBuffer();
    }
  });

/** The first answer may come before the lists, so that a slow network does not delay it. */
async function analyze(page: Page): Promise<Locator> {
  await textbox(page, "Certificate").fill(chain);
  await button(page, "Analyze Chain").click();
  await heading(page, CHAIN_VERDICT);
  await fetchLists(page);
  await button(page, "Analyze Chain").click();
  const card = section(page, "Certificate Transparency").last();
  await card.waitFor();
  return card;
}

browserTest(
  "renewed log lists > are used on the device, and kept for the times without a network",
  async ({ page, context, origin, requests }) => {
    await until(async () => {
      const { tables } = await (await fetch(`${origin}/data/index.json`)).json();
      return tables.length === 2;
    });
    await page.goto("/chain");
    // The built-in lists do not know the logs of this chain.
    const words = await (await analyze(page)).innerText();
    assert.match(words, new RegExp(`by their log lists of ${DATE} and `), words);
    assert.match(words, /2 SCTs from 2 operators/);
    // What was asked for says nothing about the chain.
    const asked = requests.map((request) => new URL(request.split(" ")[1]).pathname)
      .filter((path) => path.startsWith("/data/") || path.startsWith("/api/"));
    assert.ok(asked.includes("/data/index.json"));
    assert.ok(
      asked.every((path) => /^\/data\/(?:index\.json|[0-9a-f]{64}\.(?:json|sig))$/.test(path)),
    );
    await untilOffline(page);
    await page.goto("/chain");
    await analyze(page);
    await context.setOffline(true);
    await page.goto("/chain");
    assert.equal(await (await analyze(page)).innerText(), words);
  },
  { env: mirror.env },
);
