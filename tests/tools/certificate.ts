import assert from "node:assert/strict";
import * as TEXT from "../../core/texts.ts";
import { button, heading, textbox } from "../e2e/locators.ts";
import { generateFixtures, withoutKeys } from "../fixtures/certificate/generate.ts";
import { certificateConvertFixtures, lintFixtures } from "../fixtures/certificate/index.ts";
import { diffFixtures } from "../fixtures/certificate/diff.ts";
import { readAgainFixtures } from "../fixtures/certificate/read-again.ts";
import { copy, enter, run, save } from "./by-keyboard.ts";
import { type PageTests, type ParityTests, stay, wholeResult } from "./suite-parts.ts";
import { HEADLINE } from "../support/headlines.ts";

export const page = {
  states: {
    empty: stay,
    async options(page) {
      await page.getByText("More options", { exact: true }).click();
      await page.getByLabel("Signed by", { exact: true }).selectOption("existing-ca");
      await textbox(page, "CA certificate").waitFor();
    },
    async error(page) {
      await textbox(page, "Name 1").fill("harbor_light");
      await button(page, "Generate certificate").click();
      await page.getByText(TEXT.certificateNameInvalid).waitFor();
    },
    async result(page) {
      await button(page, "Fill Example Data").click();
      await button(page, "Generate certificate").click();
      await heading(page, HEADLINE.certificate_ready);
      await wholeResult(page);
    },
  },
  keyboard: [{
    name: "certificate generator",
    async use(page) {
      await enter(page, "Name 1", "localhost");
      await run(page);
      await heading(page, HEADLINE.certificate_ready);
      assert.match(await copy(page, "Copy private key"), /BEGIN PRIVATE KEY/);
      assert.equal(await save(page, "Download CA certificate"), "localhost_CA.crt");
      assert.equal(await save(page, "Download certificate"), "localhost.crt");
      assert.equal(await save(page, "Download private key"), "localhost.key");
    },
  }],
  results: { "": { isCopied: true } },
  example: { button: "Generate certificate" },
} satisfies PageTests;

export const parity = {
  "certificate/generate": { fixtures: generateFixtures, comparable: withoutKeys },
  "certificate/convert": { fixtures: certificateConvertFixtures },
  "certificate/lint": { fixtures: lintFixtures },
  "certificate/diff": { fixtures: diffFixtures },
  "certificate/read-again": { fixtures: readAgainFixtures },
} satisfies ParityTests;
