/** The words for the role of a certificate in a PFX file. */
export const PLACES = {
  leaf: "Belongs to the key",
  chain: "Chain",
  other: "Not in the chain",
} as const;
