/** The checks of the table. Each one waits until it holds, for at most `PATIENCE`. */
import assert from "node:assert/strict";
import { findElement, type Kind, type Target } from "../engines/finder.ts";
import { until } from "../engines/page.ts";
import {
  errorsUnder,
  factsOf,
  type Handed,
  isWritten,
  obstacle,
  record,
  statusOf,
} from "./in-page.ts";
import type { Check } from "./row.ts";
import { PATIENCE, type Stage } from "./stage.ts";

const FIND = String(findElement);

/** Calls a function of `in-page.ts`, and gives it the finder. */
async function ask<T>(
  { page }: Stage,
  // deno-lint-ignore no-explicit-any
  body: (argument: any) => T,
  argument: object,
): Promise<T> {
  const text = await page.driver.call(
    `(argument) => (${body})({ ...argument, find: ${FIND} })`,
    JSON.stringify(argument),
  );
  return JSON.parse(text);
}

/** Waits until the problem is gone; fails with the last one. */
async function settle(what: string, problem: () => Promise<string | null>): Promise<void> {
  let last: string | null = null;
  try {
    await until(what, async () => (last = await problem()) === null, PATIENCE);
  } catch (error) {
    throw new Error(last === null ? String((error as Error).cause ?? error) : `${what} ${last}`);
  }
}

const say = (kind: Kind, name: string) => `${kind} "${name}"`;

const unobstructed = (target: Target, disabled: boolean): Check => (stage) =>
  settle(say(target.kind, target.name), () => ask(stage, obstacle, { target, disabled }));

/** Visible, in the page's flow, not covered, enabled, and usable without opening anything else. */
export const usable = (kind: Kind, name: string, within?: string): Check =>
  unobstructed({ kind, name, within }, false);

export const button = (name: string, within?: string) => usable("button", name, within);
export const field = (name: string) => usable("field", name);
export const link = (name: string, within?: string) => usable("link", name, within);

/** Visible and not covered, whether it is enabled or not. */
export const seen = (kind: Kind, name: string, within?: string): Check =>
  unobstructed({ kind, name, within }, true);

export const all = (...checks: Check[]): Check => async (stage) => {
  for (const check of checks) await check(stage);
};

/** The button is visible and disabled. */
export const disabled = (name: string): Check => async (stage) => {
  await seen("button", name)(stage);
  await settle(
    say("button", name),
    async () => await property(stage, { kind: "button", name }, "disabled") ? null : "is enabled",
  );
};

export const absent = (kind: Kind, name: string, within?: string): Check => (stage) =>
  settle(
    say(kind, name),
    async () => await stage.page.has({ kind, name, within }) ? "is there" : null,
  );

/** A property of a control, such as `value`. */
export async function property(stage: Stage, target: Target, name: string): Promise<unknown> {
  const body = `({ target, name }) => (${FIND})(target)?.[name] ?? null`;
  return JSON.parse(await stage.page.driver.call(body, JSON.stringify({ target, name })));
}

/** Fields have these values, by their labels. */
export const values = (expected: Readonly<Record<string, string>>): Check => async (stage) => {
  for (const [name, value] of Object.entries(expected)) {
    await settle(say("field", name), async () => {
      const found = await property(stage, { kind: "field", name }, "value");
      return found === value ? null : `has the value ${JSON.stringify(found)}, not "${value}"`;
    });
  }
};

export const checked = (name: string, on: boolean): Check => (stage) =>
  settle(
    say("field", name),
    async () =>
      await property(stage, { kind: "field", name }, "checked") === on ? null : `is not ${on}`,
  );

/** An attribute of a control; null if it must be absent. */
export const attribute =
  (kind: Kind, name: string, attribute: string, value: string | null): Check => (stage) =>
    settle(say(kind, name), async () => {
      const body = `({ target, name }) => (${FIND})(target)?.getAttribute(name) ?? null`;
      const argument = { target: { kind, name }, name: attribute };
      const found = JSON.parse(await stage.page.driver.call(body, JSON.stringify(argument)));
      return found === value ? null : `has ${attribute} ${JSON.stringify(found)}, not "${value}"`;
    });

/** The values of a select's options, or with `labels` their texts. */
export const options =
  (name: string, expected: readonly string[], by: "value" | "label" = "value"): Check => (stage) =>
    settle(say("field", name), async () => {
      const body = `({ target, by }) =>
        Array.from((${FIND})(target)?.options ?? [], (option) => option[by])`;
      const argument = { target: { kind: "field", name }, by };
      const found: string[] = JSON.parse(
        await stage.page.driver.call(body, JSON.stringify(argument)),
      );
      return found.join("|") === expected.join("|") ? null : `offers ${found.join(", ")}`;
    });

/** The selected option's text contains this word. */
export const option = (name: string, value: string, word: string): Check => (stage) =>
  settle(say("field", name), async () => {
    const body = `({ target, value }) =>
      [...(${FIND})(target)?.options ?? []].find((one) => one.value === value)?.label ?? null`;
    const argument = { target: { kind: "field", name }, value };
    const found: string | null = JSON.parse(
      await stage.page.driver.call(body, JSON.stringify(argument)),
    );
    return found?.includes(word) ? null : `calls ${value} "${found}"`;
  });

/** A visible element has exactly this text, letter by letter and without help of a style. */
export const text = (text: string, within?: string): Check => (stage) =>
  settle(
    `the text "${text}"`,
    async () => await ask(stage, isWritten, { text, within, part: false }) ? null : "is not there",
  );

/** A visible element's text contains this, letter by letter. */
export const words = (text: string, within?: string): Check => (stage) =>
  settle(
    `the words "${text}"`,
    async () => await ask(stage, isWritten, { text, within, part: true }) ? null : "are not there",
  );

