/** The parts of a host's answer, in the order in which they are shown, and which of them are there. */
import { listed } from "../../lib/listed.ts";
import type { Analysis } from "./analysis.ts";

export type PartName = "everywhere" | "revocation" | "caa";

/** Behind "Still to come:" and "Not checked:". */
const PART_NAMES: Readonly<Record<PartName, string>> = {
  everywhere: "addresses",
  revocation: "revocation",
  caa: "CAA records",
};

const ALL = Object.keys(PART_NAMES) as PartName[];

/** How far an answer is that comes in parts. */
export interface Progress {
  /** Parts that are not there. */
  readonly missing: readonly PartName[];
  /** Whether they are still to come. */
  readonly busy: boolean;
  /** Why they will not come; null where somebody cancelled, and while they come. */
  readonly failure: string | null;
}

export const COMPLETE: Progress = { missing: [], busy: false, failure: null };

/** The parts that an answer lacks. Nobody but public authorities looks at CAA records. */
export function missingOf(parts: Partial<Analysis>): PartName[] {
  return ALL.filter((name) =>
    parts[name] === undefined && (name !== "caa" || parts.validation?.trusted !== false)
  );
}

/** "addresses, revocation and CAA records". */
export const listOf = (names: readonly PartName[]): string =>
  listed(names.map((name) => PART_NAMES[name]));
