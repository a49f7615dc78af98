/**
 * Faults that change nothing which anybody could notice, each with its reason: they count neither
 * for the tests nor against them. `mutators.test.ts` fails where one of them is no longer there.
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
const RANK = "Ranks are compared and nothing else: 2 stands behind 0 as 1 does.";

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
    "pool.isTrusted(issuer) ? 0 : 1,",
    'issuer.source === "trust-store" || issuer.isSelfIssued ? 0 : 1,',
  ].map((line): Equivalent => ({
    file: BUILD,
    kind: "constant changed",
    what: `"1" -> "(1 + 1)" in ${line}`,
    reason: RANK,
  })),
];

export const isEquivalent = ({ file, kind, what }: Fault): boolean =>
  EQUIVALENT.some((entry) => entry.file === file && entry.kind === kind && entry.what === what);
