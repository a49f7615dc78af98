/**
 * A verdict is about the input that was judged: with another input the result says so and shows no
 * verdict. A key, certificate or file that was made is never out of date. Where a tool runs by itself, the other input is unfinished text.
 */
import assert from "node:assert/strict";
import type { Page } from "playwright";
import * as TEXT from "../../core/texts.ts";
import { matchFile } from "../fixtures/match/index.ts";
import {
  button,
  CHAIN_VERDICT,
  chooseKey,
  field,
  filled,
  heading,
  startDownload,
  textbox,
} from "./locators.ts";
import { browserTest, fullBrowserTest } from "./support.ts";
import { partOf } from "../support/matrix.ts";
import { HEADLINE } from "../support/headlines.ts";

const CERTIFICATE = matchFile("rsa-certificate.pem");
const KEY = matchFile("rsa-pkcs8-key.pem");
const OTHER_KEY = matchFile("p256-pkcs8-key.pem");
const UNFINISHED = "-----BEGIN ";

const result = (page: Page) => page.getByRole("region", { name: "Result" });
const outdated = (page: Page) =>
  result(page).getByRole("heading", { name: "Out of date", exact: true });

interface Case {
  path: string;
  /** Leads to a result. */
  judge(page: Page): Promise<unknown>;
  /** The verdict's heading; null if the tool has no verdict. */
  verdict: string | RegExp | null;
  /** The control that is changed, and its new value. */
  control(page: Page): ReturnType<Page["locator"]>;
  other: string;
}

const example = (act: string) => async (page: Page) => {
  await button(page, "Fill Example Data").click();
  await button(page, act).click();
};

const CASES: Record<string, Case> = {
  "matcher": {
    path: "/match",
    judge: example("Verify Match"),
    verdict: TEXT.matchCertificate,
    control: (page) => textbox(page, "Private Key"),
    other: UNFINISHED,
  },
  "CSR decoder": {
    path: "/csr-decoder",
    judge: (page) => button(page, "Fill Example Data").click(),
    verdict: TEXT.csrValid,
    control: (page) => textbox(page, "CSR"),
    other: UNFINISHED,
  },
  "chain analyzer": {
    path: "/chain",
    judge: (page) => button(page, "Fill Example Data").click(),
    verdict: CHAIN_VERDICT,
    control: (page) => textbox(page, "Certificate"),
    other: UNFINISHED,
  },
  "PFX opener": {
    path: "/pfx",
    async judge(page) {
      await page.getByRole("tab", { name: "PFX to PEM" }).click();
      await example("Open PFX")(page);
    },
    verdict: HEADLINE.pfx_opened,
    control: (page) => field(page, "Password"),
    other: "another",
  },
  "CAA check": {
    path: "/caa",
    async judge(page) {
      await page.getByRole("tab", { name: "Check existing records" }).click();
      await example("Check records")(page);
    },
    verdict: null,
    control: (page) => textbox(page, "Domain"),
    other: "other.example",
  },
};

for (const [name, sample] of partOf(Object.entries(CASES), 5)) {
  const { path, judge, verdict, control, other } = sample;
  browserTest(`out of date > ${name}: marked, and back with the same input`, async ({ page }) => {
    await page.goto(path);
    await judge(page);
    const panel = result(page);
    const said = panel.getByRole("heading", verdict === null ? { level: 2 } : { name: verdict });
    // The panel without a result has one heading.
    await (verdict === null ? said.nth(1) : said.first()).waitFor();
    assert.equal(await outdated(page).count(), 0);
    const before = await control(page).inputValue();
    const headings = await panel.getByRole("heading").allInnerTexts();
    await control(page).fill(other);
    await outdated(page).waitFor();
    if (verdict !== null) assert.equal(await said.count(), 0);
    assert.equal(await panel.getByRole("status").first().innerText(), "Out of date");
    assert(await panel.getByRole("heading").count() > 1, "what was found stays to be read");
    await control(page).fill(before);
    await outdated(page).waitFor({ state: "detached" });
    assert.deepEqual(await panel.getByRole("heading").allInnerTexts(), headings);
  });
}

