/** The outcome of one check of a signed file, with the reasons for it. */
import type { SignedReason } from "../../verdict/signed-reasons.ts";
import { signedSentences } from "../../verdict/text/signed.ts";
import type { Checked } from "../contract.ts";

/** The outcome of one check, and the reasons for it. */
export interface Reasoned {
  readonly outcome: Checked["outcome"];
  readonly reasons: readonly SignedReason[];
}

/** The outcome with its reasons as sentences. */
export const said = ({ outcome, reasons }: Reasoned): Checked => (
  { outcome, message: signedSentences(reasons) }
);

export const reasoned = (
  outcome: Checked["outcome"],
  ...reasons: readonly SignedReason[]
): Reasoned => ({ outcome, reasons });

/** The outcome of a check that holds (true), does not (false) or cannot be made here (null). */
export const outcomeOf = (valid: boolean | null): Checked["outcome"] =>
  valid === null ? "unknown" : valid ? "holds" : "fails";
