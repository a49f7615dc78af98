/** A CRL in the inspector: its entries in slices, and the search in them. */
import assert from "node:assert/strict";
import type { Page } from "playwright";
import { needs } from "../support/programs.ts";
import { button, openTab, section } from "./locators.ts";
import { browserTest } from "./support.ts";

const CONFIG = `
[req]
distinguished_name = dn
[dn]
[v3]
basicConstraints = critical, CA:TRUE
keyUsage = critical, keyCertSign, cRLSign
[default]
database = index.txt
default_md = sha256
default_crl_days = 7
`;
const COUNT = 250;
/** The number of one whose key was compromised; the others were superseded. */
const COMPROMISED = "10EA";

/** The file of a CRL that openssl made for the test's own CA. */
async function makeList(folder: string): Promise<string> {
  const openssl = async (...args: string[]) => {
    const { code, stderr } = await new Deno.Command("openssl", { args, cwd: folder }).output();
    assert.equal(code, 0, new TextDecoder().decode(stderr));
  };
  await Deno.writeTextFile(`${folder}/openssl.cnf`, CONFIG);
  const index = Array.from({ length: COUNT }, (_, i) => {
    const serial = (0x1001 + i).toString(16).toUpperCase();
    const reason = serial === COMPROMISED ? "keyCompromise" : "superseded";
    return `R\t490101000000Z\t261101120000Z,${reason}\t${serial}\tunknown\t/CN=${serial}\n`;
  });
  await Deno.writeTextFile(`${folder}/index.txt`, index.join(""));
  await openssl(
    ...["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"],
    ...["-keyout", "ca.key", "-out", "ca.pem", "-subj", "/O=Example/CN=List CA"],
    ...["-config", "openssl.cnf", "-extensions", "v3"],
  );
  await openssl(
    ...["ca", "-config", "openssl.cnf", "-name", "default", "-gencrl"],
    ...["-keyfile", "ca.key", "-cert", "ca.pem", "-out", "list.crl"],
  );
  return `${folder}/list.crl`;
}

const entries = (page: Page) => section(page, /^Revoked certificates/);
const items = (page: Page) => entries(page).getByRole("listitem");
const shown = (page: Page, count: number) =>
  page.waitForFunction((count) => {
    const sections = [...document.querySelectorAll("section")];
    const section = sections.find((each) =>
      each.querySelector("h2, h3")?.textContent?.startsWith("Revoked certificates")
    );
    return section?.querySelectorAll("li").length === count;
  }, count);

browserTest(
  "inspect > shows a list's entries in slices, and finds one by number or reason",
  async ({ page, requests }) => {
    await page.goto("/inspect");
    const folder = await Deno.makeTempDir();
    try {
      await page.getByLabel("Open files").setInputFiles(await makeList(folder));
      await openTab(page, "Details");
      await entries(page).waitFor();
    } finally {
      await Deno.remove(folder, { recursive: true });
    }
    assert.match(await entries(page).innerText(), /250/);
    await shown(page, 100);
    assert.match(
      await items(page).first().innerText(),
      /1001.*1 Nov 2026, 12:00:00 UTC.*superseded/s,
    );
    await button(page, "Show more entries").click();
    await shown(page, 200);
    await button(page, "Show more entries").click();
    await shown(page, COUNT);
    assert.equal(await button(page, "Show more entries").count(), 0);
    const search = entries(page).getByRole("searchbox");
    await search.fill("10");
    await button(page, "Show more entries").waitFor();
    // Until the new search has its entries, the button would add to those of the old one.
    const hasButton = await search.evaluate(async (field: HTMLInputElement) => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")!.set!.call(
        field,
        "keyCompromise",
      );
      field.dispatchEvent(new Event("input", { bubbles: true }));
      await Promise.resolve();
      return [...document.querySelectorAll("button")].some(({ textContent }) =>
        textContent === "Show more entries"
      );
    });
    assert.equal(hasButton, false);
    await shown(page, 1);
    assert.match(await items(page).first().innerText(), /10EA/);
    await search.fill("10:EA");
    await shown(page, 1);
    assert.match(await items(page).first().innerText(), /keyCompromise/);
    await search.fill("cessation");
    await entries(page).getByText("No entry matches your search.").waitFor();
    await search.fill("");
    await shown(page, 100);
    assert.deepEqual(requests.filter((line) => line.startsWith("POST")), []);
  },
  needs("openssl"),
);
