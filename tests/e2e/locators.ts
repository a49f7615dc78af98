/** Controls by their whole visible names, because a part of a name may match another control. */
import type { Download, Locator, Page } from "playwright";

export const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

/** A control by its label. */
export const field = (page: Page, name: string) => page.getByLabel(name, { exact: true });

export const textbox = (page: Page, name: string) =>
  page.getByRole("textbox", { name, exact: true });

/** The card with this heading. Cards are not landmarks, so they do not have names. */
export const section = (within: Page | Locator, name: string | RegExp): Locator =>
  within.getByRole("heading", { name, exact: true })
    .locator("xpath=ancestor::*[self::section or self::article][1]");

/** The button "Paste" or "Open file" of a field; its own name does not contain the field's. */
export const filler = (page: Page, name: "Paste" | "Open file", of: string): Locator =>
  around(page, of).getByRole("button", { name, exact: true });

/** The file input behind "Open file" of a field. */
export const fileInput = (page: Page, of: string): Locator =>
  around(page, of).locator("input[type=file]").first();

/** The nearest element around a field that has buttons too. */
const around = (page: Page, of: string): Locator =>
  textbox(page, of).locator("xpath=ancestor::div[.//button][1]");

/** Chooses the type of key in the CSR generator's form. */
export async function chooseKey(page: Page, type: string): Promise<void> {
  await field(page, "Key Type").selectOption(type);
}

/** Opens a tab of an object in the inspector. */
export const openTab = (page: Page, name: "Answer" | "Details" | "Bytes") =>
  page.getByRole("tab", { name, exact: true }).click();

/** Waits for a heading. */
export const heading = (page: Page, name: string | RegExp) =>
  page.getByRole("heading", { name, exact: true }).first().waitFor();

/**
 * A sentence of the page itself. `announce` also puts it outside, for screen readers and for two seconds,
 * so a search of the whole document finds one or two.
 */
export const sentence = (page: Page, text: string | RegExp): Locator =>
  page.locator("#content").getByText(text);

/** The headline of a chain, whatever it says about it. */
export const CHAIN_VERDICT =
  /\b(?:is valid|is for|was not signed|was revoked|doesn't send|expires|expired|is missing|is self-signed|is not valid|has an unknown|private root|refuses?|in no public list|default certificate|cannot be verified here)\b/;

/** The fact "Chain status" of a result, with this value. */
export const chainStatus = (
  page: Page,
  word: "VALID" | "INVALID" | "Cannot be verified here",
): Locator =>
  page.getByRole("region", { name: "Result" }).locator("dl > div").filter({
    hasText: new RegExp(`^Chain status\\s*${word}$`),
  });

/** Waits until the focus is on it, which may follow a message by a frame. */
export async function hasFocus(control: Locator): Promise<void> {
  await control.page().waitForFunction(
    (element) => document.activeElement === element,
    await control.elementHandle(),
  );
}

/** Waits until a field has content, such as an example that loads lazily. */
export async function filled(page: Page, name: string): Promise<void> {
  await page.waitForFunction(
    (field) => (field as HTMLTextAreaElement).value !== "",
    await textbox(page, name).elementHandle(),
  );
}

/**
 * Does what starts a download, and returns the download. It waits for both together, so that a
 * failure of `act` is the test's failure and leaves no waiting promise behind.
 */
export async function startDownload(page: Page, act: () => Promise<unknown>): Promise<Download> {
  const [started] = await Promise.all([page.waitForEvent("download"), act()]);
  return started;
}

/**
 * Clicks a button that makes a new result, and waits for it. Each result contains `part`; that of the
 * previous result disappears shortly after the click.
 */
export async function clickForNext(action: Locator, part: Locator): Promise<void> {
  const previous = await part.count() > 0 ? await part.elementHandle() : null;
  await action.click();
  await previous?.waitForElementState("hidden");
  await part.waitFor();
}

/**
 * Presses "Generate" on the page of passwords and returns the new ones. The page also generates by itself:
 * without the first wait, that result may be taken for the next one.
 */
export async function generatePasswords(page: Page): Promise<string[]> {
  const copyAll = button(page, "Copy All");
  await copyAll.waitFor();
  await clickForNext(button(page, "Generate"), copyAll);
  return await page.getByLabel("Result").locator("code").allTextContents();
}

/** The menus "Download" or "Copy result", and "Share", of a result, whatever a button says after a download. */
const menu = (page: Page) => page.locator("button[aria-haspopup=menu]");

/** Selects an item of the menu "Download", or clicks the button of that name if it is outside. */
export async function choose(page: Page, name: string): Promise<void> {
  const direct = button(page, name);
  await direct.or(menu(page)).first().waitFor();
  if (await direct.count() > 0) return await direct.click();
  // In one go, because the menu closes when a result that arrives takes the focus.
  await page.waitForFunction((name) => {
    const items = [...document.querySelectorAll<HTMLElement>("[role=menuitem]")];
    const item = items.find((item) => (item.ariaLabel ?? item.textContent) === name);
    if (item) item.click();
    else document.querySelector<HTMLElement>("[aria-haspopup=menu][aria-expanded=false]")?.click();
    return item !== undefined;
  }, name);
}

/** Waits until a result has its actions, which are its last part to load. */
export const actions = (page: Page) => menu(page).first().waitFor();

/** Copies the whole result, as "JSON" or "Markdown". The test needs the permission `clipboard`. */
export async function copied(page: Page, format: "JSON" | "Markdown"): Promise<string> {
  await page.evaluate(() => navigator.clipboard.writeText(""));
  await choose(page, format === "JSON" ? "Copy as JSON" : "Copy all as Markdown");
  const text = await page.waitForFunction(() => navigator.clipboard.readText());
  return await text.jsonValue();
}

/** Opens the form "Save as" of a result. */
export async function openFormats(page: Page): Promise<void> {
  await choose(page, "Another format");
  await heading(page, "Save as");
}
