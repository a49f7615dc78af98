/** The parts of the answer about a host, in display order. */
import { listed } from "../../../../core/kernel/formatting.ts";
import type { Analysis } from "./analysis.ts";

export type PartName = "everywhere" | "revocation" | "caa";

/** As named after "Still to come:" and "Not checked:". */
const PART_NAMES: Readonly<Record<PartName, string>> = {
  everywhere: "addresses",
  revocation: "revocation",
  caa: "CAA records",
};

const ALL = Object.keys(PART_NAMES) as PartName[];

/** How much is there of an answer that comes in parts. */
export interface Progress {
  /** The parts that are not there. */
  readonly missing: readonly PartName[];
  /** Whether they are still to come. */
  readonly busy: boolean;
  /** Why they will not come; null while they may come, and after Cancel. */
  readonly failure: string | null;
}

export const COMPLETE: Progress = { missing: [], busy: false, failure: null };

/** The missing parts of an answer. CAA counts only for public authorities, which must respect it. */
export function missingOf(parts: Partial<Analysis>): PartName[] {
  return ALL.filter((name) =>
    name === "revocation"
      ? parts.revocation === undefined || !hasRevocationElsewhere(parts.everywhere)
      : parts[name] === undefined && (name !== "caa" || parts.validation?.trusted !== false)
  );
}

/** Whether the answer has the revocation status of certificates at other addresses. It is the last part. */
const hasRevocationElsewhere = (everywhere: Analysis["everywhere"]): boolean =>
  everywhere?.presentations.slice(1).every(({ revocation }) => revocation !== undefined) ?? true;

/** "addresses, revocation and CAA records". */
export const listOf = (names: readonly PartName[]): string =>
  listed(names.map((name) => PART_NAMES[name]));
