/** Signed files and comparisons in the inspector, in a real Chromium. */
import assert from "node:assert/strict";
import { button, heading, openTab, section } from "./locators.ts";
import { browserTest, fullBrowserTest } from "./support.ts";

const paths = (...names: string[]) =>
  names.map((name) => new URL(`../fixtures/${name}`, import.meta.url).pathname);

browserTest(
  "inspect > a detached signature finds its content, and leads to its signer",
  async ({ page, requests }) => {
    await page.goto("/inspect");
    const open = page.getByLabel("Open files");
    await open.setInputFiles(paths("signed/detached.p7s"));
    await heading(page, /^The signature of "Ada Signer" in .* could not be verified completely$/);
    await open.setInputFiles(paths("signed/letter.txt"));
    await heading(page, /^The signature of "Ada Signer" in .* matches the content$/);
    await page.getByRole("group", { name: "Objects" })
      .getByRole("button", { name: /^detached\.p7s/ }).click();
    await openTab(page, "Details");
    const signers = section(page, "Signers");
    assert.match(await signers.innerText(), /Ada Signer[^]*The signature is valid\./);
    await signers.getByRole("button", { name: "Ada Signer" }).click();
    await openTab(page, "Answer");
    await button(page, "Analyze the chain").waitFor();
    assert.deepEqual(requests.filter((line) => !line.startsWith("GET")), []);
  },
);

fullBrowserTest(
  "inspect > two certificates with one name are compared with one click",
  async ({ page, requests }) => {
    await page.goto("/inspect");
    await page.getByLabel("Open files").setInputFiles(
      paths("certificate/diff/site.pem", "certificate/diff/renewed.pem", "certificate/diff/ca.pem"),
    );
    await button(page, "Compare both").click();
    await heading(page, "A renewal: same key, same names, ends 90 days later");
    await button(page, "Swap both").click();
    await heading(page, "An earlier certificate: same key, same names, ends 90 days earlier");
    await button(page, "Back").click();
    // Any two can be compared from one of them.
    await page.getByRole("group", { name: "Objects" })
      .getByRole("button", { name: /^Diff CA/ }).click();
    await openTab(page, "Details");
    const compare = section(page, "Compare");
    await compare.getByRole("button", { name: "Compare" }).click();
    await page.getByRole("heading", { name: /^Unrelated: no name and no key in common/ }).waitFor();
    assert.deepEqual(requests.filter((line) => !line.startsWith("GET")), []);
  },
);
