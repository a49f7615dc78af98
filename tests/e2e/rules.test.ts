/** The linter's rules in the chain analyzer and in the inspector, in a real Chromium. */
import assert from "node:assert/strict";
import type { Page } from "playwright";
import type { certificateLint } from "../../core/certificate/contract.ts";
import type { JudgeAs } from "../../core/judge-as.ts";
import { createContext } from "../../core/kernel/context.ts";
import type { OutputOf } from "../../core/kernel/contract.ts";
import { execute } from "../../core/kernel/execute.ts";
import { operations } from "../../core/operations.ts";
import { chainText } from "../fixtures/chain/index.ts";
import {
  button,
  choose,
  copied,
  field,
  openTab,
  section,
  startDownload,
  textbox,
} from "./locators.ts";
import { browserTest, fullBrowserTest } from "./support.ts";
import { RULES_SAID } from "../support/said.ts";

const MESSY = new URL("../fixtures/inspect/messy", import.meta.url).pathname;

const rules = (page: Page) => section(page, /^(?:Rules|Findings)$/);
const said = (page: Page) => rules(page).getByRole("status");

browserTest(
  "rules > of a chain's end entity, by how it is judged, on the device",
  async ({ page, requests }) => {
    await page.goto("/chain");
    await textbox(page, "Certificate").fill(chainText("lifetime-201-days"));
    await button(page, "Analyze Chain").click();
    // By itself, without being announced: the chain's verdict was.
    await rules(page).getByText(RULES_SAID)
      .waitFor();
    assert.equal(await said(page).count(), 0);
    // Under a private root only RFC 5280 applies.
    await rules(page).getByText("Judged as: Private CA (RFC 5280)", { exact: true }).waitFor();
    assert.equal(await rules(page).getByText("It is valid for more than 200 days").count(), 0);

    await field(page, "Judge as").selectOption("public-tls");
    await said(page).getByText(RULES_SAID)
      .waitFor();
    const broken = rules(page).getByRole("region", { name: /errors?$/ });
    await broken.getByText("It is valid for more than 200 days").waitFor();
    assert.match(await broken.innerText(), /Baseline Requirements, 6\.3\.2/);
    assert.match(await broken.innerText(), /validity, byte \d+/);
    // The search leaves the findings that contain the words.
    await field(page, "Search rules").fill("6.3.2");
    await said(page).getByText(/errors?/).waitFor();
    assert.equal(await broken.getByRole("listitem").count(), 1);
    await field(page, "Search rules").fill("no such words");
    await rules(page).getByText("No finding matches your search.").waitFor();
    await rules(page).getByText(/^Passes \d+ rules$/).click();
    await rules(page).getByText(/when it was issued\. Judged as: Public TLS server/).waitFor();
    assert.deepEqual(requests.filter((line) => !line.startsWith("GET")), []);
  },
);

/** The answer of `certificate/lint` about the first certificate of a text. */
async function linted(certificate: string, judgeAs: JudgeAs, at: string) {
  const input = { certificate, judgeAs, at };
  const outcome = await execute(operations, "certificate/lint", input, createContext());
  assert(outcome.ok);
  const { certificates: [first] } = outcome.value as OutputOf<typeof certificateLint>;
  return JSON.parse(JSON.stringify(first));
}

const copiedJson = async (page: Page) => JSON.parse(await copied(page, "JSON"));

async function savedJson(page: Page) {
  const download = await startDownload(page, () => choose(page, "Download JSON"));
  return {
    name: download.suggestedFilename(),
    value: JSON.parse(await Deno.readTextFile((await download.path())!)),
  };
}

fullBrowserTest(
  "rules > are in the chain's JSON as certificate/lint gives them",
  async ({ page }) => {
    await page.goto("/chain");
    const text = chainText("lifetime-201-days");
    await textbox(page, "Certificate").fill(text);
    await rules(page).getByText("Judged as: Private CA (RFC 5280)", { exact: true }).waitFor();
    const copied = await copiedJson(page);
    assert.deepEqual(copied.lint, await linted(text, "auto", copied.evaluatedAt));
    await field(page, "Judge as").selectOption("public-tls");
    await said(page).getByText(RULES_SAID)
      .waitFor();
    const { value } = await savedJson(page);
    assert.deepEqual(value.lint, await linted(text, "public-tls", value.evaluatedAt));
    assert(value.lint.findings.length > copied.lint.findings.length);
    assert.deepEqual({ ...value, lint: null }, { ...copied, lint: null });
  },
  { clipboard: true },
);

