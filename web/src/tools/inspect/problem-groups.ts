/** Problems by kind: one line for what thousands of objects have in common. */
import type { InspectedFinding, ObjectRow } from "../../../../core/inspect/contract.ts";
import { withCommas } from "../../../../core/kernel/formatting.ts";

export interface ProblemGroup {
  code: string;
  severity: InspectedFinding["severity"];
  title: string;
  why: string;
  advice: string;
  source: string;
  /** `newer`: a newer certificate that replaces an expired one; null without one. */
  found: { row: ObjectRow; message: string; newer: string | null }[];
}

/**
 * Errors before warnings, then those of the most objects. Notes are shown only with their objects.
 */
export function problemGroups(rows: Iterable<ObjectRow>): ProblemGroup[] {
  const groups = new Map<string, ProblemGroup>();
  for (const row of rows) {
    const replaced = row.findings.find(({ code }) => code === "superseded")?.message ?? null;
    for (const { code, severity, title, why, advice, source, ...found } of row.findings) {
      if (severity === "info") continue;
      const one = { row, ...found, newer: code === "expired" ? replaced : null };
      // An expired certificate that was replaced needs other advice than one that was not.
      const key = `${severity} ${code} ${advice}`;
      const group = groups.get(key);
      if (group) group.found.push(one);
      else groups.set(key, { code, severity, title, why, advice, source, found: [one] });
    }
  }
  return [...groups.values()].sort((a, b) =>
    a.severity === b.severity ? b.found.length - a.found.length : a.severity === "error" ? -1 : 1
  );
}

/** "alpha.example, beta.example and 12 more", each name once. */
export function namesIn(names: readonly string[], shown = 3): string {
  const distinct = [...new Set(names)];
  const more = distinct.length - shown;
  const first = distinct.slice(0, shown).join(", ");
  return more > 0 ? `${first} and ${withCommas(more)} more` : first;
}
