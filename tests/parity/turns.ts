/** The distribution of the fixtures over the places that are compared with this process. */
import { partOf } from "../support/matrix.ts";
import type { FixtureSet } from "./sets.ts";

/** The largest size of a set that every place answers whole. */
const SMALL = 12;

/** The places in turn. */
const PLACES = ["chromium", "firefox", "webkit", "http", "command line"] as const;

export type Place = (typeof PLACES)[number];

/**
 * The indices of the fixtures that a place answers in every run: its turns, or all of a small set. So
 * one place answers each fixture; in the full run all places do.
 */
export function turnsOf({ fixtures }: FixtureSet, place: Place): readonly number[] {
  const all = [...fixtures.keys()];
  if (fixtures.length <= SMALL) return all;
  return partOf(all, PLACES.length, PLACES.indexOf(place));
}
