/** The menu "Share": what leaves a result has the answer, and nothing secret of the page. */
import assert from "node:assert/strict";
import type { Page } from "playwright";
import { exampleCertificate, exampleIssuer, examplePrivateKey } from "../../core/examples.ts";
import * as TEXT from "../../core/texts.ts";
import { csrFixture } from "../fixtures/csr/index.ts";
import { matchFile } from "../fixtures/match/index.ts";
import {
  button,
  CHAIN_VERDICT,
  choose,
  heading,
  sentence,
  startDownload,
  textbox,
} from "./locators.ts";
import { browserTest, fullBrowserTest } from "./support.ts";

const KEY = matchFile("rsa-pkcs8-key.pem");
/** A line from the middle of each key that is on the pages. */
const PARTS = [KEY, examplePrivateKey].map((key) => key.split("\n")[2]);

/** The texts that the page gave to the system. */
type Given = Record<"copied" | "drawn" | "shared", string[]>;
type Watched = typeof globalThis & { given: Given };

/** Chooses an item, and returns the next text that the page gives away. */
async function given(page: Page, where: keyof Given, name: string): Promise<string> {
  await page.evaluate((where) => void ((globalThis as Watched).given[where] = []), where);
  await choose(page, name);
  const next = await page.waitForFunction(
    (where) => (globalThis as Watched).given[where][0],
    where,
  );
  return await next.jsonValue();
}
const copied = (page: Page, name: string) => given(page, "copied", name);
const lines = (text: string) => text.trimEnd().split("\n");

/** Records what is copied and drawn into pictures, and offers a share sheet. */
const watch = (page: Page) =>
  page.addInitScript(() => {
    const given: Given = { copied: [], drawn: [], shared: [] };
    Object.assign(globalThis, { given });
    navigator.clipboard.writeText = (text) => {
      given.copied.push(text);
      return Promise.resolve();
    };
    const { fillText } = CanvasRenderingContext2D.prototype;
    CanvasRenderingContext2D.prototype.fillText = function (text, ...place) {
      given.drawn.push(text);
      return fillText.call(this, text, ...place);
    };
    navigator.share = (data) => {
      given.shared.push(JSON.stringify(data));
      return Promise.resolve();
    };
  });
/** Everything that the menu makes, and a check that it is short and has no key. */
async function everything(page: Page, hasLink = true): Promise<Record<string, string>> {
  const mail = await copied(page, "Copy for a mail");
  assert(lines(mail).length <= 5, mail);
  const markdown = await copied(page, "Copy as Markdown");
  assert(lines(markdown).length <= 15, markdown);
  const link = hasLink ? await copied(page, "Copy link") : "";
  const download = await startDownload(page, () => choose(page, "Save as image"));
  const bytes = await Deno.readFile((await download.path())!);
  assert.deepEqual([...bytes.subarray(1, 4)], [..."PNG"].map((letter) => letter.charCodeAt(0)));
  const shared = await given(page, "shared", "Share with another app");
  const drawn = await page.evaluate(() => (globalThis as Watched).given.drawn.join("\n"));
  const made = { mail, markdown, link, drawn, shared };
  for (const [name, text] of Object.entries(made)) {
    for (const part of PARTS) assert(!text.includes(part), name);
    assert.doesNotMatch(text, /PRIVATE KEY-----/, name);
  }
  return made;
}

browserTest("share > a chain, and the link gives the same answer", async (test) => {
  const { page } = test;
  await watch(page);
  await page.goto("/chain");
  const canary = `password: ${PARTS[0]}\n${KEY}`;
  await textbox(page, "Certificate").fill(exampleCertificate + exampleIssuer + canary);
  await button(page, "Analyze Chain").click();
  await heading(page, CHAIN_VERDICT);
  const title = await page.getByRole("heading", { name: CHAIN_VERDICT }).first().innerText();
  const { mail, link, drawn, markdown } = await everything(page);
  assert(mail.includes(title), `${title}\n${mail}`);
  assert.match(markdown, /^\*\*.*\(\w+\)$/m);
  assert(drawn.replaceAll("\n", " ").includes(title), drawn);
  assert.equal(lines(mail).at(-1), link);
  await sentence(page, "Whoever has this link can read these names.").waitFor();
  await page.goto("/");
  await page.goto(link);
  await heading(page, title);
});

