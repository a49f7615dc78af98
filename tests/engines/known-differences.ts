/**
 * Fixtures whose answer still depends on the engine: keys that are not as they should be, which one
 * engine takes and another refuses. The list may only become shorter.
 */
import type { Family } from "./engines.ts";

const WITHOUT_PUBLIC = ["p256", "p384", "p521"].flatMap((curve) =>
  ["sec1", "pkcs8"].flatMap((form) =>
    ["fits", "does not fit"].map((end) => `${curve}-${form}-without-public ${end}`)
  )
);

const OUT_OF_RANGE = ["p256", "p384", "p521"].flatMap((curve) =>
  ["zero", "too great"].map((fault) => `inconsistent ${curve} ${fault}`)
);

export const KNOWN_DIFFERENCES: Readonly<
  Partial<Record<Family, Readonly<Record<string, readonly string[]>>>>
> = {
  firefox: {
    "csr/decode": ["rsa-modulus-even", "rsa-modulus-negative", "rsa-exponent-even"],
    "match/verify": [...WITHOUT_PUBLIC, ...OUT_OF_RANGE],
    "pfx/open": ["keytool-two"],
  },
  webkit: {
    "csr/decode": [
      "p256-compressed",
      "rsa-modulus-even",
      "rsa-modulus-negative",
      "rsa-modulus-padded",
      "rsa-exponent-even",
    ],
    "match/verify": OUT_OF_RANGE.filter((name) => name.endsWith("too great")),
  },
};
