/** Statements about signed and encrypted files. A signature that does not hold is a broken rule. */
import type { Statement } from "../../model.ts";
import { state } from "../../statements.ts";
import { type FilesFacts, type ObjectFacts, thingOf } from "./facts.ts";
import { aboutObject, signedFacts } from "./findings.ts";
import { tally } from "./tally.ts";

/** How many files have a statement of their own; more are counted. */
const MAX_NAMED = 3;

/** The statement about a signed or encrypted file; null for other objects. */
export function messageStatement(row: ObjectFacts): Statement | null {
  const about = { about: aboutObject(row) };
  if (row.encrypted) {
    const { because = [] } = row;
    return state("encrypted_file", { file: thingOf(row), because }, about);
  }
  const signed = signedFacts(row);
  if (!signed) return null;
  switch (row.signed!.outcome) {
    case "holds":
      return state("signed_file_valid", signed, about);
    case "unknown":
      return state("signed_file_unknown", { ...signed, isMatching: isMatching(row) }, about);
    case "fails":
      return state("signed_file_invalid", { ...signed, rule: "signature_wrong" }, about);
  }
}

/** Whether the signatures match the content, although not everything could be verified. */
const isMatching = ({ signed }: ObjectFacts): boolean =>
  signed !== undefined && signed.format !== "RFC 3161" && signed.content.state !== "missing" &&
  signed.signers.length > 0 &&
  signed.signers.every(({ signature }) => signature.outcome === "holds");

/**
 * Certificates that made signatures before a time which a timestamp proves, and have ended since: the sentence about the
 * signature says so. One whose private key is among the files may be in use.
 */
export function endedSigners({ rows, sets }: Pick<FilesFacts, "rows" | "sets">): Set<number> {
  const used = new Set(
    sets.flatMap(({ certificate, privateKeys }) => privateKeys.length > 0 ? [certificate] : []),
  );
  const stamped = [...rows.values()].flatMap(({ signed }) =>
    signed && signed.outcome !== "fails"
      ? signed.signers.filter(({ signature, timeStamp }) =>
        signature.outcome === "holds" && timeStamp?.outcome === "holds"
      )
      : []
  );
  return new Set(
    stamped.flatMap(({ certificate }) =>
      certificate === null || used.has(certificate) ? [] : [certificate]
    ),
  );
}

/** The statements about all signed and encrypted files that have no finding of their own. */
export function signedTogether(all: readonly ObjectFacts[]): Statement[] {
  const of = (outcome: "holds" | "unknown") =>
    all.filter(({ signed }) => signed?.outcome === outcome);
  const one = (row: ObjectFacts) => messageStatement(row)!;
  const good = of("holds");
  const unknown = of("unknown");
  const encrypted = all.filter(({ encrypted }) => encrypted !== undefined);
  return [
    ...good.length <= MAX_NAMED
      ? good.map(one)
      : [state("signed_files_valid", { count: good.length })],
    ...unknown.length <= MAX_NAMED
      ? unknown.map(one)
      : [state("signed_files_unknown", { count: unknown.length })],
    ...tally(encrypted, one, (count) => state("encrypted_files", { count })),
  ];
}