browserTest(
  "share > the menu opens within the window, whatever is below its button",
  async ({ page }) => {
    await page.goto("/csr-decoder");
    await textbox(page, "CSR").fill(csrFixture("p256-sha256"));
    await button(page, "Decode CSR").click();
    const share = button(page, "Share");
    await share.evaluate((element) =>
      element.scrollIntoView({ block: "end", behavior: "instant" })
    );
    await share.click();
    const last = (await page.getByRole("menuitem").last().boundingBox())!;
    assert(last.y + last.height <= await page.evaluate(() => innerHeight), `${last.y}`);
  },
  { viewport: { width: 1280, height: 480 } },
);

fullBrowserTest("share > a CSR with the reply to the authority", async ({ page }) => {
  await watch(page);
  await page.goto("/csr-decoder");
  await textbox(page, "CSR").fill(`${KEY}\n${csrFixture("p256-sha256")}`);
  await button(page, "Decode CSR").click();
  await heading(page, TEXT.csrValid);
  const reply = await copied(page, "Copy reply with the CSR");
  assert.match(reply, /^-----BEGIN CERTIFICATE REQUEST-----$/m);
  assert.match(reply, /^The private key stays with us\./m);
  assert.doesNotMatch(reply, /PRIVATE KEY-----/);
  const { link } = await everything(page);
  assert.match(link, /\/csr-decoder#c=/);
});

browserTest("share > a key and its certificate: no link, and a sentence why", async (test) => {
  const { page } = test;
  await watch(page);
  await page.goto("/match");
  await textbox(page, "Certificate").fill(exampleCertificate);
  await textbox(page, "Private Key").fill(examplePrivateKey);
  await button(page, "Verify Match").click();
  await heading(page, TEXT.matchCertificate);
  const { mail } = await everything(page, false);
  assert.match(mail, /\/match$/m);
  await choose(page, "Copy link");
  await sentence(page, /^A link holds only public objects/).waitFor();
});

fullBrowserTest("share > CAA records and a certificate in the inspector", async ({ page }) => {
  await watch(page);
  await page.goto("/caa");
  await page.getByRole("tab", { name: "Check existing records" }).click();
  await textbox(page, "Existing Records").fill(
    `example.com. IN CAA 0 issue "sectigo.com"\npassword: ${PARTS[0]}`,
  );
  await button(page, "Check records").click();
  await page.getByRole("heading", { name: "What they mean" }).waitFor();
  assert.match((await everything(page)).link, /\/caa#c=/);

  await page.goto("/inspect");
  await textbox(page, "Text to inspect").fill(exampleCertificate + examplePrivateKey);
  await button(page, "Inspect").click();
  await page.getByRole("group", { name: "Objects" }).getByRole("button", { name: /example\.com/ })
    .first().click();
  assert.match((await everything(page)).link, /\/inspect#c=/);
});

fullBrowserTest(
  "share > all files of the inspector: a link only without a key",
  async ({ page }) => {
    await watch(page);
    await page.goto("/inspect");
    const objects = csrFixture("p256-sha256") + matchFile("p256-certificate.pem") +
      exampleCertificate;
    await textbox(page, "Text to inspect").fill(objects);
    await button(page, "Inspect").click();
    await button(page, "Share all").waitFor();
    const { link, mail } = await everything(page);
    const title = await page.getByRole("region", { name: "Result" }).getByRole("heading").first()
      .innerText();
    assert(mail.startsWith(title), mail);
    await page.goto("/");
    await page.goto(link);
    await heading(page, title);
    await page.getByRole("heading", { name: "3 objects found" }).waitFor();

    await textbox(page, "Text to inspect").fill(KEY);
    await button(page, "Inspect").click();
    await page.getByRole("heading", { name: "4 objects found" }).waitFor();
    await everything(page, false);
    await choose(page, "Copy link");
    await sentence(page, /^A link holds only public objects/).waitFor();
  },
);
