/** On a touch screen every control is at least 44 px high, which a finger hits. */
import assert from "node:assert/strict";
import { browserTest, fullBrowserTest } from "./support.ts";

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

const PAGES = [
  "/",
  "/inspect",
  "/csr",
  "/csr-decoder",
  "/chain",
  "/match",
  "/pfx",
  "/caa",
  "/certificate",
];

fullBrowserTest("touch > no text speaks of dropping", async ({ page, context }) => {
  const driver = await context.newCDPSession(page);
  await driver.send("Emulation.setTouchEmulationEnabled", { enabled: true });
  for (const path of PAGES) {
    await page.goto(path);
    for (const tab of await page.getByRole("tab").all()) await tab.click();
    const text = await page.getByRole("main").innerText();
    assert(!/\bdrop(s|ped)?\b/i.test(text), `${path}: ${text}`);
  }
}, { viewport: { width: 390, height: 844 } });

fullBrowserTest('touch > "Open folder" is never alone in a row', async ({ page }) => {
  for (const path of ["/", "/inspect"]) {
    await page.goto(path);
    for (const width of [320, 390, 640, 820, 1024, 1280, 1440, 1920]) {
      await page.setViewportSize({ width, height: 844 });
      const [files, folder] = await Promise.all(
        ["Open files", "Open folder"].map((name) =>
          page.getByRole("main").getByRole("button", { name, exact: true }).boundingBox()
        ),
      );
      assert(files && folder);
      assert.equal(files.y, folder.y, `${path} at ${width} px`);
      const end = await page.getByRole("textbox").first().boundingBox();
      assert(folder.x + folder.width <= end!.x + end!.width + 1, `${path} at ${width} px`);
    }
  }
});
