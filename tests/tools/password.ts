import assert from "node:assert/strict";
import * as TEXT from "../../core/texts.ts";
import { button, field } from "../e2e/locators.ts";
import { copy, press, save, tabTo } from "./by-keyboard.ts";
import type { PageTests } from "./suite-parts.ts";

export const page = {
  states: {
    // The page makes a password when it opens.
    empty: (page) => button(page, "Copy All").waitFor(),
    async error(page) {
      for (const name of ["Uppercase", "Lowercase", "Numbers", "Symbols"]) {
        await page.getByRole("checkbox", { name, exact: true }).uncheck();
      }
      await button(page, "Generate").click();
      await page.getByText(TEXT.passwordTypeRequired).waitFor();
    },
    async result(page) {
      await page.getByLabel("Number of Passwords").fill("3");
      await button(page, "Generate").click();
      await button(page, "Download passwords").waitFor();
    },
  },
  keyboard: [{
    name: "password generator",
    async use(page) {
      await tabTo(page, field(page, "Password Length"));
      await page.keyboard.press("End");
      await tabTo(page, field(page, "Symbols"));
      await page.keyboard.press("Space");
      await tabTo(page, field(page, "Number of Passwords"));
      await page.keyboard.press("ArrowRight");
      await press(page, "Generate");
      await button(page, "Copy password 2").waitFor();
      assert.match(await copy(page, "Copy password 2"), /^[A-Za-z0-9]{128}$/);
      assert.match(await save(page, "Download passwords"), /^passwords-\d+\.txt$/);
    },
  }],
  results: { "": { isCopied: false } },
  example: "no example",
} satisfies PageTests;
