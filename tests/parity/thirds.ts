/** Which engine answers which fixtures every day. */
import { partOf } from "../support/matrix.ts";
import type { FixtureSet } from "./sets.ts";

/** Sets up to this size are gone through whole every day. */
const SMALL = 12;

/** Chromium has the first third, Firefox the second, WebKit the last. */
export type Third = 0 | 1 | 2;

/**
 * Places of the fixtures that an engine's worker answers every day: its third, and of few all of
 * them. So each is answered by one engine at least; in the full run each by all.
 */
export function placesOf({ fixtures }: FixtureSet, third: Third): readonly number[] {
  const all = [...fixtures.keys()];
  return fixtures.length <= SMALL ? all : partOf(all, 3, third);
}
