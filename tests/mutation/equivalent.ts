/**
 * Faults that change nothing which anybody could notice, each with its reason: they count neither
 * for the tests nor against them. `mutators.test.ts` fails where one of them is no longer there.
 */
import type { Fault } from "./mutators.ts";

interface Equivalent {
  file: string;
  kind: Fault["kind"];
  /** What the fault does, as the report says it. */
  what: string;
  reason: string;
}

export const EQUIVALENT: readonly Equivalent[] = [];

export const isEquivalent = ({ file, kind, what }: Fault): boolean =>
  EQUIVALENT.some((entry) => entry.file === file && entry.kind === kind && entry.what === what);
