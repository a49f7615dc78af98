/** The verdict on the form for a new CSR that was filled in from a certificate or CSR. */
import type { FactsOf } from "./codes.ts";
import type { Statement } from "./model.ts";
import { renderVerdict, textOf } from "./render.ts";
import type { RenderedVerdict } from "./schema.ts";
import { conclude, state, step } from "./statements.ts";
import type { Language } from "./text/language.ts";
import { prefillEnglish } from "./text/prefill.ts";

interface PrefilledFacts {
  readonly source: FactsOf<"csr_prefilled">["source"];
  /** The statements of its notes. */
  readonly remarks: readonly Statement[];
}

/** The verdict on filled fields. */
export function prefilledVerdict(
  { source, remarks }: PrefilledFacts,
  language: Language = prefillEnglish,
): RenderedVerdict {
  const next = step("check_form", {});
  return renderVerdict(
    conclude(state("csr_prefilled", { source }, { next }), [], remarks),
    language,
  );
}

/** A statement about a filled field as the message of a note. */
export const prefillNoteText = (statement: Statement): string => textOf(statement, prefillEnglish);
