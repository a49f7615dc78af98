/** On a touch screen every control is at least 44 px high, which a finger hits. */
import assert from "node:assert/strict";
import { browserTest } from "./support.ts";

const LEAST = 44;

/** Controls that are lower. A checkbox counts with its label, which is a target too. */
const findLow = (least: number) =>
  [...document.querySelectorAll<HTMLElement>("button, select, summary, input, textarea, nav a")]
    .filter((control) => control.checkVisibility() && control.getBoundingClientRect().width > 1)
    .filter((control) => !control.matches("[type=checkbox], [type=radio], [type=range]"))
    .filter((control) => control.getBoundingClientRect().height < least - 0.5)
    .map((control) =>
      `${control.ariaLabel ?? control.textContent}: ${control.getBoundingClientRect().height} px`
    );

browserTest("touch > controls are high enough for a finger", async ({ page, context }) => {
  const driver = await context.newCDPSession(page);
  await driver.send("Emulation.setTouchEmulationEnabled", { enabled: true });
  for (const path of ["/", "/csr", "/chain", "/password", "/inspect", "/api/docs"]) {
    await page.goto(path);
    await page.getByRole("contentinfo").waitFor();
    assert(await page.evaluate(() => matchMedia("(pointer: coarse)").matches));
    assert.deepEqual(await page.evaluate(findLow, LEAST), [], path);
  }
}, { viewport: { width: 390, height: 844 } });
