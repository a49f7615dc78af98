/**
 * Text of another kind in a field: the page names its kind and the tools that open it, without a press.
 * tests/web/misplaced.test.ts has every kind of text against every kind of field.
 */
import assert from "node:assert/strict";
import type { Page } from "playwright";
import { exampleCertificate, examplePrivateKey } from "../../core/examples.ts";
import { csrFixture } from "../fixtures/csr/index.ts";
import { p12 } from "../fixtures/pfx/index.ts";
import { button, CHAIN_VERDICT, textbox } from "./locators.ts";
import { browserTest } from "./support.ts";
import { partOf } from "../support/matrix.ts";

const CSR = csrFixture("rsa2048-sha256");
const PFX = p12("certtool-3des").toBase64();

interface Case {
  path: string;
  label: string;
  /** The wrong text, and the tool that opens it. */
  text: string;
  opens: string;
  prepare?(page: Page): Promise<void>;
}

const openFold = (summary: string) => (page: Page) =>
  page.locator("summary").getByText(summary).click();

const CASES: readonly Case[] = [
  { path: "/csr-decoder", label: "CSR", text: PFX, opens: "Open in the PFX converter" },
  { path: "/chain", label: "Certificate", text: CSR, opens: "Open in the decoder" },
  { path: "/match", label: "Private Key", text: CSR, opens: "Open in the decoder" },
  { path: "/pfx", label: "Certificate", text: examplePrivateKey, opens: "Open in the matcher" },
  {
    path: "/csr",
    label: "Your Private Key",
    text: exampleCertificate,
    opens: "Open in the chain analyzer",
    prepare: openFold("Use my existing private key"),
  },
  { path: "/csr", label: "Common Name", text: CSR, opens: "Open in the decoder" },
  {
    path: "/caa",
    label: "Domain",
    text: exampleCertificate,
    opens: "Open in the chain analyzer",
  },
  {
    path: "/certificate",
    label: "CSR",
    text: exampleCertificate,
    opens: "Open in the chain analyzer",
    prepare: openFold("More options"),
  },
];

for (const { path, label, text, opens, prepare } of partOf(CASES, 5)) {
  browserTest(`wrong thing > ${path}, ${label}: ${opens}`, async ({ page, requests }) => {
    await page.goto(path);
    await prepare?.(page);
    await textbox(page, label).fill(text);
    await page.getByRole("link", { name: opens, exact: true }).waitFor();
    assert.deepEqual(requests.filter((line) => line.startsWith("POST")), []);
  });
}

browserTest("wrong thing > is named once, and goes to the tool that opens it", async ({ page }) => {
  await page.goto("/csr-decoder");
  await textbox(page, "CSR").fill(exampleCertificate);
  await button(page, "Decode CSR").click();
  await page.getByText("THIS IS A CERTIFICATE, NOT A CSR").first().waitFor();
  await page.getByRole("link", { name: "Open in the chain analyzer" }).first().click();
  await page.getByRole("heading", { name: CHAIN_VERDICT }).waitFor();
  assert.equal(new URL(page.url()).pathname, "/chain");
});
