import assert from "node:assert/strict";
import * as TEXT from "../../core/texts.ts";
import { button, field, heading, textbox } from "../e2e/locators.ts";
import {
  caaCheckFixtures,
  caaGenerateFixtures,
  caaValidateFixtures,
} from "../fixtures/caa/index.ts";
import { copy, enter, tabTo } from "./by-keyboard.ts";
import { type PageTests, type ParityTests, stay, wholeResult } from "./suite-parts.ts";

export const page = {
  states: {
    empty: stay,
    async error(page) {
      await button(page, "Generate").click();
      await page.getByText(TEXT.caaDomainRequired).waitFor();
    },
    async result(page) {
      await button(page, "Fill Example Data").click();
      await button(page, "Generate").click();
      await button(page, "Copy All").waitFor();
      await wholeResult(page);
    },
  },
  keyboard: [{
    name: "CAA generator",
    async use(page) {
      await enter(page, "Domain", "example.com");
      await tabTo(page, field(page, "iodef"));
      await page.keyboard.press("Space");
      await enter(page, "IODEF E-mail", "security@example.com");
      await page.keyboard.press("Enter");
      await button(page, "Copy All").waitFor();
      assert.match(await copy(page, "Copy All"), /example\.com\. IN CAA 0 iodef/);
    },
  }],
  results: {
    "": { isCopied: true },
    "checked": {
      isCopied: true,
      async enter(page) {
        await page.getByRole("tab", { name: "Check existing records" }).click();
        await textbox(page, "Existing Records").waitFor();
        await button(page, "Fill Example Data").click();
        await button(page, "Check records").click();
        await heading(page, "What they mean");
      },
    },
  },
  example: { button: "Generate" },
} satisfies PageTests;

export const parity = {
  "caa/generate": { fixtures: caaGenerateFixtures },
  "caa/validate": { fixtures: caaValidateFixtures },
  "caa/check": { fixtures: caaCheckFixtures },
} satisfies ParityTests;
