/** The linter's rules in the chain analyzer and in the inspector, in a real Chromium. */
import assert from "node:assert/strict";
import type { Page } from "playwright";
import { chainText } from "../fixtures/chain/index.ts";
import { button, field, textbox } from "./locators.ts";
import { browserTest } from "./support.ts";

const MESSY = new URL("../fixtures/inspect/messy", import.meta.url).pathname;

const rules = (page: Page) => page.getByRole("region", { name: "Rules", exact: true });
const said = (page: Page) => rules(page).getByRole("status");

browserTest(
  "rules > of a chain's end entity, by how it is judged, on the device",
  async ({ page, requests }) => {
    await page.goto("/chain");
    await textbox(page, "Certificate").fill(chainText("lifetime-201-days"));
    await button(page, "Analyze Chain").click();
    // By itself, without being announced: the chain's verdict was.
    await rules(page).getByText(/It passes \d+ rules\.$/).waitFor();
    assert.equal(await said(page).count(), 0);
    // Under a private root only RFC 5280 applies.
    await rules(page).getByText("Judged as: RFC 5280 alone", { exact: true }).waitFor();
    assert.equal(await rules(page).getByText("It is valid for more than 200 days").count(), 0);

    await field(page, "Judge as").selectOption("public-tls");
    await said(page).getByText(/It passes \d+ rules\.$/).waitFor();
    const broken = rules(page).getByRole("region", { name: /errors?$/ });
    await broken.getByText("It is valid for more than 200 days").waitFor();
    assert.match(await broken.innerText(), /Baseline Requirements, 6\.3\.2/);
    assert.match(await broken.innerText(), /validity, byte \d+/);
    // The search leaves the findings that contain the words.
    await field(page, "Search rules").fill("6.3.2");
    await said(page).getByText(/errors?/).waitFor();
    assert.equal(await broken.getByRole("listitem").count(), 1);
    await field(page, "Search rules").fill("no such words");
    await rules(page).getByText("No finding has these words.").waitFor();
    await rules(page).getByText(/^Passes \d+ rules$/).click();
    await rules(page).getByText(/judged as: Public TLS server/).waitFor();
    assert.deepEqual(requests.filter((line) => !line.startsWith("GET")), []);
  },
);

browserTest("rules > of a certificate in the inspector", async ({ page }) => {
  await page.goto("/inspect");
  await page.getByLabel("Open folder").setInputFiles(MESSY);
  await page.getByRole("heading", { name: "13 objects found" }).waitFor();
  const objects = page.getByRole("group", { name: "Objects" });
  await objects.getByRole("button", { name: /^alpha\.example.*Expired/ }).first().click();
  await rules(page).getByText(/It passes \d+ rules\.$/).waitFor();
  await rules(page).getByText("Judged as: RFC 5280 alone", { exact: true }).waitFor();
});
