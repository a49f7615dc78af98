/** Mutations of an operation's input: its texts, its members, and values of the wrong type. */
import type { Seeded } from "../support/seeded.ts";

export type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

const STRANGE: readonly Json[] = [
  null,
  true,
  false,
  0,
  -1,
  1e308,
  -0.5,
  2 ** 53,
  "",
  " ",
  "\0",
  "\ud800",
  "9".repeat(400),
  "true",
  "2026-11-21T12:00:00Z",
  "9999-12-31T23:59:59Z",
  "0000-01-01T00:00:00Z",
  "2026-13-45T99:99:99Z",
  "2026-11-21T12:00:00.999999999Z",
  [],
  {},
  [[]],
  [null],
  { length: 1e9 },
  { toString: "x", valueOf: null },
  { __proto__: null, "": {} },
];

const NAMES = ["", "__proto__", "constructor", "toString", "length", "then", "0", "at", "text"];

/** A copy of `value` with one thing changed; `mutateText` changes texts. */
export function mutateJson(
  value: Json,
  random: Seeded,
  mutateText: (text: string) => string,
): Json {
  if (typeof value === "string") {
    return random.below(20) === 0 ? random.pick(STRANGE) : mutateText(value);
  }
  if (Array.isArray(value) && value.length > 0) {
    const at = random.below(value.length);
    switch (random.below(8)) {
      case 0:
        return value.toSpliced(at, 1);
      case 1:
        return [...value, ...value];
      case 2:
        return value.toSpliced(at, 0, random.pick(STRANGE));
      default:
        return value.with(at, mutateJson(value[at], random, mutateText));
    }
  }
  if (typeof value === "object" && value !== null && !Array.isArray(value)) {
    const names = Object.keys(value);
    if (names.length === 0) return { [random.pick(NAMES)]: random.pick(STRANGE) };
    // The long texts hold what the operation reads.
    const texts = names.filter((name) =>
      typeof value[name] === "string" && value[name].length > 40
    );
    const isDeep = texts.length > 0 && random.below(10) < 7;
    const name = random.pick(isDeep ? texts : names);
    const copy = { ...value };
    switch (isDeep ? 9 : random.below(10)) {
      case 0:
        delete copy[name];
        return copy;
      case 1:
        copy[name] = random.pick(STRANGE);
        return copy;
      case 2:
        // Own properties, as JSON.parse makes them.
        Object.defineProperty(copy, random.pick(NAMES), {
          value: copy[name],
          enumerable: true,
          configurable: true,
          writable: true,
        });
        return copy;
      case 3:
        copy[name] = copy[random.pick(names)];
        return copy;
      default:
        copy[name] = mutateJson(copy[name], random, mutateText);
        return copy;
    }
  }
  return random.pick(STRANGE);
}