export const noWords = (text: string, within?: string): Check => (stage) =>
  settle(
    `the words "${text}"`,
    async () => await ask(stage, isWritten, { text, within, part: true }) ? "are there" : null,
  );

export const heading = (name: string): Check => (stage) =>
  settle(
    say("heading", name),
    async () => await stage.page.has({ kind: "heading", name }) ? null : "is not there",
  );

/** A fact's value, as a whole text or as a pattern. */
export const fact = (term: string, value: string | RegExp, within?: string): Check => (stage) =>
  settle(`the fact "${term}"`, async () => {
    const found = await ask(stage, factsOf, { term, within });
    const fits = (text: string) => typeof value === "string" ? text === value : value.test(text);
    return found.some(fits) ? null : `is ${found.map((one) => `"${one}"`).join(", ") || "absent"}`;
  });

export const noFact = (term: string, within?: string): Check => (stage) =>
  settle(
    `the fact "${term}"`,
    async () => (await ask(stage, factsOf, { term, within })).length === 0 ? null : "is there",
  );

/** The error under a field; null if it must have none. */
export const error = (name: string, expected: string | null): Check => (stage) =>
  settle(`the error of "${name}"`, async () => {
    const found = await ask(stage, errorsUnder, { name });
    const fits = expected === null ? found.length === 0 : found.includes(expected);
    return fits ? null : `is ${JSON.stringify(found)}`;
  });

const HUES = { red: [340, 380], yellow: [25, 65], green: [90, 185] } as const;

/** The card of a certificate has this status, in this colour. */
export const card = (name: string, status: string, colour: keyof typeof HUES): Check => (stage) =>
  settle(`the card of "${name}"`, async () => {
    const found = await ask(stage, statusOf, { name });
    const fits = found.find(({ text }) => text.toLowerCase() === status);
    if (!fits) return `says ${found.map(({ text }) => `"${text}"`).join(", ") || "nothing"}`;
    const [from, to] = HUES[colour];
    const isInside = [fits.hue, fits.hue + 360].some((hue) => hue >= from && hue <= to);
    return isInside ? null : `has the hue ${fits.hue}, which is not ${colour}`;
  });

/** An alert with this text, and only in the form's own words: no banner has it in other letters. */
export const banner = (text: string): Check => (stage) =>
  settle(`the banner "${text}"`, async () => {
    const found = await stage.page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>("[role=alert]")]
        .filter((alert) => alert.checkVisibility()).map((alert) => alert.textContent ?? "")
    );
    return found.some((alert) => alert.includes(text)) ? null : `is not among [${found}]`;
  });

export const noBanner: Check = (stage) =>
  settle(
    "a banner",
    async () =>
      await stage.page.has({ kind: "region", name: "", within: "alert" }) ||
        await stage.page.evaluate(() =>
          [...document.querySelectorAll("[role=alert]")].some((alert) => alert.checkVisibility())
        )
        ? "is there"
        : null,
  );

/** Dismisses the banner; it must be gone. */
export const dismissible: Check = async (stage) => {
  await button("Dismiss")(stage);
  await stage.page.click("button", "Dismiss");
  await noBanner(stage);
};

/** What the page gave to the browser since `recording`. */
interface Recorded {
  copied: string[];
  saved: Handed[];
  asked: string[];
}

/** From now on the page's copies, files, alerts and confirmations are recorded. */
export const recording = ({ page }: Stage, agrees = true) => page.evaluate(record, { agrees });

export const recorded = ({ page }: Stage): Promise<Recorded> =>
  page.evaluate(() => (globalThis as unknown as { recorded: Recorded }).recorded);

/**
 * The button copies a text that fits. For 2 seconds its text and name are 'Copied!'; then they are as
 * before.
 */
export const copies = (name: string, fits: RegExp, short = "Copy"): Check => async (stage) => {
  const { page } = stage;
  await button(name)(stage);
  await recording(stage);
  await stage.stopClock();
  await page.click("button", name);
  await page.wait("button", "Copied!");
  await text("Copied!")(stage);
  const { copied } = await recorded(stage);
  assert.match(copied.join(), fits, `"${name}" copied another text`);
  await stage.pass(1999);
  assert(await page.has({ kind: "button", name: "Copied!" }), "'Copied!' is gone before 2 seconds");
  await stage.pass(1);
  await settle(
    say("button", "Copied!"),
    async () =>
      await page.has({ kind: "button", name: "Copied!" }) ? "is there after 2 seconds" : null,
  );
  await stage.startClock();
  await button(name)(stage);
  assert.equal(String(await property(stage, { kind: "button", name }, "innerText")).trim(), short);
};

/** The button saves a file of this name, whose content fits. */
export const saves =
  (name: string, file: string | RegExp, fits = /[^]/): Check => async (stage) => {
    await button(name)(stage);
    await recording(stage);
    await stage.page.click("button", name);
    const saved = await until(
      `a file after "${name}"`,
      async () => (await recorded(stage)).saved[0],
      PATIENCE,
    );
    if (typeof file === "string") assert.equal(saved.name, file);
    else assert.match(saved.name, file);
    assert.match(saved.text, fits, `the content of ${saved.name}`);
  };

/** The last call went to this operation with exactly this body. */
export const posted = (name: string, body: object): Check => (stage) => {
  const { lastCall } = stage;
  assert.equal(lastCall.path, `/api/${name}`);
  assert.deepEqual(lastCall.body, body);
  return Promise.resolve();
};

/** The page has sent nothing to the API. */
export const nothingSent: Check = ({ calls }) => {
  assert.deepEqual(calls.map(({ path }) => path), []);
  return Promise.resolve();
};
