/** Statements about sets: a certificate with its key and CSR, one by one and all together. */
import type { Thing } from "../../inspect-codes.ts";
import type { Statement } from "../../model.ts";
import { state } from "../../statements.ts";
import { type ChainIndex, chainStatements, isValidIn } from "./chains.ts";
import {
  type DifferenceFacts,
  type FilesFacts,
  hasLocked,
  type ObjectFacts,
  type Objects,
  type SetFacts,
  thingOf,
} from "./facts.ts";
import { aboutObject, findingStatement, noteStatements } from "./findings.ts";
import { notRevoked } from "./revocation.ts";
import { countedOf, tally } from "./tally.ts";

/** The statements about one certificate with its key and CSR. */
export function setStatements(set: SetFacts, facts: FilesFacts, chains: ChainIndex): Statement[] {
  const { rows } = facts;
  const own = [set.certificate, ...set.privateKeys, ...set.requests];
  const found = own.flatMap((id) => {
    const row = id === null ? undefined : rows.get(id);
    return (row?.findings ?? []).flatMap((finding) =>
      finding.severity === "info" && finding.code !== "superseded"
        ? []
        : [findingStatement(row!, finding, facts.now, isValidIn(chains, row!.id))]
    );
  });
  const statements = [
    ...found,
    ...matchOf(set),
    ...set.differences.map((difference) => differenceStatement(difference, null)),
    ...lacking(set, rows),
    ...own.flatMap((id) =>
      id === null ? [] : noteStatements(rows.get(id)!, id !== set.certificate)
    ),
  ];
  if (set.certificate === null) return statements;
  const row = rows.get(set.certificate)!;
  return [...statements, ...chainStatements(chains, row, facts), ...revocationOf(row)];
}

/** Its revocation status, except that it is revoked, which is already a finding. */
function revocationOf(row: ObjectFacts): Statement[] {
  const { revocation } = row;
  if (revocation?.status === "revoked") return [];
  if (revocation?.status === "good") return [notRevoked(row)];
  if (!revocation) return [state("revocation_not_checked", {})];
  const facts = { count: 1, only: thingOf(row), reason: revocation.problem };
  return [state("revocation_status_unknown", facts, { about: aboutObject(row) })];
}

/** Whether all of them have the same key. */
function matchOf(
  { certificate, privateKeys, requests, unverified, differences }: SetFacts,
): Statement[] {
  const parts = {
    hasKey: privateKeys.length > 0,
    hasCertificate: certificate !== null,
    requests: requests.length,
  };
  const { hasKey, hasCertificate } = parts;
  if ([hasKey, hasCertificate, requests.length > 0].filter(Boolean).length < 2) return [];
  if (unverified !== null) return [state("parts_unverified", { ...parts, reason: unverified })];
  const areEqual = differences.every(({ code }) => code === "other_key");
  return [state("parts_match", { ...parts, areEqual })];
}

/** `certificate`: the one that is compared; null if the verdict is about it. */
export function differenceStatement(
  difference: DifferenceFacts,
  certificate: Thing | null,
): Statement {
  switch (difference.code) {
    case "names_missing": {
      const { names, count } = difference;
      return state("names_missing", { certificate, names, count });
    }
    case "names_added": {
      const { names, count, isUsual } = difference;
      return state("names_added", { certificate, names, count, isUsual });
    }
    case "common_name_differs":
    case "subject_differs": {
      const { given, asked } = difference;
      return state(difference.code, { certificate, given, asked });
    }
    case "other_key":
      return state("other_key", { file: difference.file });
    case "not_compared":
      return state("not_compared", {});
  }
}

/** The statements about all sets together. */
export function setsTogether({ sets, rows }: Pick<FilesFacts, "sets" | "rows">): Statement[] {
  if (sets.length === 1) {
    const [set] = sets;
    return [
      ...matchOf(set),
      ...set.differences.map((difference) => differenceStatement(difference, null)),
      ...lacking(set, rows),
    ];
  }
  const rowOf = ({ certificate, requests }: SetFacts) => rows.get(certificate ?? requests[0])!;
  const warned = sets.flatMap((set) => {
    const [worst] = set.differences
      .map((difference) => differenceStatement(difference, thingOf(rowOf(set))))
      .filter(({ level }) => level === "warning");
    return worst ? [worst] : [];
  });
  const having = (isWanted: (set: SetFacts) => boolean) => sets.filter(isWanted).map(rowOf);
  const isMatched = ({ privateKeys, unverified }: SetFacts) =>
    privateKeys.length > 0 && unverified === null;
  const unverified = having(({ privateKeys, unverified }) =>
    privateKeys.length > 0 && unverified !== null
  );
  const certificates = having((set) => set.certificate !== null && isMatched(set));
  const requests = having((set) => set.certificate === null && isMatched(set));
  const keyless = having(({ privateKeys }) => privateKeys.length === 0);
  return [
    ...tally(warned, (only) => only, (count) => state("certificates_differ", { count })),
    ...unverified.length > 0 ? [state("keys_unverified", countedOf(unverified))] : [],
    ...certificates.length > 0 ? [state("certificates_have_keys", countedOf(certificates))] : [],
    ...requests.length > 0 ? [state("requests_have_keys", countedOf(requests))] : [],
    ...keyless.length > 0
      ? [
        state("missing_key", {
          ...countedOf(keyless),
          isLocked: hasLocked(rows),
          hasRequest: false,
        }, { about: keyless.length === 1 ? aboutObject(keyless[0]) : null }),
      ]
      : [],
  ];
}

function lacking({ certificate, privateKeys }: SetFacts, rows: Objects): Statement[] {
  const isLocked = hasLocked(rows);
  if (certificate === null) return [state("missing_certificate", { isLocked })];
  if (privateKeys.length > 0) return [];
  return [
    state("missing_key", { count: 1, only: null, isLocked, hasRequest: false }, {
      about: aboutObject(rows.get(certificate)!),
    }),
  ];
}
