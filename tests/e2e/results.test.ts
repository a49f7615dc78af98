/** Every tool can copy its result, without private keys, and print it. */
import assert from "node:assert/strict";
import type { Page } from "playwright";
import { EXAMPLE_CHAIN } from "../fixtures/chain/example.ts";
import { chainText } from "../fixtures/chain/index.ts";
import { copied, heading, textbox } from "./locators.ts";
import { stateOf } from "./states.ts";
import { browserTest, fullBrowserTest } from "./support.ts";
import { partOf } from "../support/matrix.ts";
import { pageTests } from "../tools/tools.generated.ts";
import { RULES_SAID } from "../support/said.ts";

const RESULTS = Object.entries(pageTests).flatMap(([tool, { results }]) =>
  Object.entries(results).map(([name, { isCopied, enter }]) => ({
    name: name ? `${tool}, ${name}` : tool,
    path: `/${tool}`,
    isCopied,
    enter: enter ?? stateOf(tool, "result").enter,
  }))
);

/** The margins that browsers leave by default. */
const MARGIN = { top: "10mm", right: "10mm", bottom: "10mm", left: "10mm" };

const KEY = /PRIVATE KEY-----/;

for (const { name, path, isCopied, enter } of partOf(RESULTS, 10)) {
  browserTest(`results > ${name}`, async ({ page }) => {
    await page.goto(path);
    await enter(page);
    if (isCopied) {
      const json = await copied(page, "JSON");
      assert(Object.keys(JSON.parse(json)).length > 1);
      assert.doesNotMatch(json, KEY);
      const markdown = await copied(page, "Markdown");
      assert.match(markdown, /^## \S/);
      assert.match(markdown, /\n- \*\*/);
      assert.doesNotMatch(markdown, /^\d+$/m, "a count without its heading");
      assert.doesNotMatch(markdown, /^#+ .*\n\n#{1,2} /m, "a heading with nothing below it");
      assert.doesNotMatch(markdown, KEY);
    }

    await page.emulateMedia({ media: "print", colorScheme: "dark" });
    assert(
      await page.getByRole("region", { name: "Result" }).getByRole("heading").first().isVisible(),
    );
    for (
      const hidden of ["textarea", "header nav", "footer", "button", "input", "select", "label"]
    ) {
      assert.equal(await page.locator(`${hidden}:visible`).count(), 0, hidden);
    }
    const { background, ink } = await page.evaluate(() => {
      const { backgroundColor, color } = getComputedStyle(document.body);
      return { background: backgroundColor, ink: color };
    });
    assert.deepEqual([background, ink], ["rgb(255, 255, 255)", "rgb(0, 0, 0)"]);
    const pdf = await page.pdf({ format: "A4", margin: MARGIN });
    assert.equal(pdf.toString("latin1").match(/\/Type \/Page\b/g)?.length, 1, "pages");
  }, { clipboard: true });
}

/** The marks of a chain's certificates, from the root down: their tone and animation. */
const marks = (page: Page) =>
  page.locator("[aria-label='Certification path, root first'] [data-tone]").evaluateAll((all) =>
    all.map((mark) => {
      const { animationName, animationDuration } = getComputedStyle(mark);
      const milliseconds = parseFloat(animationDuration) * 1000;
      return {
        tone: (mark as HTMLElement).dataset.tone,
        moves: animationName !== "none" && milliseconds > 1,
        isShort: milliseconds < 200,
      };
    })
  );

for (const motion of partOf([true, false], 2)) {
  browserTest(
    `results > what broke ${motion ? "turns red" : "is red, and nothing moves"}`,
    async ({ page }) => {
      await page.goto("/chain");
      await textbox(page, "Certificate").fill(chainText("expired-leaf"));
      await heading(page, /^www\.fixture\.example expired/);
      const [root, intermediate, leaf] = await marks(page);
      assert.deepEqual([root.moves, intermediate.moves], [false, false]);
      assert.deepEqual(leaf, { tone: "bad", moves: motion, isShort: true });
    },
    { motion },
  );
}

fullBrowserTest("results > a chain as Markdown has a line for each fact", async ({ page }) => {
  await page.goto("/chain");
  await textbox(page, "Certificate").fill(EXAMPLE_CHAIN);
  await page.getByText(RULES_SAID)
    .waitFor();
  const markdown = await copied(page, "Markdown");
  const [rung] = /^2\. .*(\n {3}.*)*/m.exec(markdown)!;
  assert.match(
    rung,
    /^2\. \*\*Example TLS CA 1\*\* · Intermediate, pasted · Valid\n {3}- Signed by the certificate above\.\n {3}- Example Trust Services · EC, P-256 \(256 bits\) · ecdsa-with-SHA256\n {3}- Valid from 1 Jan 2022 · until 1 Jan 2040, [\d.]+ years left$/,
  );
  assert.match(markdown, /\n## Problems \(3\)\n\n- \*\*Valid for too long\*\* · Baseline /);
  assert.match(markdown, /\n- DNS · www\.example\.com\n/);
}, { clipboard: true });
