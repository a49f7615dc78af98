import assert from "node:assert/strict";
import { button, field, filled, heading, textbox } from "../e2e/locators.ts";
import {
  chainOf,
  convertFixtures,
  openFixtures,
  p12,
  pem,
  withoutSalts,
} from "../fixtures/pfx/index.ts";
import { copy, enter, press, save, tabTo } from "./by-keyboard.ts";
import { error, type PageTests, type ParityTests, stay } from "./suite-parts.ts";
import { HEADLINE } from "../support/headlines.ts";

export const page = {
  states: {
    empty: stay,
    async error(page) {
      await textbox(page, "Certificate").fill("no certificate");
      await textbox(page, "Private Key").fill("no key");
      await field(page, "Password").fill("Harbor-Light-26");
      await button(page, "Convert").click();
      await error(page);
    },
    async result(page) {
      await button(page, "Fill Example Data").click();
      await filled(page, "Certificate");
      await field(page, "Password").fill("Harbor-Light-26");
      await button(page, "Convert").click();
      await button(page, "Download PFX").waitFor();
    },
  },
  keyboard: [
    {
      name: "PFX converter",
      async use(page) {
        await enter(page, "Certificate", pem(...chainOf("p256", 3)));
        await enter(page, "Private Key", pem("p256-key"));
        await enter(page, "Password", "Kestrel-Quarry-71!");
        await tabTo(page, field(page, "Show password"));
        await page.keyboard.press("Space");
        assert.equal(await field(page, "Password").getAttribute("type"), "text");
        await tabTo(page, field(page, "Encryption"));
        await page.keyboard.press("A");
        assert.equal(await field(page, "Encryption").inputValue(), "aes256-sha256");
        await press(page, "Convert");
        await heading(page, HEADLINE.pfx_ready);
        assert.equal(await save(page, "Download PFX"), "p256.example.com.pfx");
      },
    },
    {
      name: "PFX opener",
      async use(page) {
        await tabTo(page, page.getByRole("tab", { name: "PEM to PFX" }));
        await page.keyboard.press("ArrowRight");
        await enter(page, "PFX File", p12("openssl-aes").toBase64());
        await enter(page, "Password", "secret");
        await page.keyboard.press("Enter");
        await heading(page, HEADLINE.pfx_opened);
        assert.match(await copy(page, "Copy private key"), /BEGIN PRIVATE KEY/);
        assert.match(await save(page, "Download full chain"), /_fullchain\.pem\.txt$/);
      },
    },
  ],
  results: {
    "": { isCopied: false },
    "opened": {
      isCopied: true,
      async enter(page) {
        await page.getByRole("tab", { name: "PFX to PEM" }).click();
        await button(page, "Fill Example Data").click();
        await button(page, "Open PFX").click();
        await heading(page, HEADLINE.pfx_opened);
      },
    },
  },
  example: { button: "Convert" },
} satisfies PageTests;

export const parity = {
  "pfx/convert": { fixtures: convertFixtures, comparable: withoutSalts },
  "pfx/open": { fixtures: openFixtures },
} satisfies ParityTests;
