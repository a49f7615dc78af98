/** Choices and limits of `bundle/make`. */
import { listed } from "../kernel/formatting.ts";
import { TARGETS } from "../targets.ts";

/** The message for a missing or unknown target. */
export const TARGET_REQUIRED = `Target must be ${listed(TARGETS, "or")}`;

/** The most passphrases that are tried on the locked files. */
export const MAX_PASSPHRASES = 8;

/**
 * Why an object is not in the folder. older: a newer certificate for the same names was taken. other_name: a
 * certificate for other names. other_key: a private key that fits no certificate of the folder. locked: it needs a password.
 * unreadable: it is damaged. not_needed: the target does not need it.
 */
export const LEFT_OUT = [
  "older",
  "other_name",
  "other_key",
  "locked",
  "unreadable",
  "not_needed",
] as const;
export type LeftOut = (typeof LEFT_OUT)[number];
