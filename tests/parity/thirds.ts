/** The distribution of the fixtures over the engines. */
import { partOf } from "../support/matrix.ts";
import type { FixtureSet } from "./sets.ts";

/** The largest size of a set that every engine answers whole. */
const SMALL = 12;

/** Chromium answers the first third, Firefox and HTTP the second, WebKit the last. */
export type Third = 0 | 1 | 2;

/**
 * The places of the fixtures that an engine's worker answers in every run: its third, or all of a
 * small set. At least one engine answers each fixture; in the full run all engines do.
 */
export function placesOf({ fixtures }: FixtureSet, third: Third): readonly number[] {
  const all = [...fixtures.keys()];
  return fixtures.length <= SMALL ? all : partOf(all, 3, third);
}
