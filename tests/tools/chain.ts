import assert from "node:assert/strict";
import type { Page } from "playwright";
import { mozillaRoots } from "../../core/x509/path/trust-store.ts";
import { writePem } from "../../core/x509/pem/pem.ts";
import { EXAMPLE_CHAIN } from "../fixtures/chain/example.ts";
import { HOST, hostAnswer } from "../e2e/host-answers.ts";
import { button, CHAIN_VERDICT, heading, startDownload, textbox } from "../e2e/locators.ts";
import { mlDsaChain } from "../fixtures/algorithms/index.ts";
import { chainFixtures, withoutTried } from "../fixtures/chain/index.ts";
import { edgeChains } from "../fixtures/key-edges/index.ts";
import { chainOf, pem } from "../fixtures/pfx/index.ts";
import { timestampFixtures } from "../fixtures/transparency/index.ts";
import { enter, isFocused, outlineOf, press, run, save, tabTo } from "./by-keyboard.ts";
import {
  error,
  type PageTests,
  type ParityTests,
  result,
  rulesChecked,
  stay,
  wholeResult,
} from "./suite-parts.ts";

/** Eight addresses, one of which sends a chain that is not valid; the revocation status is unknown. */
async function analyzeHost(page: Page): Promise<void> {
  const addresses = Array.from({ length: 8 }, (_, i) => `192.0.2.${i + 1}`);
  const { chain, everywhere, revocation } = await hostAnswer(addresses);
  const stapling = { required: false, stapled: null };
  const data = { ...chain, everywhere, revocation, stapling, caa: null };
  await page.route(
    "**/api/chain/analyze-url",
    (route) => route.fulfill({ json: { success: true, data } }),
  );
  await button(page, "Analyze Chain").click();
  await heading(page, /^1 of 8 addresses/);
  await rulesChecked(page);
  await wholeResult(page);
}

export const page = {
  states: {
    empty: stay,
    async url(page) {
      await page.getByRole("tab", { name: "From URL" }).click();
      await textbox(page, "Domain").waitFor();
    },
    async error(page) {
      await textbox(page, "Certificate").fill("no certificate");
      await button(page, "Analyze Chain").click();
      await error(page);
    },
    async result(page) {
      await button(page, "Fill Example Data").click();
      await result(page);
      await rulesChecked(page);
      await wholeResult(page);
    },
    async verifier(page) {
      const [leaf, ca, root] = EXAMPLE_CHAIN.split(/(?<=END CERTIFICATE-----\n)/);
      await textbox(page, "Certificate").fill(leaf + ca);
      await page.getByText("Check for this host name").click();
      await textbox(page, "Host name").fill("other.example.net");
      await page.getByText("Also trust these roots").click();
      await textbox(page, "Roots").fill(root);
      await button(page, "Analyze Chain").click();
      await result(page);
      await rulesChecked(page);
      await wholeResult(page);
    },
    host: { query: `?host=${HOST}`, enter: analyzeHost },
  },
  keyboard: [{
    name: "chain analyzer",
    async use(page) {
      await tabTo(page, page.getByRole("tab", { name: "Paste Certificate" }));
      await page.keyboard.press("ArrowRight");
      await textbox(page, "Domain").waitFor();
      await page.keyboard.press("ArrowLeft");
      await enter(page, "Certificate", pem(...chainOf("p256", 3)));
      await run(page);
      await heading(page, CHAIN_VERDICT);
      assert.match(await save(page, "Download full chain"), /_fullchain\.pem\.txt$/);
      assert.match(await save(page, "Download PEM chain"), /_chain\.pem\.txt$/);
      assert.match(await save(page, "Download JSON"), /_chain\.json$/);
      const menu = button(page, "Download");
      await press(page, "Download");
      const item = (name: string) => page.getByRole("menuitem", { name, exact: true });
      const first = item("Download full chain with the root");
      assert(await isFocused(first));
      assert.equal(await outlineOf(first), "solid");
      await page.keyboard.press("End");
      assert(await isFocused(item("Copy all as Markdown")));
      await page.keyboard.press("Escape");
      assert(await isFocused(menu));
      await page.keyboard.press("ArrowDown");
      await page.keyboard.press("f");
      assert(await isFocused(first));
      const download = await startDownload(page, () => page.keyboard.press("Enter"));
      assert.match(download.suggestedFilename(), /_fullchain_with_root\.pem\.txt$/);
      // It says for a moment that the file was saved, and keeps the focus.
      assert(await isFocused(button(page, "Saved")));
    },
  }],
  results: { "": { isCopied: true } },
  example: { button: null },
} satisfies PageTests;

const PUBLIC = "2026-06-15T12:00:00Z";

/** A root of the trust store, for which tables say where it is accepted. */
function publicRoot(name: string): string {
  const root = mozillaRoots().certificates.find(({ subject }) => subject.commonName === name)!;
  return writePem("CERTIFICATE", root.bytes);
}

export const parity = {
  "chain/analyze": {
    fixtures: [
      ...chainFixtures,
      ...edgeChains,
      ...timestampFixtures,
      { name: "ML-DSA", input: { certificate: mlDsaChain, at: "2026-06-15T12:00:00Z" } },
      { name: "a public root", input: { certificate: publicRoot("GTS Root R1"), at: PUBLIC } },
    ],
    comparable: withoutTried,
  },
} satisfies ParityTests;
