/** The levels of statements and the outcomes of checks. */

/** From bad to good. A note decides nothing, or says that something could not be checked. */
export const LEVELS = ["bad", "warning", "note", "good"] as const;
export type Level = (typeof LEVELS)[number];

/** The three outcomes of a check. */
export type Outcome = "holds" | "fails" | "unknown";
