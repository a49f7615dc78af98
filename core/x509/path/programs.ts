/** The names of root programs and platforms, and the states of a root, without their tables. */
export const ACCEPTANCE_PROGRAMS = ["Chrome", "Apple", "Microsoft", "Mozilla"] as const;
export type AcceptanceProgram = (typeof ACCEPTANCE_PROGRAMS)[number];

export const PLATFORMS = ["iOS", "Android", "Windows"] as const;
export type Platform = (typeof PLATFORMS)[number];

/** The state of a root in a program. `included_before`: for certificates issued before a date. */
export const ROOT_STATES = [
  "included",
  "included_before",
  "not_for_websites",
  "not_included",
  "removed",
  "blocked",
  "unknown",
] as const;
export type RootState = (typeof ROOT_STATES)[number];
