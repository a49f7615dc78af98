/**
 * What a screen reader meets on each tool's page, before and after it was used: the accessibility
 * tree as Chromium computes it, kept in `tests/fixtures/screen-reader` and compared. Headings and landmarks in
 * order, the name and the state of each control, what is announced.
 *
 * Where the page changed on purpose, UPDATE_SNAPSHOTS=1 writes the files anew; read the difference.
 */
import assert from "node:assert/strict";
import type { Page } from "playwright";
import { browserTest } from "./support.ts";
import { screenStates } from "./states.ts";

const FOLDER = new URL("../fixtures/screen-reader/", import.meta.url);
const update = Boolean(Deno.env.get("UPDATE_SNAPSHOTS"));

/** What differs from run to run, and what is written in its place. */
const CHANGING: readonly (readonly [RegExp, string])[] = [
  [/-----BEGIN ([A-Z ]+)-----.*-----END \1-----(?:\s|\\n)*/g, "($1)"],
  [/\b(on this device|on the server), [\d.]+ m?s\b/g, "$1, (time)"],
  [/\b\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d:\d\d(?: UTC|Z)?)?/g, "(date)"],
  [/\b\d{1,2} [A-Z][a-z]{2,3} \d{4}\b(?:, [\d:]{8} UTC)?/g, "(date)"],
  [/\b(?:[\d,]+|[\d,.]+ years|less than a) days?\b/g, "(days)"],
  [/(term: Days remaining\s+- definition: )"?[\d,]+"?/g, "$1(days)"],
  [/\b[\d.]+ years (left|ago)\b/g, "(days) $1"],
  [/\b(?:[0-9A-F]{2}[: ]){7,}[0-9A-F]{2}\b/g, "(hex)"],
  [/© \d{4}/g, "© (year)"],
];

/** Screens with random results: the password, and its bits if they depend on it. */
const RANDOM: Readonly<Record<string, readonly (readonly [RegExp, string])[]>> = {
  password: [[/(code): .*/g, "$1: (password)"]],
  certificate: [[/(CA for localhost) [0-9a-f]{6}/g, "$1 (mark)"]],
};

/** Countries are named by the browser. */
const LONG_LIST = /(?:^ *- option .*\n){40,}/gm;
const shortened = (list: string) => {
  const lines = list.trimEnd().split("\n");
  const chosen = lines.find((line) => line.endsWith("[selected]")) ?? lines[0];
  return `${chosen}\n${" ".repeat(lines[0].indexOf("-"))}- text: (${lines.length} options)\n`;
};

async function walk(page: Page, screen: string): Promise<string> {
  let tree = await page.locator("body").ariaSnapshot();
  for (const [pattern, instead] of [...CHANGING, ...RANDOM[screen] ?? []]) {
    tree = tree.replace(pattern, instead);
  }
  return tree.replace(LONG_LIST, shortened) + "\n";
}

for (const { screen, state, path, enter } of screenStates) {
  if (!["empty", "result", "object"].includes(state)) continue;
  browserTest(`screen reader > ${screen}, ${state}`, async ({ page }) => {
    // Whether the app is ready for offline use is shown at an unpredictable moment.
    await page.addInitScript(() => {
      Object.defineProperty(Navigator.prototype, "serviceWorker", { value: undefined });
    });
    await page.goto(path);
    await enter(page);
    const file = new URL(`${screen}-${state}.yml`, FOLDER);
    const tree = await walk(page, screen);
    if (update) await Deno.writeTextFile(file, tree);
    assert.equal(tree, await Deno.readTextFile(file));
    assert.match(tree, /^- main:/m);
    assert.match(tree, /- heading ".+" \[level=1\]/);
  });
}
