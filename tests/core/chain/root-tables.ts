/** Tables of public roots, whose roots are those of the tests. */
import { Candidate } from "../../../core/x509/constraints/candidate.ts";
import type { Certificate } from "../../../core/x509/objects/certificates.ts";
import { ACCEPTANCE_PROGRAMS, type AcceptanceProgram } from "../../../core/x509/path/programs.ts";
import type {
  Decision,
  PublicRoot,
  RootTable,
  VersionRange,
} from "../../../core/x509/path/root-table.ts";

const INCLUDED: Decision = {
  state: "included",
  until: null,
  permittedDns: null,
  source: "a list",
  date: "2026-03-01",
};
export const ABSENT: Decision = { ...INCLUDED, state: "not_included" };

export type Decisions = Partial<Record<AcceptanceProgram, Partial<Decision>>>;

export interface Listed {
  of: { certificate: Certificate };
  /** Decisions that differ from "included", or from `others`. */
  decisions?: Decisions;
  others?: Decision;
  iOS?: VersionRange[];
  Android?: VersionRange[];
  Windows?: VersionRange[];
  /** Whether the table has only the key, as for roots that Mozilla lacks. */
  keyOnly?: boolean;
  /** Older roots that signed it. */
  crossSigners?: string[];
}

const VERSIONS = {
  iOS: ["15", "16", "17"],
  Android: ["8.0", "14.0", "15.0", "16.0"],
  Windows: ["2020-01-05", "2021-08-15", "2026-03-01"],
};

/** A table with these roots. */
export function tableOf(...listed: Listed[]): RootTable {
  const roots = listed.map(({ of, decisions = {}, others = INCLUDED, keyOnly, ...rest }) => {
    const candidate = new Candidate(of.certificate, "trust-store", null);
    const root: PublicRoot = {
      name: of.certificate.subject.commonName!,
      fingerprints: ["ab".repeat(32)],
      certificate: keyOnly ? null : of.certificate,
      key: keyOnly ? of.certificate.publicKey : null,
      decisions: Object.fromEntries(
        ACCEPTANCE_PROGRAMS.map((name) => [name, { ...others, ...decisions[name] }]),
      ) as PublicRoot["decisions"],
      versions: {
        iOS: rest.iOS ?? [[0, 2]],
        Android: rest.Android ?? [[0, 3]],
        Windows: rest.Windows ?? [[0, 2]],
      },
    };
    return { root, candidate, crossSigners: rest.crossSigners ?? [] };
  });
  const platform = (name: keyof typeof VERSIONS) => ({
    source: "an observatory",
    date: "2026-03-01",
    versions: VERSIONS[name].map((name) => ({ name, date: "2026-03-01" })),
    unlisted: new Map<number, string>(),
  });
  return {
    date: "2026-03-01",
    platforms: {
      iOS: platform("iOS"),
      Android: platform("Android"),
      Windows: platform("Windows"),
    },
    rootOf: ({ identity }) =>
      roots.find(({ candidate }) => candidate.identity === identity)?.root ?? null,
    rootsByName: (key) =>
      roots.flatMap(({ root, candidate }) =>
        root.key && candidate.subjectKey === key ? [root] : []
      ),
    crossSignersOf: (root) => {
      const { crossSigners } = roots.find((one) => one.root === root)!;
      return roots.filter((one) => crossSigners.includes(one.root.name)).map((one) => one.root);
    },
  };
}
