/** Statements about signed and encrypted files. A signature that does not hold is a finding. */
import { withCommas } from "../../kernel/formatting.ts";
import type { ObjectRow, Statement } from "../contract.ts";
import { tally } from "./chains.ts";

/** How many files have a sentence of their own; more are counted. */
const MAX_NAMED = 3;

/** The statements about all signed and encrypted files that have no finding of their own. */
export function signedTogether(rows: readonly ObjectRow[]): Statement[] {
  const of = (outcome: "holds" | "unknown") =>
    rows.flatMap(({ signed }) => signed?.outcome === outcome ? [signed.message] : []);
  const good = of("holds");
  const unknown = of("unknown");
  const said = (texts: readonly string[], outcome: Statement["outcome"], many: string) =>
    texts.length <= MAX_NAMED
      ? texts.map((text): Statement => ({ outcome, text }))
      : [{ outcome, text: `${withCommas(texts.length)} ${many}` }];
  return [
    ...said(good, "good", "signed files are valid."),
    ...said(unknown, "unknown", "signed files could not be verified completely."),
    ...tally(
      rows.filter(({ encrypted }) => encrypted !== undefined),
      "note",
      ({ encrypted }) => encrypted!.message,
      (count) => `${count} encrypted messages were not decrypted.`,
    ),
  ];
}
