/** Controls by their visible names, whole: a part of a name may belong to another control. */
import type { Locator, Page } from "playwright";

export const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

/** A control by its label. */
export const field = (page: Page, name: string) => page.getByLabel(name, { exact: true });

export const textbox = (page: Page, name: string) =>
  page.getByRole("textbox", { name, exact: true });

/** Waits for a heading. */
export const heading = (page: Page, name: string | RegExp) =>
  page.getByRole("heading", { name, exact: true }).first().waitFor();

/** Waits until a field has content, such as an example that loads when it is asked for. */
export async function filled(page: Page, name: string): Promise<void> {
  await page.waitForFunction(
    (field) => (field as HTMLTextAreaElement).value !== "",
    await textbox(page, name).elementHandle(),
  );
}

/**
 * Presses for another result and waits until it is there. `part` is in each result; that of the
 * previous one stays for a moment after the press.
 */
export async function pressForNext(action: Locator, part: Locator): Promise<void> {
  const previous = await part.count() > 0 ? await part.elementHandle() : null;
  await action.click();
  await previous?.waitForElementState("hidden");
  await part.waitFor();
}
