/** Statements about sets: a certificate with its key and CSR, one by one and all together. */
import type { InspectedSet, ObjectRow, Statement, Verdict } from "../contract.ts";
import {
  type ChainIndex,
  chainStatements,
  conclude,
  note,
  notRevoked,
  OUTCOME_OF,
  REVOCATION,
  tally,
  titleOf,
} from "./chains.ts";
import { capitalize, listed, uncapitalize } from "../../kernel/formatting.ts";

export type SetWithoutVerdict = Omit<InspectedSet, "verdict" | "bundle">;

/** Whether a key may be in a file that is locked. */
export const hasLocked = (rows: ReadonlyMap<number, ObjectRow>): boolean =>
  [...rows.values()].some(({ locked }) => locked);

/** The verdict on one certificate with its key and CSR. `chains` are those of all certificates, `isLocked` is `hasLocked`. */
export function verdictOfSet(
  set: SetWithoutVerdict,
  rows: ReadonlyMap<number, ObjectRow>,
  chains: ChainIndex,
  isLocked: boolean,
): Verdict {
  const statements: Statement[] = [];
  const own = [set.certificate, ...set.privateKeys, ...set.requests];
  for (const id of own) {
    const row = id === null ? undefined : rows.get(id);
    for (const found of row?.findings ?? []) {
      if (found.severity === "info" && found.code !== "superseded") continue;
      const outcome = OUTCOME_OF[found.severity];
      const text = row!.kind === "certificate"
        ? found.message
        : `${row!.kind === "request" ? "The CSR" : "The private key"}: ${found.message}`;
      statements.push({ outcome, text, code: found.code, id: row!.id });
    }
  }
  statements.push(...matchOf(set), ...differencesOf(set));
  statements.push(...lacking(set, isLocked));
  if (set.certificate !== null) {
    const place = chains.get(set.certificate);
    const row = rows.get(set.certificate)!;
    statements.push(...chainStatements(place?.chain ?? null, place?.at ?? 0, row));
    statements.push(...revocationOf(row));
  }
  return conclude(statements);
}

/** Its revocation status, except that it is revoked, which is already a finding. */
function revocationOf(row: ObjectRow): Statement[] {
  const { revocation } = row;
  if (revocation?.status === "revoked") return [];
  if (revocation?.status === "good") {
    return [{ outcome: "good", text: notRevoked("It", row) }];
  }
  return revocation
    ? [{
      outcome: "unknown",
      text: `Revocation is not known. ${revocation.problem ?? ""}.`,
    }]
    : [REVOCATION];
}

/** Whether all of them have the same key. */
function matchOf(
  { certificate, privateKeys, requests, unverified, differences }: SetWithoutVerdict,
): Statement[] {
  const parts = [
    privateKeys.length > 0 ? "key" : "",
    certificate === null ? "" : "certificate",
    requests.length === 0 ? "" : requests.length === 1 ? "CSR" : `${requests.length} CSRs`,
  ].filter(Boolean);
  if (parts.length < 2) return [];
  const names = capitalize(listed(parts));
  if (unverified !== null) {
    const text = `This tool cannot check that ${names.toLowerCase().replace("csr", "CSR")} match: ${
      uncapitalize(unverified)
    }.`;
    return [{ outcome: "unknown", text }];
  }
  const isEqual = differences.every(({ code }) => code === "other_key");
  return [{ outcome: "good", text: isEqual ? `${names} match.` : `${names} have the same key.` }];
}

const DIFFERENCE_OUTCOMES: Readonly<
  Record<InspectedSet["differences"][number]["code"], Statement["outcome"]>
> = {
  names_missing: "warning",
  // The CA checked these names too.
  names_added: "note",
  common_name_differs: "warning",
  // Domain-validated certificates never have the other parts of the subject.
  subject_differs: "note",
  other_key: "note",
  not_compared: "unknown",
};

function differencesOf({ differences }: SetWithoutVerdict): Statement[] {
  return differences.map(({ code, message }) => ({
    outcome: DIFFERENCE_OUTCOMES[code],
    text: message,
  }));
}

/** The statements about all sets together. */
export function setsTogether(
  sets: readonly SetWithoutVerdict[],
  rows: ReadonlyMap<number, ObjectRow>,
): Statement[] {
  const isLocked = hasLocked(rows);
  if (sets.length === 1) {
    const [set] = sets;
    return [...matchOf(set), ...differencesOf(set), ...lacking(set, isLocked)];
  }
  const nameOf = ({ certificate, requests }: SetWithoutVerdict) =>
    titleOf(rows.get(certificate ?? requests[0])!);
  const warned = sets.flatMap((set) => {
    const [worst] = differencesOf(set).filter(({ outcome }) => outcome === "warning");
    return worst ? [{ set, text: worst.text }] : [];
  });
  const isMatched = (set: SetWithoutVerdict) =>
    set.privateKeys.length > 0 && set.unverified === null;
  return [
    ...tally(
      warned,
      "warning",
      ({ set, text }) => `${nameOf(set)}: ${text}`,
      (count) => `${count} certificates differ from their CSRs.`,
    ),
    ...tally(
      sets.filter(({ privateKeys, unverified }) => privateKeys.length > 0 && unverified !== null),
      "unknown",
      (set) => `This tool cannot check that the key of ${nameOf(set)} matches.`,
      (count) => `This tool cannot check that ${count} keys match.`,
    ),
    ...tally(
      sets.filter((set) => set.certificate !== null && isMatched(set)),
      "good",
      (set) => `The key of ${nameOf(set)} is in these files.`,
      (count) => `${count} certificates have their key in these files.`,
    ),
    ...tally(
      sets.filter((set) => set.certificate === null && isMatched(set)),
      "good",
      (set) => `The CSR for ${nameOf(set)} has its key, but no certificate yet.`,
      (count) => `${count} CSRs have their key, but no certificate yet.`,
    ),
    ...tally(
      sets.filter(({ privateKeys }) => privateKeys.length === 0),
      "note",
      (set) =>
        isLocked
          ? `The private key of ${nameOf(set)} was not found. It may be in a locked file.`
          : `The private key of ${nameOf(set)} is not in these files.`,
      (count) =>
        isLocked
          ? `The private keys of ${count} certificates were not found. They may be in a locked file.`
          : `${count} certificates have no private key in these files.`,
      { code: MISSING_KEY, idOf: ({ certificate }) => certificate },
    ),
  ];
}

function lacking({ certificate, privateKeys }: SetWithoutVerdict, isLocked: boolean): Statement[] {
  const missing = (what: string) =>
    note(
      isLocked
        ? `The ${what} was not found. It may be in a locked file.`
        : `The ${what} is not in these files.`,
    );
  if (certificate === null) return [missing("certificate of this key")];
  if (privateKeys.length > 0) return [];
  return [{ ...missing("private key of this certificate"), code: MISSING_KEY, id: certificate }];
}

/** The code of statements about certificates without a private key. */
const MISSING_KEY = "missing_key";
