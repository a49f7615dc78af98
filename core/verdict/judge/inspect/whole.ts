/** The statements about all objects together, in the order of a verdict. */
import type { Statement } from "../../model.ts";
import { state } from "../../statements.ts";
import { chainIndex, chainsTogether, isOfChain, isValidIn } from "./chains.ts";
import { type FilesFacts, hasLocked, type ObjectFacts } from "./facts.ts";
import { aboutObject, findingStatements, replacedTogether } from "./findings.ts";
import { isAnswer, relatedTogether } from "./related.ts";
import { revocationTogether } from "./revocation.ts";
import { setsTogether } from "./sets.ts";
import { endedSigners, signedTogether } from "./signed.ts";
import { countedOf } from "./tally.ts";

/** All statements, in order. */
export function allStatements(facts: FilesFacts): Statement[] {
  const rows = [...facts.rows.values()];
  const chains = chainIndex(facts.chains);
  const isValid = ({ id }: ObjectFacts) => isValidIn(chains, id);
  const ended = endedSigners(facts);
  const statements = [
    ...findingStatements(facts, "error", isValid, ended),
    ...findingStatements(facts, "warning", isValid, ended),
    ...replacedTogether(rows),
    ...setsTogether(facts),
    ...chainsTogether(facts, ended),
    ...signedTogether(rows),
    ...relatedTogether(facts.rows, facts.links),
    ...leftoversTogether(facts, rows),
    ...unknownTogether(facts, rows),
    ...revocationTogether(rows, facts.crlsOfKnown),
  ];
  return inOrder(statements.length > 0 ? statements : [state("nothing_to_check", {})]);
}

/**
 * The worst first. Only errors precede answers. A chain that is not valid comes after both, because adding an issuer
 * repairs no other fault.
 */
export const inOrder = (statements: readonly Statement[]): Statement[] =>
  statements.toSorted((a, b) => orderOf(a) - orderOf(b));

function orderOf(statement: Statement): number {
  if (isAnswer(statement)) return 0.5;
  switch (statement.level) {
    case "bad":
      return isOfChain(statement) ? 0.6 : 0;
    case "warning":
      return 1;
    case "good":
      return 3;
    case "note":
      return statement.outcome === "unknown" ? 2 : 4;
  }
}

function leftoversTogether(
  { leftovers, rows }: FilesFacts,
  all: readonly ObjectFacts[],
): Statement[] {
  const left = leftovers.flatMap(({ id, uncertain }) => {
    const row = rows.get(id);
    return row ? [{ row, uncertain }] : [];
  });
  const ofKind = (kind: ObjectFacts["kind"]) =>
    left.flatMap(({ row }) => row.kind === kind ? [row] : []);
  const hasCertificates = all.some(({ kind }) => kind === "certificate");
  const hasHolders = hasCertificates || all.some(({ kind }) => kind === "request");
  const isLocked = hasLocked(rows);
  const uncertain = new Set(left.flatMap(({ row, uncertain }) => uncertain ? [row] : []));
  const keys = ofKind("private-key").filter((row) => !uncertain.has(row));
  const incomparable = ofKind("private-key").filter((row) => uncertain.has(row));
  const requests = ofKind("request");
  const publicKeys = ofKind("public-key");
  const domains = ofKind("domain-name");
  const about = (found: readonly ObjectFacts[]) => ({
    about: found.length === 1 ? aboutObject(found[0]) : null,
  });
  return [
    ...keys.length > 0
      ? [state(hasHolders ? "unmatched_key" : "key_alone", countedOf(keys), about(keys))]
      : [],
    ...incomparable.length > 0
      ? [state("key_not_comparable", countedOf(incomparable), about(incomparable))]
      : [],
    ...requests.length > 0
      ? [state("request_alone", { ...countedOf(requests), isLocked }, about(requests))]
      : [],
    ...publicKeys.length > 0
      ? [state("public_key_alone", countedOf(publicKeys), about(publicKeys))]
      : [],
    ...domains.length > 0
      ? [
        state(
          hasCertificates ? "domain_uncovered" : "domain_alone",
          countedOf(domains),
          about(domains),
        ),
      ]
      : [],
  ];
}

function unknownTogether(
  { skipped, notes }: FilesFacts,
  rows: readonly ObjectFacts[],
): Statement[] {
  const skippedIds = new Set(skipped.map(({ id }) => id));
  const unreadable = rows.filter((row) =>
    row.problem !== null && !row.locked && row.findings.length === 0 && !skippedIds.has(row.id)
  );
  const locked = rows.filter((row) => row.locked);
  const unchecked = rows.filter((row) => row.unchecked === true && row.findings.length === 0);
  const unsafe = skipped.filter((part) => part.unsafe);
  const others = skipped.filter((part) => !part.unsafe);
  const filesOf = (found: typeof skipped) => ({
    count: found.length,
    file: found.length === 1 ? found[0].file : null,
  });
  const isKeystore = locked.length === 1 && locked[0].kind === "jks";
  return [
    ...unreadable.length > 0 ? [state("unreadable_further", countedOf(unreadable))] : [],
    ...locked.length > 0 ? [state("locked", { ...countedOf(locked), isKeystore })] : [],
    ...unchecked.length > 0 ? [state("keystore_unchecked", countedOf(unchecked))] : [],
    ...unsafe.length > 0 ? [state("archive_unsafe", filesOf(unsafe))] : [],
    ...others.length > 0 ? [state("file_skipped", filesOf(others))] : [],
    ...notes.length > 0 ? [state("not_everything_checked", {})] : [],
  ];
}
