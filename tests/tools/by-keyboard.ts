/** Steps of a user who has no pointer. */
import assert from "node:assert/strict";
import type { Locator, Page } from "playwright";
import { button, field, startDownload } from "../e2e/locators.ts";

/** The style of an element's outline, which shows where the focus is. */
export const outlineOf = (locator: Locator): Promise<string> =>
  locator.evaluate((element) => getComputedStyle(element).outlineStyle);

export const isFocused = (locator: Locator) =>
  locator.evaluateAll((elements) => elements.includes(document.activeElement as HTMLElement));

/** Presses Tab, or another key, until the control has the focus. */
export async function tabTo(page: Page, control: Locator, key = "Tab"): Promise<void> {
  for (let presses = 0; presses < 150; presses++) {
    if (await isFocused(control)) return;
    await page.keyboard.press(key);
  }
  assert.fail(`${control} is not reached by ${key}`);
}

/** Goes to the field with this label and types a text. */
export async function enter(page: Page, name: string, text: string): Promise<void> {
  await tabTo(page, field(page, name));
  await page.keyboard.insertText(text);
}

/** Goes to the button with this name and presses it. */
export async function press(page: Page, name: string): Promise<void> {
  await tabTo(page, button(page, name));
  await page.keyboard.press("Enter");
}

/** Presses a download button and returns the name of the file. */
export async function save(page: Page, name: string): Promise<string> {
  await tabTo(page, button(page, name));
  const download = await startDownload(page, () => page.keyboard.press("Enter"));
  return download.suggestedFilename();
}

/** Presses a copy button, which keeps the focus, and returns the content of the clipboard. */
export async function copy(page: Page, name: string): Promise<string> {
  await press(page, name);
  await button(page, "Copied!").first().waitFor();
  assert(await isFocused(button(page, "Copied!")));
  return await page.evaluate(() => navigator.clipboard.readText());
}

/** Submits the form. */
export const run = (page: Page) => page.keyboard.press("Control+Enter");
