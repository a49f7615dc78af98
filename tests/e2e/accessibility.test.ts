/** The accessibility of every screen in every state: axe, large text, zoom and forced colors. */
import assert from "node:assert/strict";
import axe from "axe-core";
import type { Page } from "playwright";
import { browserTest, type BrowserTestOptions } from "./support.ts";
import { type ScreenState, screenStates } from "./states.ts";
import { isFull, partOf } from "../support/matrix.ts";

const SIZES = [
  { width: 320, height: 640 },
  { width: 768, height: 1024 },
  { width: 1440, height: 900 },
];
const SCHEMES = ["light", "dark"] as const;
const VIEWS = SIZES.flatMap((size) => SCHEMES.map((scheme) => ({ size, scheme })));

/**
 * Three sizes and two schemes are six views. Each state gets one of them by turns, so that six
 * states in a row cover all, and the states of one screen differ. In the full run every state has
 * every view.
 */
function viewsOf(index: number): typeof VIEWS {
  if (isFull) return VIEWS;
  return [{ size: SIZES[index % SIZES.length], scheme: SCHEMES[index % SCHEMES.length] }];
}

/** Screens whose server answers with an error by design. */
const optionsOf = ({ screen }: ScreenState): BrowserTestOptions =>
  screen === "unknown" ? { expectErrors: ["404"] } : {};

async function open(page: Page, state: ScreenState): Promise<void> {
  await page.goto(state.path);
  await page.getByRole("heading", { level: 1 }).or(page.getByRole("heading", { level: 2 })).first()
    .waitFor();
  await state.enter(page);
  await settled(page);
}

/** Waits for all animations, because a half faded element has another contrast. */
async function settled(page: Page): Promise<void> {
  await page.evaluate(() =>
    Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => {})))
  );
}

