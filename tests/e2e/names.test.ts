/**
 * Names that turn the text around or read as a sentence: no page shows an unseen character, and no
 * verdict lets a name continue its sentence.
 */
import assert from "node:assert/strict";
import type { Page } from "playwright";
import { UNSEEN } from "../../core/kernel/formatting.ts";
import { pfxConvert } from "../../core/pfx/contract.ts";
import { createContext } from "../../core/kernel/context.ts";
import { execute } from "../../core/kernel/execute.ts";
import { operations } from "../../core/operations.ts";
import { needs, runProgram } from "../support/programs.ts";
import { button, CHAIN_VERDICT, copied, textbox } from "./locators.ts";
import { browserTest, fullBrowserTest } from "./support.ts";
import { HEADLINE } from "../support/headlines.ts";

/** The right-to-left override reverses everything after it. */
const TURNED = "bank.example \u202e";
const SENTENCE = 'bank.example is valid" and trusted until 2030';
const FILE = "site\u202egnp \u200b.pem";

interface Files {
  chain: string;
  sentence: string;
  /** With a name that opens a block of code in Markdown. */
  marked: string;
  key: string;
  csr: string;
  pfx: string;
}

let made: Promise<Files> | undefined;
const files = () => made ??= make();

/** A certificate with `TURNED`, signed by a CA whose name is `SENTENCE`; and one with `SENTENCE`. */
async function make(): Promise<Files> {
  const folder = await Deno.makeTempDir();
  const openssl = async (...args: string[]) => {
    const { code, stderr } = await runProgram("sh", [
      "-c",
      'cd "$0" && openssl "$@"',
      folder,
      ...args,
    ]);
    assert.equal(code, 0, stderr);
  };
  const request = (name: string, file: string, ...args: string[]) =>
    openssl(
      ...["req", "-x509", "-utf8", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256"],
      ...["-nodes", "-keyout", `${file}.key`, "-out", `${file}.pem`, "-days", "90"],
      ...["-subj", `/O=Acme \u2066 Ltd/CN=${name}`, ...args],
    );
  const names = ["-addext", `subjectAltName=DNS:bank.example,email:a\u202eb@bank.example`];
  await request(SENTENCE, "ca");
  await request(TURNED, "leaf", "-CA", "ca.pem", "-CAkey", "ca.key", ...names);
  await request(SENTENCE, "alone");
  await request("~~~\n# Trusted", "marked");
  await openssl(
    ...["req", "-new", "-utf8", "-key", "leaf.key", "-out", "leaf.csr"],
    ...["-subj", `/O=Acme \u2066 Ltd/CN=${TURNED}`, ...names],
  );
  const read = (file: string) => Deno.readTextFile(`${folder}/${file}`);
  const chain = await read("leaf.pem") + await read("ca.pem");
  const key = await read("leaf.key");
  const outcome = await execute(operations, pfxConvert.name, {
    certificate: chain,
    privateKey: key,
    password: "secret",
    friendlyName: TURNED,
  }, createContext());
  assert(outcome.ok);
  const { pfx } = outcome.value as { pfx: string };
  const found = {
    ...{ chain, key, pfx },
    sentence: await read("alone.pem"),
    marked: await read("marked.pem"),
    csr: await read("leaf.csr"),
  };
  await Deno.remove(folder, { recursive: true });
  return found;
}

/** The texts that the page shows or gives to a screen reader, without the user's own input. */
async function shown(page: Page): Promise<string[]> {
  return await page.evaluate(() => {
    const texts = [document.title];
    const attributes = ["aria-label", "aria-description", "title", "alt", "placeholder"];
    for (const element of document.querySelectorAll("body *")) {
      if (element.closest("script, style")) continue;
      for (const name of attributes) {
        const value = element.getAttribute(name);
        if (value) texts.push(value);
      }
      if (element instanceof HTMLTextAreaElement && !element.readOnly) continue;
      for (const node of element.childNodes) {
        // The lines of a command are ours.
        if (node.nodeType === Node.TEXT_NODE) texts.push(node.textContent!.replaceAll("\n", ""));
      }
    }
    return texts;
  });
}

async function checkNames(page: Page, where: string): Promise<void> {
  for (const text of await shown(page)) {
    assert(!UNSEEN.test(text), `${where}: ${JSON.stringify(text)}`);
  }
  const verdicts = await page.locator(
    "section > div > :is(h1, h2, h1 + div, h2 + div), [role=status], [role=alert]",
  ).allTextContents();
  for (const text of verdicts) {
    for (const { index } of text.matchAll(/bank\.example is valid\\?"/g)) {
      assert.equal(text[index - 1], '"', `${where}: ${text}`);
    }
    assert(!text.includes('is valid" and'), `${where}: ${text}`);
  }
}

fullBrowserTest("names > in the inspector", async ({ page }) => {
  const { chain, key, sentence, csr } = await files();
  const folder = await Deno.makeTempDir();
  for (const given of [[sentence], [chain], [chain, key, csr, sentence, "nothing"]]) {
    await page.goto("/inspect");
    const paths = given.map((_, index) => `${folder}/${index}${FILE}`);
    for (const [index, path] of paths.entries()) await Deno.writeTextFile(path, given[index]);
    await page.getByLabel("Open files").setInputFiles(paths);
    await page.getByRole("heading", { name: /objects? found$/ }).waitFor();
    await checkNames(page, "the overview");
    const objects = page.getByRole("group", { name: "Objects" }).getByRole("button");
    for (let at = 0; at < await objects.count(); at++) {
      await objects.nth(at).click();
      await page.getByRole("region", { name: "Result" }).getByRole("heading").first().waitFor();
      await checkNames(page, `object ${at} of ${given.length} files`);
    }
  }
  await Deno.remove(folder, { recursive: true });
}, needs("openssl"));

fullBrowserTest("names > in the chain analyzer", async ({ page }) => {
  const { chain, sentence } = await files();
  const [leaf] = chain.split(/(?<=-----END CERTIFICATE-----\n)/);
  for (const text of [chain, leaf, sentence]) {
    await page.goto("/chain");
    await textbox(page, "Certificate").fill(text);
    await button(page, "Analyze Chain").click();
    await page.getByRole("heading", { name: CHAIN_VERDICT, level: 2 }).waitFor();
    await checkNames(page, "chain");
  }
}, needs("openssl"));

browserTest("names > in a copy as Markdown", async ({ page }) => {
  const { marked } = await files();
  await page.goto("/chain");
  await textbox(page, "Certificate").fill(marked);
  await button(page, "Analyze Chain").click();
  await page.getByRole("heading", { name: CHAIN_VERDICT }).waitFor();
  const markdown = await copied(page, "Markdown");
  assert(markdown.includes("\\~\\~\\~"), markdown);
  assert.doesNotMatch(markdown.replaceAll("\\~", ""), /~/);
  for (const line of markdown.split("\n")) {
    assert.doesNotMatch(line, /^[\s>+-]*(?:~~~|# Trusted)/, markdown);
  }
}, { clipboard: true, ...needs("openssl") });

fullBrowserTest(
  "names > in the CSR decoder, the matcher and the PFX converter",
  async ({ page }) => {
    const { chain, key, csr, pfx } = await files();
    await page.goto("/csr-decoder");
    await textbox(page, "CSR").fill(csr);
    await button(page, "Decode CSR").click();
    await page.getByRole("heading", { name: "Subject Information" }).waitFor();
    await checkNames(page, "decoder");

    await page.goto("/match");
    await textbox(page, "Certificate").fill(chain);
    await textbox(page, "Private Key").fill(key);
    await button(page, "Verify Match").click();
    await page.getByRole("heading", { name: "With OpenSSL" }).waitFor();
    await checkNames(page, "matcher");

    await page.goto("/pfx");
    await textbox(page, "Certificate").fill(chain);
    await textbox(page, "Private Key").fill(key);
    await page.getByLabel("Password", { exact: true }).fill("secret");
    await textbox(page, "Friendly Name").fill(TURNED);
    await button(page, "Convert").click();
    await page.getByRole("heading", { name: HEADLINE.pfx_ready }).waitFor();
    await checkNames(page, "PFX converter");

    await page.goto("/pfx?open");
    await page.getByRole("tab", { name: "PFX to PEM" }).click();
    await textbox(page, "PFX File").fill(pfx);
    await page.getByLabel("Password", { exact: true }).fill("secret");
    await button(page, "Open PFX").click();
    await page.getByRole("heading", { name: "With OpenSSL" }).waitFor();
    await checkNames(page, "opened PFX");
  },
  needs("openssl"),
);
