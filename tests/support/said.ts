/** Sentences of pages that tests wait for. */

/** The summary of the linter, with findings and without. */
export const RULES_SAID = /(?:It passes \d+ rules|No faults in \d+ rules of this profile)\.$/;
