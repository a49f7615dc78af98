/** Which engine answers which fixtures in every run. */
import { partOf } from "../support/matrix.ts";
import type { FixtureSet } from "./sets.ts";

/** Sets up to this size are compared whole in every engine. */
const SMALL = 12;

/** Chromium has the first third, Firefox the second, WebKit the last. */
export type Third = 0 | 1 | 2;

/**
 * The places of the fixtures that an engine's worker answers in every run: its third, or all of a
 * small set. So at least one engine answers each fixture; in the full run all engines do.
 */
export function placesOf({ fixtures }: FixtureSet, third: Third): readonly number[] {
  const all = [...fixtures.keys()];
  return fixtures.length <= SMALL ? all : partOf(all, 3, third);
}
