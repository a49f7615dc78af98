import assert from "node:assert/strict";
import * as TEXT from "../../core/texts.ts";
import { button, heading, textbox } from "../e2e/locators.ts";
import { edgePairs } from "../fixtures/key-edges/index.ts";
import { matchFixtures } from "../fixtures/match/index.ts";
import { chainOf, pem } from "../fixtures/pfx/index.ts";
import { copy, enter, isFocused, run, tabTo } from "./by-keyboard.ts";
import {
  error,
  type PageTests,
  type ParityTests,
  result,
  stay,
  wholeResult,
} from "./suite-parts.ts";

export const page = {
  states: {
    empty: stay,
    async error(page) {
      await textbox(page, "Certificate").fill("no certificate");
      await textbox(page, "Private Key").fill("no key");
      await button(page, "Verify Match").click();
      await error(page);
    },
    async result(page) {
      await button(page, "Fill Example Data").click();
      await button(page, "Verify Match").click();
      await result(page);
      await wholeResult(page);
    },
  },
  keyboard: [{
    name: "matcher",
    async use(page) {
      await enter(page, "Certificate", pem(...chainOf("p256", 3)));
      await enter(page, "Private Key", pem("p256-key"));
      await run(page);
      await heading(page, TEXT.matchCertificate);
      await copy(page, "Copy serial number");
      await tabTo(page, button(page, "Reset"), "Shift+Tab");
      await page.keyboard.press("Enter");
      assert.equal(await textbox(page, "Private Key").inputValue(), "");
      assert(await isFocused(textbox(page, "Certificate")));
    },
  }],
  results: { "": { isCopied: true } },
  example: { button: "Verify Match" },
} satisfies PageTests;

export const parity = {
  "match/verify": {
    // The API refuses a body of 2 MiB before it calls the operation.
    fixtures: [
      ...matchFixtures.filter(({ name }) => name !== "2 MiB of noise"),
      ...edgePairs,
    ],
  },
} satisfies ParityTests;
