/** Text of another kind in a field: the error names its kind and the tools that open it. */
import assert from "node:assert/strict";
import type { Page } from "playwright";
import { exampleCertificate, examplePrivateKey } from "../../core/examples.ts";
import { csrFixture } from "../fixtures/csr/index.ts";
import { p12 } from "../fixtures/pfx/index.ts";
import { button, textbox } from "./locators.ts";
import { browserTest } from "./support.ts";

const revocationList = Deno.readTextFileSync(
  new URL("../fixtures/revocation/unknown-critical.crl", import.meta.url),
);

/** Texts by what they are, each with the tool that opens it. */
const THINGS = {
  certificate: { text: exampleCertificate, opens: "Open in the chain analyzer" },
  request: { text: csrFixture("rsa2048-sha256"), opens: "Open in the decoder" },
  key: { text: examplePrivateKey, opens: "Open in the matcher" },
  pfx: { text: p12("certtool-3des").toBase64(), opens: "Open in the PFX converter" },
  crl: { text: revocationList, opens: "Open in the inspector" },
} as const;
type Thing = keyof typeof THINGS;

interface FieldUnderTest {
  path: string;
  label: string;
  submit: string;
  /** The kind of text that the field takes. */
  takes: readonly Thing[];
  /** The tool is this one. */
  own?: Thing;
  prepare?(page: Page): Promise<void>;
}

const fill = (label: string, text: string) => (page: Page) => textbox(page, label).fill(text);
const password = (page: Page) => page.getByLabel("Password", { exact: true }).fill("a password");

const FIELDS: readonly FieldUnderTest[] = [
  { path: "/csr-decoder", label: "CSR", submit: "Decode CSR", takes: ["request"] },
  { path: "/chain", label: "Certificate", submit: "Analyze Chain", takes: ["certificate"] },
  {
    path: "/match",
    label: "Certificate",
    submit: "Verify Match",
    takes: ["certificate", "request"],
    own: "key",
    prepare: fill("Private Key", examplePrivateKey),
  },
  {
    path: "/match",
    label: "Private Key",
    submit: "Verify Match",
    takes: ["key"],
    prepare: fill("Certificate", exampleCertificate),
  },
  {
    path: "/pfx",
    label: "Certificate",
    submit: "Convert",
    takes: ["certificate"],
    own: "pfx",
    async prepare(page) {
      await textbox(page, "Private Key").fill(examplePrivateKey);
      await password(page);
    },
  },
  {
    path: "/pfx",
    label: "Private Key",
    submit: "Convert",
    takes: ["key"],
    own: "pfx",
    async prepare(page) {
      await textbox(page, "Certificate").fill(exampleCertificate);
      await password(page);
    },
  },
  {
    path: "/pfx",
    label: "PFX File",
    submit: "Open PFX",
    takes: ["pfx"],
    prepare: (page) => page.getByRole("tab", { name: "PFX to PEM" }).click(),
  },
  {
    path: "/csr",
    label: "Certificate or CSR",
    submit: "Fill in the form",
    takes: ["certificate", "request"],
    prepare: (page) => page.getByText("Start from a certificate or CSR").click(),
  },
];

for (const { path, label, submit, takes, own, prepare } of FIELDS) {
  browserTest(`wrong thing > ${path}, ${label}: names the tools that open it`, async ({ page }) => {
    for (const [thing, { text, opens }] of Object.entries(THINGS)) {
      if (takes.some((taken) => taken === thing)) continue;
      await page.goto(path);
      await prepare?.(page);
      await textbox(page, label).fill(text);
      await button(page, submit).click();
      // The tool that is open is not offered again.
      const name = thing === own ? "Open in the inspector" : opens;
      await page.getByRole("link", { name, exact: true }).first().waitFor();
    }
  });
}

browserTest("wrong thing > goes to the tool that opens it", async ({ page }) => {
  await page.goto("/csr-decoder");
  await textbox(page, "CSR").fill(exampleCertificate);
  await button(page, "Decode CSR").click();
  await page.getByText("This is a certificate, not a CSR").first().waitFor();
  await page.getByRole("link", { name: "Open in the chain analyzer" }).click();
  await page.getByRole("heading", { name: /^Chain status/ }).waitFor();
  assert.equal(new URL(page.url()).pathname, "/chain");
});