/** The results of these tools stay valid when the form changes. */
const MAKERS: Record<string, Case> = {
  "PFX converter": {
    path: "/pfx",
    async judge(page) {
      await button(page, "Fill Example Data").click();
      await filled(page, "Certificate");
      await button(page, "Convert").click();
    },
    verdict: HEADLINE.pfx_ready,
    control: (page) => field(page, "Friendly Name"),
    other: "another",
  },
  "CAA generator": {
    path: "/caa",
    judge: example("Generate"),
    verdict: null,
    control: (page) => textbox(page, "Domain"),
    other: "other.example",
  },
  "password generator": {
    path: "/password",
    judge: (page) => button(page, "Generate").click(),
    verdict: null,
    control: (page) => field(page, "Password Length"),
    other: "40",
  },
  "CSR generator": {
    path: "/csr",
    async judge(page) {
      await button(page, "Fill Example Data").click();
      await chooseKey(page, "ECC");
      await button(page, "Generate CSR").click();
    },
    verdict: HEADLINE.csr_ready,
    control: (page) => textbox(page, "City"),
    other: "Dover",
  },
};

for (const [name, { path, judge, verdict, control, other }] of partOf(Object.entries(MAKERS), 5)) {
  browserTest(
    `out of date > ${name}: never, a line says that the form changed`,
    async ({ page }) => {
      await page.goto(path);
      await judge(page);
      const panel = result(page);
      const said = panel.getByRole("heading", verdict === null ? { level: 2 } : { name: verdict });
      await said.first().waitFor();
      // The text of the panel without a result.
      await panel.getByText(/will appear here/).waitFor({ state: "detached" });
      const headings = await panel.getByRole("heading").allInnerTexts();
      const changed = panel.getByText(/^The (?:form was|settings were) changed after /);
      assert.equal(await changed.count(), 0);
      await control(page).fill(other);
      await changed.waitFor();
      assert.equal(await outdated(page).count(), 0);
      assert.deepEqual(await panel.getByRole("heading").allInnerTexts(), headings);
      assert.notEqual(await panel.getByRole("status").first().innerText(), "Out of date");
    },
  );
}

fullBrowserTest("out of date > another verdict takes its place", async ({ page }) => {
  await page.goto("/match");
  await textbox(page, "Certificate").fill(CERTIFICATE);
  await textbox(page, "Private Key").fill(KEY);
  await button(page, "Verify Match").click();
  await heading(page, TEXT.matchCertificate);
  await textbox(page, "Private Key").fill(UNFINISHED);
  await outdated(page).waitFor();
  // The pair that was judged is passed on to the next tool.
  await page.getByRole("link", { name: "Make a PFX from these" }).click();
  await page.waitForURL("**/pfx");
  await page.waitForFunction(
    (key) => [...document.querySelectorAll("textarea")].some(({ value }) => value === key),
    KEY,
  );
  await page.goto("/match");
  await textbox(page, "Certificate").fill(CERTIFICATE);
  await textbox(page, "Private Key").fill(KEY);
  await button(page, "Verify Match").click();
  await heading(page, TEXT.matchCertificate);
  await textbox(page, "Private Key").fill(OTHER_KEY);
  await button(page, "Verify Match").click();
  await heading(page, TEXT.matchNot);
  assert.equal(await outdated(page).count(), 0);
  // A key that the page has forgotten is no longer the one that was judged.
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent("pagehide")));
  await outdated(page).waitFor();
});

browserTest("out of date > a key that is not saved yet is not lost sight of", async ({ page }) => {
  await page.goto("/csr");
  await MAKERS["CSR generator"].judge(page);
  await heading(page, HEADLINE.csr_ready);
  await textbox(page, "City").fill("Dover");
  await page.getByText(/^The form was changed after/).waitFor();
  const warning = page.getByText("Download your private key now.");
  await warning.waitFor();
  await startDownload(page, () => button(page, "Download private key").click());
  await warning.waitFor({ state: "detached" });
});

fullBrowserTest(
  "out of date > a failed run does not count as the last result",
  async ({ page }) => {
    await page.goto("/csr");
    await button(page, "Generate CSR").click();
    await page.getByText(TEXT.commonNameRequired).waitFor();
    assert.equal(await page.getByText(/Last result/).count(), 0);
    await page.getByText("What you enter stays on this device.").waitFor();
  },
);
