/** The password generator, /password. */
import assert from "node:assert/strict";
import { until } from "../../engines/page.ts";
import {
  absent,
  attribute,
  banner,
  button,
  checked,
  copies,
  error,
  noBanner,
  nothingSent,
  saves,
  text,
  values,
  words,
} from "../checks.ts";
import { each, row, type Table } from "../row.ts";
import type { Stage } from "../stage.ts";
import { buttonRows, fieldRows, layoutRows } from "./common.ts";

const TYPES = ["Uppercase", "Lowercase", "Numbers", "Symbols"];
const SYMBOLS = "!@#$%^&*()_+-=[]{}|;:,.<>?";
const AMBIGUOUS = ["0", "O", "l", "1", "I"];
const ALL = "idle one several unambiguous bands typeless reset unsupported";

/** Sets a slider, as the keyboard and the mouse do. */
const slide = ({ page }: Stage, name: string, value: number) =>
  page.evaluate(({ name, value }) => {
    const slider = [...document.querySelectorAll<HTMLInputElement>("input[type=range]")]
      .find(({ labels }) => labels![0].textContent!.trim().startsWith(name))!;
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")!.set!.call(
      slider,
      String(value),
    );
    slider.dispatchEvent(new Event("input", { bubbles: true }));
    slider.dispatchEvent(new Event("change", { bubbles: true }));
  }, { name, value });

/** The passwords that are shown after "Generate". */
async function generated(stage: Stage): Promise<string[]> {
  const { page } = stage;
  await page.evaluate(() => {
    for (const code of document.querySelectorAll("main code")) code.setAttribute("data-old", "");
  });
  await page.click("button", "Generate");
  const shown = () =>
    page.evaluate(() =>
      [...document.querySelectorAll("main code:not([data-old])")].map((code) => code.textContent!)
    );
  await page.wait("button", "Copy All");
  return await until("new passwords", async () => {
    const found = await shown();
    return found.length > 0 && found;
  });
}

/** Bits, with the label and percent of the bands. */
const BANDS = [
  // Numbers only: 8 × log2(10) = 26.6 and so on.
  { types: ["Numbers"], length: 8, bits: "26.6", label: "Weak", percent: 20 },
  { types: ["Numbers"], length: 12, bits: "39.9", label: "Weak", percent: 20 },
  { types: ["Numbers"], length: 13, bits: "43.2", label: "Fair", percent: 40 },
  { types: ["Numbers"], length: 18, bits: "59.8", label: "Fair", percent: 40 },
  { types: ["Numbers"], length: 19, bits: "63.1", label: "Good", percent: 60 },
  { types: ["Numbers"], length: 24, bits: "79.7", label: "Good", percent: 60 },
  { types: ["Numbers"], length: 25, bits: "83.0", label: "Strong", percent: 80 },
  { types: ["Numbers"], length: 30, bits: "99.7", label: "Strong", percent: 80 },
  { types: ["Numbers"], length: 31, bits: "103.0", label: "Very Strong", percent: 100 },
];

async function choose({ page }: Stage, chosen: readonly string[]): Promise<void> {
  for (const type of TYPES) {
    const on = await page.evaluate(
      (type) =>
        [...document.querySelectorAll<HTMLInputElement>("input[type=checkbox]")]
          .find(({ labels }) => labels![0].textContent!.trim() === type)!.checked,
      type,
    );
    if (on !== chosen.includes(type)) await page.click("field", type);
  }
}

