/** Every screen in every state for everybody: by axe, by reading out, in large type and in few colours. */
import assert from "node:assert/strict";
import axe from "axe-core";
import type { Page } from "playwright";
import { browserTest, type BrowserTestOptions } from "./support.ts";
import { type ScreenState, screenStates } from "./states.ts";

const full = Boolean(Deno.env.get("TEST_FULL"));

const SIZES = [
  { width: 320, height: 640 },
  { width: 768, height: 1024 },
  { width: 1440, height: 900 },
];
const SCHEMES = ["light", "dark"] as const;
const VIEWS = SIZES.flatMap((size) => SCHEMES.map((scheme) => ({ size, scheme })));

/** Of the six views, three that have every size and both schemes between them; others next time. */
function viewsOf(index: number): typeof VIEWS {
  if (full) return VIEWS;
  return SIZES.map((_, at) => VIEWS[at * 2 + (at + index) % 2]);
}

/** Screens whose server answers with an error by design. */
const optionsOf = ({ screen }: ScreenState): BrowserTestOptions =>
  screen === "unknown" ? { expectErrors: ["404"] } : {};

const byScreen = Map.groupBy(screenStates, ({ screen }) => screen);

async function open(page: Page, state: ScreenState): Promise<void> {
  await page.goto(state.path);
  await page.getByRole("heading", { level: 1 }).or(page.getByRole("heading", { level: 2 })).first()
    .waitFor();
  await state.enter(page);
  await settled(page);
}

/** Nothing moves any more: what is half faded in has another contrast. */
async function settled(page: Page): Promise<void> {
  await page.evaluate(() =>
    Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => {})))
  );
}

async function violationsOf(page: Page): Promise<string[]> {
  // As a script of the page the policy would refuse it.
  await page.evaluate(axe.source);
  return await page.evaluate(async () => {
    const { axe } = globalThis as unknown as { axe: typeof import("axe-core") };
    const { violations } = await axe.run(document, { resultTypes: ["violations"] });
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)} ${failureSummary}`)
    );
  });
}

for (const [screen, states] of byScreen) {
  for (const [index, state] of states.entries()) {
    browserTest(`access > axe finds nothing on ${screen}, ${state.state}`, async ({ page }) => {
      for (const { size, scheme } of viewsOf(index)) {
        await page.setViewportSize(size);
        await page.emulateMedia({ colorScheme: scheme, reducedMotion: "reduce" });
        // The menu of a narrow screen is another one than the list of a wide one.
        await open(page, state);
        assert.deepEqual(await violationsOf(page), [], `${size.width} px, ${scheme}`);
        await assertFits(page, `${size.width} px`);
      }
    }, optionsOf(state));
  }
}

/** Nothing is wider than the page, and no text is cut off but where it can be scrolled. */
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

for (const [screen, states] of byScreen) {
  // The fullest state holds what the others do.
  const state = states.find(({ state }) => state === "result") ?? states[0];
  browserTest(
    `access > ${screen} can be used in large type and at 400 % zoom`,
    async ({ page }) => {
      await open(page, state);
      await page.evaluate(() => document.documentElement.style.fontSize = "200%");
      await assertFits(page, "text of 200 %");
      await page.evaluate(() => document.documentElement.style.fontSize = "");
      // 1280 by 1024 at 400 %.
      await page.setViewportSize({ width: 320, height: 256 });
      await assertFits(page, "zoom of 400 %");
      const bar = page.getByRole("banner").first();
      if (await bar.isVisible()) {
        const { height } = (await bar.boundingBox())!;
        assert(height <= 256 / 3, `the bar takes ${height} of 256 px`);
      }
    },
    optionsOf(state),
  );
}

browserTest(
  "access > in forced colours every control has an edge and a state",
  async ({ page }) => {
    await page.emulateMedia({ forcedColors: "active", reducedMotion: "reduce" });
    for (const state of screenStates.filter(({ state }) => /empty|result/.test(state))) {
      await open(page, state);
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
          // A choice may be drawn by the box around it.
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
      assert.deepEqual(faults, [], `${state.screen}, ${state.state}`);
    }
  },
);

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

/** What a screen reader walks through, kept as a text; written anew with UPDATE_SNAPSHOTS=1. */
const SNAPSHOTS = new URL("snapshots/", import.meta.url);

/** What changes from run to run is put in one form. */
function stable(snapshot: string): string {
  return snapshot
    .replace(/[A-Za-z0-9+/=]{40,}/g, "…")
    .replace(/\b[0-9A-F]{2}(?::[0-9A-F]{2})+\b/g, "HEX")
    .replace(/(?<=- code: ).*/g, "…")
    .replace(/\d+/g, "0")
    .replace(/localhost:0/g, "localhost")
    .replace(/(?:… ?)+/g, "…");
}

for (const [screen, states] of byScreen) {
  browserTest(`access > a screen reader walks through ${screen}`, async ({ page }) => {
    const walks: string[] = [];
    for (const state of states) {
      await open(page, state);
      walks.push(`# ${state.state}\n${stable(await page.locator("body").ariaSnapshot())}\n`);
    }
    const file = new URL(`${screen}.yml`, SNAPSHOTS);
    const walked = walks.join("\n");
    if (Deno.env.get("UPDATE_SNAPSHOTS")) await Deno.writeTextFile(file, walked);
    assert.equal(walked, await Deno.readTextFile(file));
  }, optionsOf(states[0]));
}
