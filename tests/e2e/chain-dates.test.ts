/** Until when a chain works, and what logs say of it: on the page, in files, on paper and in the inspector. */
import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import ICAL from "ical.js";
import type { Page } from "playwright";
import type { ChainResponse } from "../../core/chain/contract.ts";
import { lasting } from "../fixtures/transparency/index.ts";
import { button, choose, copied, openTab, section, startDownload, textbox } from "./locators.ts";
import { browserTest, fullBrowserTest } from "./support.ts";

async function analyze(page: Page): Promise<void> {
  await page.goto("/chain");
  await textbox(page, "Certificate").fill(lasting);
  await button(page, "Analyze Chain").click();
  await section(page, "Certificate Transparency").waitFor();
}

/** The parsed text of "Download JSON". */
async function answerOf(page: Page): Promise<ChainResponse> {
  const file = await startDownload(page, () => choose(page, "Download JSON"));
  return JSON.parse(await Deno.readTextFile(await file.path()));
}

/** Opens the same text in the inspector, and there the end entity. */
async function inspect(page: Page): Promise<void> {
  await page.goto("/inspect");
  await page.getByLabel("Open files").setInputFiles({
    name: "chain.pem",
    mimeType: "application/x-pem-file",
    buffer: Buffer.from(lasting),
  });
  const objects = page.getByRole("group", { name: "Objects" });
  await objects.getByRole("button", { name: /fixture\.example/ }).first().click();
  await openTab(page, "Details");
  await section(page, "Certificate Transparency").waitFor();
}

browserTest(
  "chain > shows until when it works, the same in a calendar, a file, on paper and in the inspector",
  async ({ page }) => {
    await analyze(page);
    const until = section(page, "Until when");
    const row = until.getByRole("list", { name: "Dates" });
    const words = await row.innerText();
    const { calendar = [] } = await answerOf(page);
    const coming = calendar.filter(({ isPast }) => !isPast);
    // The root is missing, so the chain is not valid and no renewal is proposed.
    assert(coming.length > 1 && calendar.every(({ kind }) => kind !== "renew"));
    for (const { title } of calendar) assert(words.includes(title), title);
    assert.equal(await row.getByRole("listitem").count(), calendar.length);

    const file = await startDownload(page, () => button(page, "Add to calendar").click());
    assert.equal(file.suggestedFilename(), "www.fixture.example_dates.ics");
    const events = new ICAL.Component(ICAL.parse(await Deno.readTextFile(await file.path())))
      .getAllSubcomponents("vevent").map((event) => new ICAL.Event(event).summary);
    assert.deepEqual(events, coming.map(({ title }) => `www.fixture.example: ${title}`));

    await row.getByRole("button", { name: /^Expires: .*Why\?$/ }).click();
    await until.getByText("Source: RFC 5280, 4.1.2.5").waitFor();
    const markdown = await copied(page, "Markdown");
    await page.emulateMedia({ media: "print" });
    const printed = await row.innerText();
    for (const { title, clause } of calendar) {
      assert(printed.includes(clause), clause);
      assert(markdown.includes(title) && markdown.includes(clause), title);
    }
    await page.emulateMedia({ media: null });

    await inspect(page);
    const there = section(page, "Until when").getByRole("list", { name: "Dates" });
    assert.equal(await there.innerText(), words);
  },
  { clipboard: true },
);

fullBrowserTest(
  "chain > shows what each log says, the same in a file, on paper and in the inspector",
  async ({ page }) => {
    await analyze(page);
    const seen = await section(page, "Certificate Transparency").innerText();
    assert.match(
      seen,
      /One SCT does not belong to this certificate\. One SCT is from an unknown log\./,
    );
    assert.match(seen, /Unknown log\s+Not known/);
    assert.match(seen, /Google 'Argon2026h2'\s+Invalid/);
    const { transparency } = await answerOf(page);
    assert(seen.includes(transparency!.message));
    assert.deepEqual(
      transparency!.timestamps.map(({ verdict, log }) => [verdict, log]),
      [["unknown", null], ["invalid", "Google 'Argon2026h2'"]],
    );
    const markdown = await copied(page, "Markdown");
    assert(markdown.includes(transparency!.message));
    assert(markdown.includes("It does not belong to this certificate."));
    await page.emulateMedia({ media: "print" });
    const printed = await section(page, "Certificate Transparency").innerText();
    assert(printed.includes("It does not belong to this certificate."));
    await page.emulateMedia({ media: null });

    await inspect(page);
    assert.equal(await section(page, "Certificate Transparency").innerText(), seen);
  },
  { clipboard: true },
);
