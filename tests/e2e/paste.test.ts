/** The Paste button of a field: it fills the field, says why it cannot, or is not there. */
import assert from "node:assert/strict";
import { csrDecodeExample } from "../../core/csr/examples.ts";
import { filler, heading, textbox } from "./locators.ts";
import { browserTest, fullBrowserTest } from "./support.ts";

const csr = csrDecodeExample.csr!;
const REFUSED = "The browser did not let us paste. Press and hold the field, then choose Paste.";
const EMPTY = "There is no text to paste. Copy it first.";

browserTest("paste > fills the field and runs the tool", async ({ page }) => {
  await page.goto("/csr-decoder");
  await page.evaluate(() => navigator.clipboard.writeText(""));
  await filler(page, "Paste", "CSR").click();
  await page.getByText(EMPTY).waitFor();
  await page.evaluate((text) => navigator.clipboard.writeText(text), csr);
  await filler(page, "Paste", "CSR").click();
  await heading(page, "VALID CSR");
  assert.equal((await textbox(page, "CSR").inputValue()).trim(), csr.trim());
  assert.equal(await page.getByText(EMPTY).count(), 0);
}, { clipboard: true });

fullBrowserTest("paste > a refusal is shown under the field", async ({ page, context, origin }) => {
  const session = await context.newCDPSession(page);
  await session.send("Browser.setPermission", {
    origin,
    permission: { name: "clipboard-read" },
    setting: "denied",
  });
  for (
    const [path, field] of [
      ["/csr-decoder", "CSR"],
      ["/", "Text to inspect"],
    ]
  ) {
    await page.goto(path);
    await filler(page, "Paste", field).click();
    await page.getByText(REFUSED).waitFor();
    const area = textbox(page, field);
    const descriptions = await area.evaluate((area) =>
      area.getAttribute("aria-describedby")!.split(" ").map((id) =>
        document.getElementById(id)!.textContent
      )
    );
    assert(descriptions.includes(REFUSED), `${path}: ${descriptions.join(" | ")}`);
    await area.fill("a");
    await page.getByText(REFUSED).waitFor({ state: "detached" });
  }
});

browserTest("paste > without the browser's support there is no button", async ({ page }) => {
  await page.addInitScript(() => Reflect.deleteProperty(Clipboard.prototype, "readText"));
  await page.goto("/csr-decoder");
  await filler(page, "Paste", "CSR").waitFor({ state: "detached" });
  assert(await filler(page, "Open file", "CSR").isVisible());
});
