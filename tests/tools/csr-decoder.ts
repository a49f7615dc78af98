import assert from "node:assert/strict";
import * as TEXT from "../../core/texts.ts";
import { button, heading, textbox } from "../e2e/locators.ts";
import { csrFixture, csrFixtures } from "../fixtures/csr/index.ts";
import { copy, enter, press } from "./by-keyboard.ts";
import { type PageTests, stay, wholeResult } from "./suite-parts.ts";

export const page = {
  states: {
    empty: stay,
    async error(page) {
      await textbox(page, "CSR").fill("no request");
      await button(page, "Decode CSR").click();
      await page.getByRole("alert").first().waitFor();
    },
    async result(page) {
      await button(page, "Fill Example Data").click();
      await heading(page, TEXT.csrValid);
      await wholeResult(page);
    },
    async again(page) {
      const differs = csrFixtures.find(({ name }) => name === "name-malformed-utf8")!;
      await textbox(page, "CSR").fill(differs.input.csr);
      await page.getByText("Read again with another library", { exact: true }).click();
      await page.getByText("Differs", { exact: true }).waitFor();
      await wholeResult(page);
    },
  },
  keyboard: [{
    name: "CSR decoder",
    async use(page) {
      await enter(page, "CSR", csrFixture("p256-sha256"));
      await press(page, "Decode CSR");
      await heading(page, TEXT.csrValid);
      assert.match(await copy(page, "Copy key fingerprint"), /^[0-9A-F:]+$/);
    },
  }],
  results: { "": { isCopied: true } },
  example: { button: null },
} satisfies PageTests;
