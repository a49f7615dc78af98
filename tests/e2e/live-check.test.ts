/** "Is it live now?" under a certificate that was made: a pasted answer, and a host that the server reads. */
import assert from "node:assert/strict";
import type { Page } from "playwright";
import { createContext } from "../../core/kernel/context.ts";
import { execute } from "../../core/kernel/execute.ts";
import { operations } from "../../core/operations.ts";
import { button, field, heading, textbox } from "./locators.ts";
import { browserTest, fullBrowserTest } from "./support.ts";
import { HEADLINE } from "../support/headlines.ts";

async function openCheck(page: Page): Promise<{ leaf: string; ca: string }> {
  await page.goto("/certificate");
  await textbox(page, "Name 1").fill("nas.lab.test");
  await button(page, "Generate certificate").click();
  await heading(page, HEADLINE.certificate_ready);
  await page.getByText("Check the server after you install it").click();
  return {
    leaf: await textbox(page, "Certificate").inputValue(),
    ca: await textbox(page, "CA certificate").inputValue(),
  };
}

fullBrowserTest("live check > a pasted answer of openssl is judged on this device", async (
  { page, requests },
) => {
  const { leaf, ca } = await openCheck(page);
  assert.equal(await field(page, "Host to check").inputValue(), "nas.lab.test");
  const answer = textbox(page, "Answer of openssl s_client");
  const cases = [
    [`CONNECTED(00000003)\n---\n${leaf}${ca}---\nDONE`, "Works now"],
    [`CONNECTED(00000003)\n---\n${leaf}---\nDONE`, "Works now"],
    [`CONNECTED(00000003)\n---\n${ca}---\nDONE`, "The server sends another certificate"],
    ["connect:errno=111", "The host refused the connection"],
  ];
  for (const [text, title] of cases) {
    await answer.fill(text);
    await button(page, "Check the answer").click();
    await page.getByRole("heading", { name: title, exact: true }).waitFor();
  }
  await answer.fill("nothing of the kind");
  await button(page, "Check the answer").click();
  await page.getByRole("alert").filter({ hasText: /No certificate/i }).waitFor();
  assert.deepEqual(requests.filter((line) => line.startsWith("POST")), []);
});

browserTest("live check > our server reads the host only after a press", async (
  { page, requests },
) => {
  const { leaf, ca } = await openCheck(page);
  const sent: { url: string; roots: string }[] = [];
  await page.route("**/api/chain/analyze-url", async (route) => {
    const asked = route.request().postDataJSON();
    sent.push(asked);
    const outcome = await execute(
      operations,
      "chain/analyze",
      { certificate: leaf, roots: asked.roots, hostname: "nas.lab.test" },
      createContext(),
    );
    assert(outcome.ok);
    const source = { hostname: "nas.lab.test", hostnameMatches: true };
    await route.fulfill({
      json: { success: true, data: { ...outcome.value as object, source } },
    });
  });
  assert.deepEqual(requests.filter((line) => line.startsWith("POST")), []);
  await button(page, "Read the host now").click();
  await page.getByRole("heading", { name: "Works now, seen from here" }).waitFor();
  const trimmed = sent.map(({ roots, ...rest }) => ({ ...rest, roots: roots.trim() }));
  assert.deepEqual(trimmed, [{ url: "nas.lab.test", roots: ca.trim() }]);
  await field(page, "Host to check").fill("");
  await button(page, "Read the host now").click();
  await page.getByText("Enter the name of the server").waitFor();
});