fullBrowserTest(
  "results > the JSON of a chain has the host name and the repairs",
  async (
    { page },
  ) => {
    await page.goto("/chain");
    await textbox(page, "Certificate").fill(chainText("unrelated"));
    await page.getByText("Check for this host name").click();
    for (const [hostname, hostnameMatches] of [["www.fixture.example", true], ["a.test", false]]) {
      await textbox(page, "Host name").fill(`${hostname}`);
      await button(page, "Analyze Chain").click();
      await page.getByText(hostnameMatches ? "Matches" : "Does not match", { exact: true })
        .waitFor();
      const { value } = await savedJson(page);
      assert.deepEqual([value.hostname, value.hostnameMatches], [hostname, hostnameMatches]);
      assert(value.repairs.length > 0);
    }
  },
);

fullBrowserTest(
  "rules > are in the inspector's JSON as certificate/lint gives them",
  async ({ page }) => {
    await page.goto("/inspect");
    const file = new URL("../fixtures/certificates/every-extension.pem", import.meta.url).pathname;
    await page.getByLabel("Open files").setInputFiles(file);
    await openTab(page, "Details");
    await rules(page).getByText(RULES_SAID)
      .waitFor();
    await openTab(page, "Answer");
    const copied = await copiedJson(page);
    const text = await Deno.readTextFile(file);
    const expected = await linted(text, "auto", "2026-11-23T00:00:00Z");
    assert.deepEqual(copied.lint, expected);
    assert.equal(copied.kind, "certificate");
    assert.equal(copied.certificate.serialNumber, expected.serialNumber);
    const saved = await savedJson(page);
    assert.match(saved.name, /\.json$/);
    assert.deepEqual(saved.value, copied);
    // "Copy" next to the facts copies them, and the PEM has its own button.
    await openTab(page, "Details");
    const facts = section(page, "Facts");
    const copy = async (name: string) => {
      await facts.getByRole("button", { name, exact: true }).click();
      return await page.evaluate(() => navigator.clipboard.readText());
    };
    assert.match(
      await copy("Copy facts"),
      /^Found in: every-extension\.pem, PEM\n[^]*SHA-256 of the key: /,
    );
    assert.equal((await copy("Copy PEM")).trim(), text.trim());
  },
  { clipboard: true },
);

fullBrowserTest("rules > of a certificate in the inspector", async ({ page }) => {
  await page.goto("/inspect");
  await page.getByLabel("Open folder").setInputFiles(MESSY);
  await page.getByRole("heading", { name: "13 objects found" }).waitFor();
  const objects = page.getByRole("group", { name: "Objects" });
  await objects.getByRole("button", { name: /^alpha\.example.*Expired/ }).first().click();
  await openTab(page, "Details");
  await rules(page).getByText(RULES_SAID)
    .waitFor();
  await rules(page).getByText("Judged as: Private CA (RFC 5280)", { exact: true }).waitFor();
});

fullBrowserTest("rules > a line separates each finding from the next", async ({ page }) => {
  await page.goto("/chain");
  await textbox(page, "Certificate").fill(chainText("lifetime-201-days"));
  await button(page, "Analyze Chain").click();
  await field(page, "Judge as").selectOption("public-tls");
  await said(page).getByText(/error.*note/).waitFor();
  const lines = await rules(page).getByRole("listitem").evaluateAll((items) =>
    items.map((item) => getComputedStyle(item).borderTopStyle)
  );
  assert.deepEqual(lines, ["none", ...lines.slice(1).map(() => "solid")]);
});

/** Breaks a rule that the linter and the inspector both check. */
const FOR_BOTH = new URL("../fixtures/certificates/date-impossible.pem", import.meta.url);

fullBrowserTest(
  "rules > one that the inspector and the linter check is listed once",
  async (test) => {
    const { page } = test;
    await page.goto("/inspect");
    await textbox(page, "Text to inspect").fill(await Deno.readTextFile(FOR_BOTH));
    await button(page, "Inspect").click();
    await openTab(page, "Details");
    await rules(page).getByText(RULES_SAID).waitFor();
    const links = rules(page).getByRole("link");
    const addresses = await links.evaluateAll((all) =>
      all.map((link) => (link as HTMLAnchorElement).pathname)
    );
    assert(addresses.includes("/rules/aki_missing"), addresses.join(" "));
    assert.deepEqual(addresses, [...new Set(addresses)]);
  },
);
