/** Answers about where a chain is accepted, by program. */
import type { ChainResponse } from "../../../core/chain/contract.ts";

export type Acceptance = NonNullable<ChainResponse["acceptance"]>;
export type Program = Acceptance["programs"][number];
export type Outcome = Program["outcome"];

export const AS_OF = "(as of 22 Aug 2026).";
const STATES = { accepted: "included", refused: "not_included", unknown: "unknown" } as const;
const VERBS = {
  accepted: "includes",
  refused: "does not include",
  unknown: "may include",
} as const;

export function acceptance(outcomes: Partial<Record<Program["name"], Outcome>> = {}): Acceptance {
  const programs = (["Chrome", "Apple", "Microsoft", "Mozilla"] as const).map((name): Program => {
    const outcome = outcomes[name] ?? "accepted";
    return {
      ...{ name, outcome, state: STATES[outcome], until: null, path: ["leaf", "Root"], root: 0 },
      reason: `${name} ${VERBS[outcome]} Root ${AS_OF}`,
      ...{ source: "a list", date: "2026-08-22" },
    };
  });
  const platforms = (["iOS", "Android", "Windows"] as const).map((name) => ({
    ...{ name, outcome: "accepted" as const, text: `${name} 16 and later`, reason: "Known." },
    ...{ versions: [], source: "an observatory", date: "2026-07-19" },
  }));
  return {
    ...{ scope: "public" as const, message: null, date: "2026-08-22", programs, platforms },
    clients: [],
    advice: [],
    roots: [{ name: "Root", fingerprint: "", certificate: null }],
  };
}
