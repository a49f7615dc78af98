/**
 * The names of the reasons for which a certificate is revoked, in the order of ReasonFlags (RFC 5280,
 * 4.2.1.13: bits 1 to 8) and of CRLReason (5.3.1: 1 to 6, 9 and 10).
 */
export const REASON_NAMES = [
  "keyCompromise",
  "cACompromise",
  "affiliationChanged",
  "superseded",
  "cessationOfOperation",
  "certificateHold",
  "privilegeWithdrawn",
  "aACompromise",
] as const;

/** Reasons in words; the others are shown by their names. */
const WORDS: ReadonlyMap<string, string> = new Map([
  ["keyCompromise", "key compromise"],
  ["cACompromise", "CA compromise"],
  ["affiliationChanged", "affiliation changed"],
  ["cessationOfOperation", "cessation of operation"],
  ["certificateHold", "certificate hold"],
  ["privilegeWithdrawn", "privilege withdrawn"],
  ["aACompromise", "attribute authority compromise"],
]);

/** "key compromise" for "keyCompromise"; the name itself if it has no other words. */
export const reasonWords = (name: string): string => WORDS.get(name) ?? name;