async function violationsOf(page: Page): Promise<string[]> {
  // The policy would refuse axe as a script element.
  if (!await page.evaluate(() => "axe" in globalThis)) await page.evaluate(axe.source);
  return await page.evaluate(async () => {
    const { axe } = globalThis as unknown as { axe: typeof import("axe-core") };
    const { violations } = await axe.run(document, { resultTypes: ["violations"] });
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)} ${failureSummary}`)
    );
  });
}

/**
 * Whether the state stays when the width changes; the tools' menu closes and would have to be
 * opened again.
 */
const staysAtAnyWidth = ({ state }: ScreenState) => state !== "tools";

for (const [index, state] of partOf(screenStates, 12).entries()) {
  const name = `${state.screen}, ${state.state}`;
  browserTest(`access > ${name}: axe, large type, zoom, few colours`, async ({ page }) => {
    for (const [at, { size, scheme }] of viewsOf(index).entries()) {
      await page.setViewportSize(size);
      await page.emulateMedia({ colorScheme: scheme });
      if (at === 0 || !staysAtAnyWidth(state)) await open(page, state);
      await settled(page);
      const where = `${size.width} px, ${scheme}`;
      assert.deepEqual(await violationsOf(page), [], where);
      await assertFits(page, where);
    }
    if (/empty|result/.test(state.state)) await assertEdges(page);
    await page.evaluate(() => document.documentElement.style.fontSize = "200%");
    await page.setViewportSize({ width: 1280, height: 900 });
    await assertFits(page, "text of 200 %");
    await page.evaluate(() => document.documentElement.style.fontSize = "");
    // 1280 by 1024 pixels at 400 %.
    await page.setViewportSize({ width: 320, height: 256 });
    await assertFits(page, "zoom of 400 %");
    await assertBarIsLow(page);
  }, optionsOf(state));
}

/** Nothing is wider than the page, and no text is cut off unless it can be scrolled. */
async function assertFits(page: Page, where: string): Promise<void> {
  const faults = await page.evaluate(() => {
    const found: string[] = [];
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth > clientWidth) {
      found.push(`the page is ${scrollWidth - clientWidth} px too wide`);
    }
    const name = (element: Element) =>
      `${element.localName} "${element.textContent?.slice(0, 40)}"`;
    for (
      const element of document.querySelectorAll<HTMLElement>("h1,h2,h3,p,dt,dd,button,label,a,li")
    ) {
      if (!element.checkVisibility({ visibilityProperty: true })) continue;
      const { overflowX } = getComputedStyle(element);
      if (overflowX === "visible" || overflowX === "auto" || overflowX === "scroll") continue;
      if (getComputedStyle(element).clipPath !== "none") continue;
      if (element.scrollWidth > element.clientWidth + 1) found.push(`${name(element)} is cut off`);
    }
    for (const button of document.querySelectorAll<HTMLElement>("button, [role=tab]")) {
      if (!button.checkVisibility()) continue;
      if (button.scrollWidth > button.clientWidth + 1) found.push(`${name(button)} overflows`);
    }
    return found;
  });
  assert.deepEqual(faults, [], where);
}

/** The bar stays in view while the page scrolls, so it must be low. */
async function assertBarIsLow(page: Page): Promise<void> {
  const bar = page.getByRole("banner").filter({ has: page.getByRole("button", { name: "Menu" }) });
  if (await bar.count() === 0 || await page.getByRole("button", { expanded: true }).count()) return;
  const { height } = (await bar.boundingBox())!;
  assert(height <= 256 / 3, `the bar takes ${height} of 256 px`);
}

/** In forced colours every control has an edge and a state. */
async function assertEdges(page: Page): Promise<void> {
  await page.emulateMedia({ forcedColors: "active" });
  const faults = await page.evaluate(() => {
    const found: string[] = [];
    const edge = (element: Element) => {
      const style = getComputedStyle(element);
      const border = parseFloat(style.borderTopWidth) > 0 && style.borderTopStyle !== "none";
      const outline = parseFloat(style.outlineWidth) > 0 && style.outlineStyle !== "none";
      return border || outline;
    };
    const name = (element: Element) =>
      `${element.localName} ${
        element.getAttribute("aria-label") ?? element.textContent?.slice(0, 40)
      }`;
    const controls = "main button, main select, main textarea, main input:not([type=file])";
    for (const control of document.querySelectorAll<HTMLInputElement>(controls)) {
      if (!control.checkVisibility() || getComputedStyle(control).clipPath !== "none") continue;
      if (/^(?:checkbox|radio|range)$/.test(control.type)) continue;
      // The edge may be on the box around the control.
      if (!edge(control) && !edge(control.parentElement!)) found.push(name(control));
    }
    for (const radio of document.querySelectorAll("main [role=radiogroup] input:checked")) {
      if (!edge(radio.closest("label")!)) found.push(`${name(radio)} is not seen to be chosen`);
    }
    for (const tab of document.querySelectorAll('main [role=tab][aria-selected="true"]')) {
      if (!edge(tab)) found.push(`${name(tab)} is not seen to be chosen`);
    }
    return found;
  });
  assert.deepEqual(faults, [], "forced colours");
  await page.emulateMedia({ forcedColors: null });
}

browserTest("access > focus is always seen", async ({ page }) => {
  for (const path of ["/", "/csr", "/chain", "/password"]) {
    await page.goto(path);
    const seen = new Set<string>();
    for (let presses = 0; presses < 80; presses++) {
      await page.keyboard.press("Tab");
      const focused = await page.evaluate(() => {
        const element = document.activeElement;
        if (!element || element === document.body) return null;
        const shows = (one: Element | null): boolean => {
          if (!one) return false;
          const { outlineStyle, outlineWidth } = getComputedStyle(one);
          return outlineStyle !== "none" && parseFloat(outlineWidth) >= 2;
        };
        const after = getComputedStyle(element, "::after");
        const ring = shows(element) || shows(element.parentElement) ||
          shows(element.closest("label")) ||
          after.outlineStyle !== "none" && parseFloat(after.outlineWidth) >= 2;
        const box = element.getBoundingClientRect();
        return {
          name: `${element.localName} ${element.textContent?.slice(0, 30)}`,
          ring,
          y: box.y,
        };
      });
      if (!focused) break;
      assert(focused.ring, `${path}: ${focused.name} shows no focus`);
      seen.add(focused.name);
    }
    assert(seen.size > 10, path);
  }
});
