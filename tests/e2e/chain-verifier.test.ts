/** The chain analyzer for a verifier: a host name, and roots that the user trusts. */
import assert from "node:assert/strict";
import type { Page } from "playwright";
import { EXAMPLE_CHAIN } from "../fixtures/chain/example.ts";
import { chainText } from "../fixtures/chain/index.ts";
import {
  button,
  CHAIN_VERDICT,
  chainStatus,
  field,
  hasFocus,
  heading,
  textbox,
} from "./locators.ts";
import { browserTest, fullBrowserTest } from "./support.ts";

const [LEAF, CA, ROOT] = EXAMPLE_CHAIN.match(/-----BEGIN [^]*?-----END CERTIFICATE-----\n/g)!;

const summary = (page: Page, text: string) => page.locator("summary").filter({ hasText: text });
const facts = (page: Page) =>
  page.getByRole("region", { name: "Result" }).locator("dl").first().innerText();

async function analyze(page: Page): Promise<string> {
  await button(page, "Analyze Chain").click();
  await page.getByText(/^Last result: /).waitFor();
  await heading(page, CHAIN_VERDICT);
  return await facts(page);
}

async function open(page: Page, certificate: string): Promise<void> {
  await page.goto("/chain");
  await textbox(page, "Certificate").fill(certificate);
}

fullBrowserTest("chain > checks a host name where the user asks for one", async ({ page }) => {
  await open(page, EXAMPLE_CHAIN);
  assert.doesNotMatch(await analyze(page), /Host name/);
  assert.equal(await textbox(page, "Host name").count(), 0, "it is folded");
  await summary(page, "Check for this host name").click();
  await textbox(page, "Host name").fill("www.example.com");
  assert.match(await analyze(page), /Host name\s+Matches/);
  await textbox(page, "Host name").fill("other.example.net");
  // The field submits the form by itself.
  await textbox(page, "Host name").press("Enter");
  await heading(
    page,
    "This certificate is for www.example.com and 3 other names, not for other.example.net",
  );
  await chainStatus(page, "VALID").waitFor();
  assert.match(await facts(page), /Host name\s+Does not match/);
  await page.getByText("Host name does not match", { exact: true }).first().waitFor();
});

fullBrowserTest("chain > reports an invalid host name at its field", async ({ page }) => {
  await open(page, EXAMPLE_CHAIN);
  await summary(page, "Check for this host name").click();
  await textbox(page, "Host name").fill("not a name");
  await button(page, "Analyze Chain").click();
  await page.getByText("Host name must be a domain name or an IP address").first().waitFor();
  const control = textbox(page, "Host name");
  assert.equal(await control.getAttribute("aria-invalid"), "true");
  await hasFocus(control);
  await control.fill("www.example.com");
  assert.match(await analyze(page), /Host name\s+Matches/);
});

browserTest(
  "chain > trusts roots that the user gives, and keeps none of them",
  async ({ page }) => {
    await open(page, LEAF + CA);
    await summary(page, "Also trust these roots").click();
    await textbox(page, "Roots").fill(ROOT);
    assert.match(await analyze(page), /Publicly trusted\s+No\s+Trusted by you\s+Yes/);
    await page.getByText(/is trusted by you\. It is not a public root\./).last().waitFor();
    const path = page.getByRole("list", { name: "Certification path, root first" });
    await path.getByText("Root, trusted by you").waitFor();
    await textbox(page, "Certificate").fill(EXAMPLE_CHAIN);
    assert.match(await analyze(page), /Trusted by you\s+Yes/);
    await path.getByText("Root, pasted, trusted by you").waitFor();
    await textbox(page, "Roots").fill(
      chainText("plain").split(/(?<=END CERTIFICATE-----\n)/).at(-1)!,
    );
    assert.match(await analyze(page), /Trusted by you\s+No/);

    const kept = await page.evaluate(() =>
      JSON.stringify([
        location.href,
        history.state,
        Object.values(localStorage),
        Object.values(sessionStorage),
      ])
    );
    assert.doesNotMatch(kept, /BEGIN CERTIFICATE|roots/);
    await page.reload();
    await summary(page, "Also trust these roots").click();
    assert.equal(await textbox(page, "Roots").inputValue(), "");
  },
);

fullBrowserTest("chain > refuses roots with anything but certificates", async ({ page }) => {
  await open(page, EXAMPLE_CHAIN);
  await summary(page, "Also trust these roots").click();
  await textbox(page, "Roots").fill(
    `${ROOT}-----BEGIN X509 CRL-----\nMAA=\n-----END X509 CRL-----\n`,
  );
  await button(page, "Analyze Chain").click();
  await page.locator('[aria-invalid="true"]').waitFor();
  assert.equal(await textbox(page, "Roots").getAttribute("aria-invalid"), "true");
  assert.equal(await page.getByRole("heading", { name: CHAIN_VERDICT }).count(), 0);
  await button(page, "Reset").click();
  assert.equal(await textbox(page, "Roots").inputValue(), "");
});

fullBrowserTest(
  "chain > sends roots with a host, and with a chain to be completed",
  async ({ page }) => {
    const sent: Record<string, unknown>[] = [];
    await page.route("**/api/chain/*", (route) => {
      sent.push(route.request().postDataJSON());
      const failure = { success: false, error: "BUSY", code: "busy", issues: [] };
      return route.fulfill({ status: 503, json: failure });
    });
    await open(page, chainText("incomplete"));
    await summary(page, "Check for this host name").click();
    await textbox(page, "Host name").fill("www.example.com");
    await summary(page, "Also trust these roots").click();
    await textbox(page, "Roots").fill(ROOT);
    await analyze(page);
    await page.getByText("Only the certificates, the roots and the host name are sent").waitFor();
    await button(page, "Complete chain online").click();
    await page.getByRole("alert").waitFor();
    await page.getByRole("tab", { name: "From URL" }).click();
    assert.equal(await field(page, "Host name").count(), 0);
    await textbox(page, "Domain").fill("www.example.com");
    await button(page, "Analyze Chain").click();
    await page.getByRole("alert").waitFor();
    const [completed, read] = sent;
    assert.deepEqual(Object.keys(completed).sort(), ["certificate", "hostname", "roots"]);
    assert.deepEqual(Object.keys(read).sort(), ["roots", "url"]);
  },
  { expectErrors: ["503"] },
);
