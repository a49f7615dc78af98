/**
 * Faults that nobody could notice, each with its reason. They count neither for nor against the
 * tests. `mutators.test.ts` fails if one of them no longer exists.
 */
import type { Fault } from "./mutators.ts";

interface Equivalent {
  file: string;
  kind: Fault["kind"];
  /** What the fault does, as the report says it. */
  what: string;
  reason: string;
}

const BUILD = "core/x509/path/build.ts";
const RANK = "Ranks are compared and nothing else: what is last stays last.";

export const EQUIVALENT: readonly Equivalent[] = [
  {
    file: BUILD,
    kind: "boundary moved",
    what: '"i < a.length" -> "i <= a.length" in ' +
      "for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return a[i] < b[i];",
    reason: "Behind the end both are undefined, and equal.",
  },
  ...[
    "now >= notBefore && now < notAfter + 1000 ? 0 : 1,",
    'issuer.source === "trust-store" || issuer.isSelfIssued ? 0 : 1,',
  ].map((line): Equivalent => ({
    file: BUILD,
    kind: "constant changed",
    what: `"1" -> "(1 + 1)" in ${line}`,
    reason: RANK,
  })),
  ...["serialStart", "serialEnd", "dateStart", "extensionsStart"].map((field): Equivalent => ({
    file: "core/x509/revocation/crl-entries.ts",
    kind: "constant changed",
    what: `"0" -> "(0 + 1)" in ${field} = 0;`,
    reason: "Read behind the first entry alone, which sets it.",
  })),
  {
    file: BUILD,
    kind: "constant changed",
    what: '"2" -> "(2 + 1)" in ' +
      "pool.isTrusted(issuer) ? 0 : pool.isGivenAnchor(issuer) ? 1 : 2,",
    reason: RANK,
  },
  {
    file: BUILD,
    kind: "constant changed",
    what: '"3" -> "(3 + 1)" in trusted ? 0 : trustedByYou ? 1 : complete ? 2 : 3,',
    reason: RANK,
  },
  {
    file: "core/x509/revocation/crl-entries.ts",
    kind: "constant changed",
    what: '"0" -> "(0 + 1)" in ' +
      "for (let i = 0; i < length; i++) if (bytes[start + i] !== REASON_ALONE[i]) return false;",
    reason: "The first octet is SEQUENCE's: without it no extensions were found.",
  },
  {
    file: "core/x509/rules/lint/tls-validity.ts",
    kind: "operator swapped",
    what: '"450 * DAY" -> "450 + DAY" in if (notAfter - notBefore < 450 * DAY) return 2;',
    reason: "It spares counting months, which comes to the same.",
  },
  {
    file: "core/x509/revocation/crl-status.ts",
    kind: "constant changed",
    what: '"1" -> "(1 + 1)" in ' +
      "return one.length - other.length || (one < other ? -1 : one > other ? 1 : 0);",
    reason: "Only the sign is looked at.",
  },
  {
    file: "core/x509/signatures/digests.ts",
    kind: "boundary moved",
    what: '"octets.length < length" -> "octets.length <= length" in ' +
      "for (let counter = 0; octets.length < length; counter++) {",
    reason: "What is longer than the mask is cut off.",
  },
];

export const isEquivalent = ({ file, kind, what }: Fault): boolean =>
  EQUIVALENT.some((entry) => entry.file === file && entry.kind === kind && entry.what === what);
