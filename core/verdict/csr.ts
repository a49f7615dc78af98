/** The verdicts on CSRs: the three outcomes of a signature, a text that is not a CSR, and a new CSR. */
import type { Verdict } from "./model.ts";
import { renderVerdict } from "./render.ts";
import type { RenderedVerdict } from "./schema.ts";
import { conclude, state, step } from "./statements.ts";
import { csrEnglish } from "./text/csr.ts";

type DecodedFacts =
  | { readonly valid: true; readonly signatureValid: boolean | null }
  | { readonly valid: false; readonly error: string | null; readonly message?: string | null };

function judgeDecoded(facts: DecodedFacts): Verdict {
  if (!facts.valid) {
    const { error, message = null } = facts;
    // A specified text is the title. A sentence of ours explains the specified "INVALID CSR".
    const isOurs = message !== null && message !== "" && message !== error;
    const next = step("paste_csr", {});
    return conclude(
      state("csr_unreadable", { error, message: isOurs ? message : null }, { next }),
      [],
    );
  }
  switch (facts.signatureValid) {
    case true:
      return conclude(state("csr_valid", {}, { next: step("send_it", {}) }), []);
    case false:
      return conclude(
        state("csr_signature_failed", {}, { next: step("do_not_use_csr", {}) }),
        [],
      );
    case null:
      return conclude(
        state("csr_signature_unknown", {}, { next: step("verify_with_openssl", {}) }),
        [],
      );
  }
}

/** The verdict on a decoded text. */
export const decodedVerdict = (facts: DecodedFacts): RenderedVerdict =>
  renderVerdict(judgeDecoded(facts), csrEnglish);

interface MadeFacts {
  readonly commonName: string;
  readonly privateKey: string | null;
}

/** The verdict on a CSR that was made. It is always good: a failure has no result. */
export function madeVerdict({ commonName: name, privateKey }: MadeFacts): RenderedVerdict {
  const next = step("send_csr", {});
  const made = state("csr_ready", { name, isKeyNew: privateKey !== null }, { next });
  return renderVerdict(conclude(made, []), csrEnglish);
}
