/** The headline that a page draws is the title of the verdict in the API's answer to the same input. */
import assert from "node:assert/strict";
import type { Page } from "playwright";
import { chainText } from "../fixtures/chain/index.ts";
import { csrFixture } from "../fixtures/csr/index.ts";
import { matchFile } from "../fixtures/match/index.ts";
import { button, textbox } from "./locators.ts";
import { partOf } from "../support/matrix.ts";
import { browserTest } from "./support.ts";

interface Compared {
  path: string;
  operation: string;
  /** The button that runs the tool, if it does not run while texts are entered. */
  act?: string;
  /** The button that clears the page. */
  clear: "Clear" | "Reset";
  /** Texts by the labels of their fields, and the same by the fields of the operation. */
  inputs: readonly (readonly [texts: Record<string, string>, asked: Record<string, unknown>])[];
}

const chains = [
  ...["plain", "expired-leaf", "expired-ca", "expired-root", "unrelated", "lone-root", "circle"],
  ...["ca-may-not-sign", "ca-as-server", "eku-leaf-client-only", "deep-18", "duplicated"],
  ...["aki-missing-leaf", "brainpool-ca", "cross-signed", "sha1-leaf"],
].map(chainText);

const requests = [
  ...["rsa2048-sha256", "tampered-rsa-signature", "dsa1024", "is-certificate", "is-private-key"],
  ...["extensions", "ed25519", "broken-truncated", "is-crl", "attributes"],
].map((name) => csrFixture(name));

const pairs = [
  ["p256-certificate", "p256-pkcs8-key"],
  ["p256-request", "p256-pkcs8-key"],
  ["other-p256-certificate", "p256-pkcs8-key"],
  ["dsa-certificate", "dsa-pkcs8-key"],
  ["rsa-certificate", "rsa-pkcs1-key"],
  ["ed25519-certificate", "ed25519-pkcs8-key"],
  ["rsa-certificate", "p256-pkcs8-key"],
  ["other-rsa-request", "rsa-pkcs8-key"],
].map((names) => names.map((name) => matchFile(`${name}.pem`)));

const records = [
  'example.com. IN CAA 0 issue "letsencrypt.org"',
  "example.com. IN CAA 0 issue",
  "example.com. IN A 192.0.2.1",
  'example.com. IN CAA 128 unheard "x"',
  'example.com. IN CAA 0 issue ";"',
  'example.com. IN CAA 0 iodef "mailto:a@example.com"',
  'example.com. IN CAA 0 issuewild "sectigo.com"',
  'example.com. IN CAA 300 issue "sectigo.com"',
];

const PAGES: readonly Compared[] = [
  {
    ...{ path: "/chain", operation: "chain/analyze", clear: "Reset" },
    inputs: chains.map((certificate) => [{ Certificate: certificate }, { certificate }]),
  },
  {
    ...{ path: "/csr-decoder", operation: "csr/decode", clear: "Clear" },
    inputs: requests.map((csr) => [{ CSR: csr }, { csr }]),
  },
  {
    ...{ path: "/match", operation: "match/verify", clear: "Reset" },
    inputs: pairs.map(([certificate, privateKey]) => [
      { "Certificate": certificate, "Private Key": privateKey },
      { certificate, privateKey },
    ]),
  },
  {
    ...{ path: "/caa", operation: "caa/check", act: "Check records", clear: "Reset" },
    inputs: records.map((text) => [{ "Existing Records": text }, { records: text }]),
  },
];

async function titleOf(origin: string, operation: string, asked: object): Promise<string> {
  const response = await fetch(`${origin}/api/${operation}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(asked),
  });
  const answer = await response.json();
  assert.equal(response.status, 200, JSON.stringify(answer));
  return (answer.data ?? answer).verdict.title;
}

/** The heading of the result, or the title of the banner of an unreadable text; null without a result. */
const drawn = (page: Page): Promise<string | null> =>
  page.evaluate(() => {
    const result = document.querySelector("section[aria-label=Result]")!;
    return result.querySelector("h2, p")?.textContent ?? null;
  });

const status = (page: Page, wanted: "idle" | "result") =>
  page.locator(`section[aria-label=Result][data-status=${wanted}]`).waitFor();

for (const { path, operation, act, clear, inputs: all } of PAGES) {
  const inputs = partOf(all, 8);
  browserTest(`same title > ${path}, ${inputs.length} inputs`, async ({ page, origin }) => {
    await page.goto(path);
    if (path === "/caa") await page.getByRole("tab", { name: "Check existing records" }).click();
    for (const [texts, asked] of inputs) {
      const title = await titleOf(origin, operation, asked);
      for (const [label, text] of Object.entries(texts)) await textbox(page, label).fill(text);
      if (act) await button(page, act).click();
      await status(page, "result");
      assert.equal(await drawn(page), title, JSON.stringify(asked).slice(0, 200));
      await button(page, clear).click();
      await status(page, "idle");
    }
  });
}
