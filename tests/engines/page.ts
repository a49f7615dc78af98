/** A page as a user sees it, in any engine. Every method waits until it can do its work. */
import type { Driver, Key } from "./driver.ts";
import { findElement, type Kind, type Target } from "./finder.ts";

/** Milliseconds. Only a failing test waits for so long, even on a busy machine. */
const PATIENCE = 30_000;
const FIND = String(findElement);

/** Repeats `ask` until it returns a value other than null, false and undefined, and returns it. */
export async function until<T>(
  what: string,
  ask: () => Promise<T | null | false | undefined>,
  patience = PATIENCE,
): Promise<T> {
  const end = performance.now() + patience;
  let fault: unknown;
  do {
    try {
      const answer = await ask();
      if (answer !== null && answer !== false && answer !== undefined) return answer;
      fault = undefined;
    } catch (error) {
      // A document that is being unloaded does not answer.
      fault = error;
    }
    await new Promise((resolve) => setTimeout(resolve, 30));
  } while (performance.now() < end);
  throw new Error(`Not there after ${patience / 1000} s: ${what}`, { cause: fault });
}

const say = ({ kind, name, within }: Target) => `${kind} "${name}"${within ? ` in ${within}` : ""}`;

export class Page {
  /** `patience`: milliseconds until a method fails. */
  constructor(readonly driver: Driver, readonly patience = PATIENCE) {}

  /** Repeats `ask` until it returns a value other than null, false and undefined. */
  #until<T>(what: string, ask: () => Promise<T | null | false | undefined>): Promise<T> {
    return until(what, ask, this.patience);
  }

  async evaluate<T, A = null>(
    body: (argument: A) => T | Promise<T>,
    argument?: A,
  ): Promise<T> {
    const text = await this.driver.call(String(body), JSON.stringify(argument ?? null));
    return JSON.parse(text);
  }

  /** Opens an address and waits until its code has taken the page over. */
  async goto(url: string): Promise<void> {
    await this.driver.goto(url);
    await this.ready();
  }

  async reload(): Promise<void> {
    await this.driver.reload();
    await this.ready();
  }

  async ready(): Promise<void> {
    await this.#until(
      "the page's code",
      () =>
        this.evaluate(() =>
          document.readyState === "complete" &&
          (!document.querySelector("#root > *") || "ready" in document.documentElement.dataset)
        ),
    );
  }

  async has(target: Target): Promise<boolean> {
    const body = `(target) => (${FIND})(target) !== null`;
    return JSON.parse(await this.driver.call(body, JSON.stringify(target)));
  }

  async wait(kind: Kind, name: string, within?: string): Promise<void> {
    const target = { kind, name, within };
    await this.#until(say(target), () => this.has(target));
  }

  async gone(kind: Kind, name: string, within?: string): Promise<void> {
    const target = { kind, name, within };
    await this.#until(`no ${say(target)}`, async () => !await this.has(target));
  }

  /**
   * Waits for a control that can be used, and clicks it. Parts of a page that load later move what is
   * below them, so the control must have been in its place twice.
   */
  async click(kind: Kind, name: string, within?: string): Promise<void> {
    const target = { kind, name, within };
    const body = `(target) => {
      const found = (${FIND})(target);
      if (found === null || found.disabled || found.ariaDisabled === "true") return false;
      const { left, top } = found.getBoundingClientRect();
      const place = left + " " + top;
      const isStill = found.lastPlace === place;
      found.lastPlace = place;
      return isStill;
    }`;
    await this.#until(
      say(target),
      async () => JSON.parse(await this.driver.call(body, JSON.stringify(target))),
    );
    await this.driver.click(FIND, JSON.stringify(target));
  }

  /** Enters a text as a paste does, through the engine's editor. */
  async fill(name: string, text: string, within?: string): Promise<void> {
    await this.click("field", name, within);
    const worked = await this.evaluate((text) => {
      const field = document.activeElement as HTMLInputElement;
      field.select();
      const command = text === "" ? "delete" : "insertText";
      return document.execCommand(command, false, text) || field.value === text;
    }, text);
    if (!worked) throw new Error(`Could not write into "${name}"`);
  }

  async value(name: string): Promise<string> {
    await this.wait("field", name);
    const body = `(target) => (${FIND})(target).value`;
    return JSON.parse(await this.driver.call(body, JSON.stringify({ kind: "field", name })));
  }

  /** Chooses an option of a select by its label or value, as the keyboard would. */
  async select(name: string, value: string): Promise<void> {
    await this.wait("field", name);
    const body = `({ target, value }) => {
      const select = (${FIND})(target);
      const option = [...select.options].find((one) => one.value === value || one.label === value);
      if (!option) throw new Error("no such option: " + value);
      select.value = option.value;
      select.dispatchEvent(new Event("input", { bubbles: true }));
      select.dispatchEvent(new Event("change", { bubbles: true }));
      return true;
    }`;
    await this.driver.call(body, JSON.stringify({ target: { kind: "field", name }, value }));
  }

  async chooseFolder(name: string, path: string): Promise<void> {
    const target: Target = { kind: "field", name };
    await this.#until(say(target), () => this.has(target));
    await this.driver.chooseFolder(FIND, JSON.stringify(target), path);
  }

  async press(...keys: Key[]): Promise<void> {
    await this.driver.keys(keys);
  }

  /** All visible text in a region, or on the page. */
  async text(region?: string): Promise<string> {
    if (region === undefined) return await this.evaluate(() => document.body.innerText);
    await this.wait("region", region);
    const body = `(target) => (${FIND})(target).innerText`;
    return JSON.parse(
      await this.driver.call(body, JSON.stringify({ kind: "region", name: region })),
    );
  }

  async untilText(words: RegExp): Promise<void> {
    await this.#until(`a text like ${words}`, async () => words.test(await this.text()));
  }

  async frame(name = ""): Promise<Page> {
    const target: Target = { kind: "frame", name };
    await this.#until(say(target), () => this.has(target));
    return new Page(await this.driver.frame(FIND, JSON.stringify(target)), this.patience);
  }

  async pathname(): Promise<string> {
    return await this.evaluate(() => location.pathname);
  }

  async untilPath(path: string): Promise<void> {
    await this.#until(`the page ${path}`, async () => await this.pathname() === path);
    await this.ready();
  }
}