export const password: Table = {
  path: "/password",
  states: {
    async idle({ page }) {
      await page.wait("button", "Copy All");
    },
    async one(stage) {
      stage.kept.one = await generated(stage);
    },
    async several(stage) {
      await slide(stage, "Number of Passwords", 10);
      stage.kept.several = await generated(stage);
    },
    async unambiguous(stage) {
      await stage.page.click("field", "Exclude ambiguous characters");
      await slide(stage, "Password Length", 128);
      stage.kept.unambiguous = await generated(stage);
    },
    async bands(stage) {
      await stage.page.click("button", "Reset");
    },
    async typeless(stage) {
      await choose(stage, []);
      await stage.page.click("button", "Generate");
    },
    async reset({ page }) {
      await page.click("button", "Reset");
    },
    async unsupported(stage) {
      await stage.page.evaluate(() => {
        Object.defineProperty(Crypto.prototype, "getRandomValues", {
          value: undefined,
          configurable: true,
        });
      });
      await stage.page.click("button", "Generate");
    },
  },
  rows: [
    ...layoutRows("/password", "Password Generator"),
    ...fieldRows(ALL, {
      "Password Length": "Length slider",
      "Uppercase": "four character-type checkboxes",
      "Lowercase": "four character-type checkboxes",
      "Numbers": "four character-type checkboxes",
      "Symbols": "four character-type checkboxes",
      "Exclude ambiguous characters": "exclude-ambiguous option",
      "Number of Passwords": "count slider",
    }),
    ...buttonRows(ALL, ["Generate", "Reset"], "buttons Generate and Reset"),
    row(
      "9",
      "Password length 8 to 128 (default 16)",
      "idle reset",
      values({ "Password Length": "16" }),
      attribute("field", "Password Length", "min", "8"),
      attribute("field", "Password Length", "max", "128"),
    ),
    row(
      "9",
      "count 1 to 10 (default 1)",
      "idle reset",
      values({ "Number of Passwords": "1" }),
      attribute("field", "Number of Passwords", "min", "1"),
      attribute("field", "Number of Passwords", "max", "10"),
    ),
    row(
      "D8",
      "`input type=range`",
      "idle",
      attribute("field", "Password Length", "type", "range"),
      attribute("field", "Number of Passwords", "type", "range"),
    ),
    ...each(
      TYPES,
      (type) => row("2", "four character-type checkboxes", "idle reset", checked(type, true)),
    ),
    row(
      "2",
      "exclude-ambiguous option",
      "idle reset",
      checked("Exclude ambiguous characters", false),
    ),
    row("2", "Each result shows a copy button", "one", copies("Copy password 1", /^.{16}$/)),
    row("2", "strength label", "one", text("Very Strong")),
    row("2", "and bar", "one", meter(100)),
    row("2", "entropy in bits", "one", words("103.4 bits")),
    row("2", "and length", "one", words("16 characters")),
    row("9", "Entropy is length times log2 of the character pool size", "one", words("103.4 bits")),
    row("2", "Copy All is offered", "one", copies("Copy All", /^.{16}$/, "Copy All")),
    row(
      "2",
      "Copy All is offered",
      "several",
      copies("Copy All", /^(?:.{16}\n){9}.{16}$/, "Copy All"),
    ),
    row(
      "2",
      "Download appears only when more than one password exists",
      "one",
      absent("button", "Download passwords"),
    ),
    row(
      "9",
      "password download is 'passwords-{timestamp}.txt'",
      "several",
      saves("Download passwords", /^passwords-\d{8,}\.txt$/, /^(?:.{16}\n){10}$/),
    ),
    row(
      "5",
      "Each enabled type must appear at least once in every password",
      "several",
      ({ kept }) => {
        const made = kept.several as string[];
        assert.equal(made.length, 10);
        for (const one of made) {
          for (const type of [/[A-Z]/, /[a-z]/, /[0-9]/, /[^A-Za-z0-9]/]) assert.match(one, type);
        }
        return Promise.resolve();
      },
    ),
    row("5", "Symbol set: !@#$%^&*()_+-=[]{}|;:,.<>?", "several unambiguous", ({ kept }) => {
      const made = [...kept.several as string[], ...(kept.unambiguous ?? []) as string[]].join("");
      for (const symbol of made.replaceAll(/[A-Za-z0-9]/g, "")) {
        assert(SYMBOLS.includes(symbol), symbol);
      }
      return Promise.resolve();
    }),
    row(
      "5",
      "Ambiguous characters excluded when requested: 0, O, l, 1, I",
      "unambiguous",
      ({ kept }) => {
        const made = kept.unambiguous as string[];
        assert.equal(made.length, 10);
        for (const one of made) {
          assert.equal(one.length, 128);
          for (const character of AMBIGUOUS) assert(!one.includes(character), character);
        }
        // Of 1,280 characters every other one of the symbols occurs, all but surely.
        assert(new Set(made.join("")).size > 70);
        return Promise.resolve();
      },
    ),
    ...each(
      BANDS,
      ({ types, length, bits, label, percent }) =>
        row(
          "9",
          `Strength thresholds in bits: ${label} (${percent}%) at ${bits}`,
          "bands",
          async (stage) => {
            await choose(stage, types);
            await slide(stage, "Password Length", length);
            await generated(stage);
            await words(`${bits} bits`)(stage);
            await text(label)(stage);
            await meter(percent)(stage);
          },
        ),
    ),
    row(
      "5",
      "'SELECT AT LEAST ONE CHARACTER TYPE' in the form",
      "typeless",
      text("SELECT AT LEAST ONE CHARACTER TYPE"),
      error("Character Types", "SELECT AT LEAST ONE CHARACTER TYPE"),
      noBanner,
    ),
    row(
      "4",
      "Starting a new request clears the previous result and error",
      "typeless",
      absent("button", "Copy All"),
    ),
    row(
      "4",
      "Reset clears inputs, results and errors",
      "reset",
      absent("button", "Copy All"),
      noBanner,
    ),
    row("7", "The password generator makes no call", "several reset", nothingSent),
    row(
      "8",
      "No secure random source: 'CRYPTOGRAPHICALLY SECURE RANDOM NUMBER GENERATION NOT AVAILABLE IN THIS BROWSER'",
      "unsupported",
      banner("CRYPTOGRAPHICALLY SECURE RANDOM NUMBER GENERATION NOT AVAILABLE IN THIS BROWSER"),
    ),
    row(
      "8",
      "a 'BROWSER NOT SUPPORTED' banner is also shown",
      "unsupported",
      banner("BROWSER NOT SUPPORTED"),
      button("Dismiss"),
    ),
  ],
};

/** The strength bar is filled to this percentage. */
function meter(percent: number) {
  return async ({ page }: Stage) => {
    const shares = await page.evaluate(() =>
      [...document.querySelectorAll("[role=meter], meter")].map((meter) => {
        const value = (name: string) => Number(meter.getAttribute(`aria-value${name}`));
        return 100 * (value("now") - value("min")) / (value("max") - value("min"));
      })
    );
    assert(shares.length > 0, "there is no bar");
    assert.deepEqual([...new Set(shares)], [percent]);
  };
}
