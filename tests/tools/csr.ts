import assert from "node:assert/strict";
import type { Page } from "playwright";
import { exampleCertificate } from "../../core/examples.ts";
import * as TEXT from "../../core/texts.ts";
import { button, chooseKey, field, heading, textbox } from "../e2e/locators.ts";
import { algorithmRequests } from "../fixtures/algorithms/index.ts";
import { csrGenerateFixtures, withoutRandomness } from "../fixtures/csr/generate.ts";
import { csrFixtures } from "../fixtures/csr/index.ts";
import { prefillFixtures } from "../fixtures/csr/prefill.ts";
import { edgeRequests } from "../fixtures/key-edges/index.ts";
import { copy, enter, isFocused, run, save, tabTo } from "./by-keyboard.ts";
import { type PageTests, type ParityTests, wholeResult } from "./suite-parts.ts";
import { HEADLINE } from "../support/headlines.ts";

const optionOf = (page: Page, list: string, option: string) =>
  page.getByLabel(list, { exact: true }).locator("option", { hasText: option })
    .waitFor({ state: "attached" });

/** Waits for the countries, which come all at once after the first paint. */
export const countries = (page: Page) => optionOf(page, "Country", "Zimbabwe");

/** Waits for the countries and for the kinds of keys that the engine can make. */
async function wholeForm(page: Page): Promise<void> {
  await countries(page);
  await optionOf(page, "Key Type", "Ed25519");
}

/** Fills in the subject by keyboard, in the page's form or in the popup's. */
export async function enterSubject(page: Page): Promise<void> {
  await enter(page, "Common Name", "www.example.com");
  await enter(page, "Organization", "Harbor Light Ltd");
  await enter(page, "City", "Dover");
  await enter(page, "State/Province", "Kent");
  await enter(page, "Administrative E-mail", "ops@example.com");
}

export const page = {
  states: {
    async "started-from"(page) {
      await page.getByText("Renewing? Start from the old certificate").click();
      await textbox(page, "Certificate or CSR").fill(exampleCertificate);
      await button(page, "Fill in the form").click();
      await page.getByText("Filled in from the certificate").waitFor();
      await page.getByText("Use my existing private key").click();
    },
    empty: wholeForm,
    async error(page) {
      await textbox(page, "Common Name").fill("harbor_light");
      await button(page, "Generate CSR").click();
      await page.getByText(TEXT.cityRequired).waitFor();
    },
    async result(page) {
      await wholeForm(page);
      await button(page, "Fill Example Data").click();
      // ECC keys take the least time to make.
      await chooseKey(page, "ECC");
      await button(page, "Generate CSR").click();
      await heading(page, HEADLINE.csr_ready);
      await wholeResult(page);
    },
  },
  keyboard: [{
    name: "CSR generator",
    async use(page) {
      await enterSubject(page);
      await tabTo(page, field(page, "Key Type"));
      await page.keyboard.press("E");
      await tabTo(page, field(page, "Curve"));
      await run(page);
      await heading(page, HEADLINE.csr_ready);
      assert.match(await copy(page, "Copy private key"), /BEGIN PRIVATE KEY/);
      assert.equal(await save(page, "Download private key"), "www.example.com.key.txt");
      assert.equal(await save(page, "Download CSR"), "www.example.com.csr.txt");
      await tabTo(page, page.getByRole("link", { name: "Use this CSR in the decoder" }));
      await page.keyboard.press("Enter");
      await heading(page, TEXT.csrValid);
      // The focus goes to the new page's heading, not to its top.
      assert(await isFocused(page.getByRole("heading", { level: 1 })));
    },
  }],
  results: { "": { isCopied: true } },
  example: { button: "Generate CSR" },
} satisfies PageTests;

export const parity = {
  "csr/generate": { fixtures: csrGenerateFixtures, comparable: withoutRandomness },
  "csr/prefill": { fixtures: prefillFixtures },
  "csr/decode": { fixtures: [...csrFixtures, ...edgeRequests, ...algorithmRequests] },
} satisfies ParityTests;
