/** How much is there of an answer about a host, which arrives in parts. */
import type { PartName } from "../codes.ts";
import type { HostFacts } from "./chain-facts.ts";

/** In display order. */
const ALL: readonly PartName[] = ["everywhere", "revocation", "caa"];

export interface Progress {
  /** The parts that are not there. */
  readonly missing: readonly PartName[];
  /** Whether they are still to come. */
  readonly busy: boolean;
}

export const COMPLETE: Progress = { missing: [], busy: false };

/** The missing parts of an answer. CAA counts only for public authorities, which must respect it. */
export function missingParts(parts: Partial<HostFacts>): PartName[] {
  return ALL.filter((name) =>
    name === "revocation"
      ? parts.revocation === undefined || !hasRevocationElsewhere(parts.everywhere)
      : parts[name] === undefined && (name !== "caa" || parts.validation?.trusted !== false)
  );
}

/** Whether the answer has the revocation status of certificates at other addresses. It is the last part. */
const hasRevocationElsewhere = (everywhere: HostFacts["everywhere"]): boolean =>
  everywhere?.presentations.slice(1).every(({ revocation }) => revocation !== undefined) ?? true;
