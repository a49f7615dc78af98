/** The verdict on a text without a CSR that can be read. Pages that make and show CSRs do not load it. */
import type { ObjectKind } from "../x509/pem/identify.ts";
import type { Statement } from "./model.ts";
import { renderVerdict } from "./render.ts";
import type { RenderedVerdict } from "./schema.ts";
import { conclude, state, step } from "./statements.ts";
import { csrFaultEnglish } from "./text/csr-fault.ts";
import type { Language } from "./text/language.ts";

/** Why a text has no CSR that can be read. */
export type CsrFault =
  | { readonly isOther: ObjectKind }
  | { readonly reason: string }
  | "not_in_text"
  | "not_found";

function headlineOf(fault: CsrFault): Statement {
  const next = { next: step("copy_csr_again", {}) };
  if (fault === "not_in_text") return state("csr_not_in_text", {}, next);
  if (fault === "not_found") return state("csr_not_found", {}, next);
  return "isOther" in fault
    ? state("csr_is_other", { kind: fault.isOther }, next)
    : state("csr_malformed", { reason: fault.reason }, next);
}

/** The verdict on such a text. */
export const csrFaultVerdict = (
  fault: CsrFault,
  language: Language = csrFaultEnglish,
): RenderedVerdict => renderVerdict(conclude(headlineOf(fault), []), language);
