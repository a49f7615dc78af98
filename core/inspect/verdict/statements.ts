/**
 * Statements, of which verdicts in words are made: what was checked, with what result, and what was not
 * checked.
 *
 * Rules: `good` is said only of what was verified and holds. What is not here, locked or beyond this
 * engine is `unknown` and never counts as good. Revocation is known from the CRLs and responses among
 * the files alone; where these do not cover a certificate, that is said.
 */
import { named, namedFile, withCommas } from "../../kernel/formatting.ts";
import type { InspectedFinding, ObjectRow, Statement, Verdict } from "../contract.ts";

/** The worst first. */
const RANK: readonly Statement["outcome"][] = ["bad", "warning", "unknown", "good", "note"];

/** A verdict with the worst outcome of its statements, which are sorted with the worst first. */
export function conclude(statements: readonly Statement[]): Verdict {
  const sorted = statements.toSorted((a, b) => RANK.indexOf(a.outcome) - RANK.indexOf(b.outcome));
  const { outcome } = sorted[0];
  // Notes alone: nothing was checked.
  return { outcome: outcome === "note" ? "unknown" : outcome, statements: sorted };
}

/** A statement that is the outcome of no check. */
export const note = (text: string): Statement => ({ outcome: "note", text });

export const REVOCATION = note("Revocation was not checked.");

/** Of a certificate that a list or a response here calls good. */
export function notRevoked(name: string, { revocation }: ObjectRow): string {
  const { by, thisUpdate } = revocation!;
  const source = by === "crl" ? "revocation list" : "OCSP response";
  return `${name} is not revoked, by the ${source} of ${thisUpdate!.slice(0, 10)}.`;
}

export const OUTCOME_OF: Readonly<Record<InspectedFinding["severity"], Statement["outcome"]>> = {
  error: "bad",
  warning: "warning",
  info: "note",
};

/** "It expired …" with the name of what expired, which is in quotes where it needs them. */
export function about(subject: string, message: string): string {
  return message.startsWith("It ") ? `${subject} ${message.slice(3)}` : `${subject}: ${message}`;
}

/** It has expired, and a certificate for its names that ends later is here. */
export function isReplaced({ findings }: ObjectRow): boolean {
  const has = (code: string) => findings.some((finding) => finding.code === code);
  return has("expired") && has("superseded");
}

/** The name of an object in sentences; its file's where it has none. */
export const titleOf = ({ name, places }: ObjectRow) =>
  name ? named(name) : namedFile(places[0].file);

/** One statement for one thing, by its name, and one for several, by their number. */
export function tally<T>(
  found: readonly T[],
  outcome: Statement["outcome"],
  one: (only: T) => string,
  many: (count: string) => string,
): Statement[] {
  if (found.length === 0) return [];
  const text = found.length === 1 ? one(found[0]) : many(withCommas(found.length));
  return [{ outcome, text }];
}
